import { withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

export const partyTexts = defineMessages({
  title: ['Details for statements', 'Реквизиты для отчётов'],
  about: [
    'Name, address and tax numbers, as monthly statements show them. Empty: the e-mail.',
    'Название, адрес и ИНН — так, как они стоят в отчётах за месяц. Пусто — почта аккаунта.',
  ],
  ownAbout: [
    'How you are named on the monthly statements of all customers.',
    'Ваши реквизиты в отчётах всех клиентов.',
  ],
  example: [
    'Shop Ltd, 1 High Street, London, VAT 123456789',
    'ООО «Магазин», ИНН 7700000000, Москва, Тверская ул., 1',
  ],
  errors: {
    details: ['At most 1,000 characters.', 'Не больше 1000 знаков.'],
  },
})

export const operatorMoneyTexts = withCommon({
  demo: ['There are only demo accounts: this is play money.', 'Есть только демо-аккаунты: это демо-деньги.'],
  byMonth: ['By month', 'По месяцам'],
  byCustomer: (month: string) => [`Customers, ${month}`, `Клиенты, ${month}`],
  byTrunk: (month: string) => [`Trunks, ${month}`, `Транки, ${month}`],
  month: ['Month', 'Месяц'],
  attempts: ['Attempts', 'Попытки'],
  toppedUp: ['Topped up', 'Пополнения'],
  revenue: ['Revenue', 'Выручка'],
  cost: ['Cost', 'Себестоимость'],
  share: ['Margin, %', 'Маржа, %'],
  statement: ['Statement', 'Отчёт'],
  monthCsv: ['Month as CSV', 'Месяц в CSV'],
  monthCsvHint: [
    'All customers with money in this month: opening, top-ups, revenue, cost, margin, closing',
    'Все клиенты с деньгами в этом месяце: остатки, пополнения, выручка, затраты, маржа',
  ],
  statementOf: (email: string) => [`Statement of ${email}`, `Отчёт клиента ${email}`],
  none: ['No calls or payments in this month.', 'В этом месяце не было ни звонков, ни платежей.'],
  noTrunks: ['No trunk carried a call in this month.', 'В этом месяце звонков через транки не было.'],
  about: [
    'Revenue is what customers were charged. Months are those of your browser’s time zone; a statement has those of its account. Cost is what the trunks charge for calls that began in the month, by the prices in their settings; a trunk without prices costs nothing here.',
    'Выручка — сколько списано у клиентов. Месяцы — по часовому поясу вашего браузера, а в отчёте — по поясу аккаунта. Себестоимость — сколько берут транки за звонки, начатые в этом месяце, по ценам из настроек; транк без цен здесь ничего не стоит.',
  ],
})
