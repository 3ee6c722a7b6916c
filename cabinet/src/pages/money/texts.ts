import { terms, withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

export const moneyTexts = withCommon({
  title: ['Money', 'Деньги'],
  balanceHint: ['what can be spent', 'можно потратить'],
  heldHint: ['for calls in progress', 'за незавершённые звонки'],
  pace: ['Spent per day', 'Расход в день'],
  paceHint: (days: string) => [
    `on calls, average of the last ${days} days`,
    `на звонки, в среднем за ${days} дн.`,
  ],
  lasts: ['Lasts for', 'Хватит на'],
  lastsHint: (day: string) => [`at this rate, until about ${day}`, `при таком расходе, примерно до ${day}`],
  month: ['Spent this month', 'Расход за месяц'],
  monthHint: (sum: string) => [`about ${sum} by its end`, `к концу месяца около ${sum}`],
  endsSoon: ['The balance ends soon', 'Баланс скоро закончится'],
  endsAt: (time: string) => [
    `At this rate, calls are refused from about ${time}. Top up before that.`,
    `При таком расходе примерно с ${time} звонки будут отклоняться. Пополните счёт заранее.`,
  ],
  byDay: ['By day', 'По дням'],
  byMonth: ['By month', 'По месяцам'],
  allMonths: ['All months', 'Все месяцы'],
  period: ['Period', 'Период'],
  paid: ['Charged', 'Оплачено'],
  spent: ['Spent', 'Расход'],
  toppedUp: ['Topped up', 'Пополнения'],
  noneYet: [
    'Top-ups and calls of each day and month are shown here.',
    'Здесь видны пополнения и звонки за каждый день и месяц.',
  ],
  rowsAbout: [
    'Look-ups are in the sums, not among the calls. The balance is that of the end of the day, with money held for calls in progress.',
    'Справки о номерах входят в суммы, но не в число звонков. Баланс — на конец дня, вместе с деньгами, удержанными за незавершённые звонки.',
  ],
  toLedger: ['All entries', 'Все операции'],
  statement: ['Statement', 'Отчёт'],
  statementNumber: (number: string) => [`Statement ${number}`, `Отчёт № ${number}`],
  statementOf: (from: string, to: string) => [`Period: ${from} to ${to}`, `Период: с ${from} по ${to}`],
  notOver: ['The month is not over: the sums will change.', 'Месяц не закончился: суммы ещё изменятся.'],
  print: ['Print', 'Печать'],
  customer: ['Account', 'Аккаунт'],
  seller: ['Provider', 'Исполнитель'],
  buyer: ['Customer', 'Заказчик'],
  noParty: ['not given', 'не указан'],
  opening: ['Balance at the beginning', 'Баланс на начало'],
  topUps: ['Top-ups', 'Пополнения'],
  reversals: ['Top-ups taken back', 'Отменённые пополнения'],
  paidOf: (paid: string, all: string) => [`${paid} charged of ${all}`, `оплачено ${paid} из ${all}`],
  otherCharges: ['Other charges', 'Прочие списания'],
  spentInAll: ['Spent in all', 'Всего израсходовано'],
  closing: ['Balance at the end', 'Баланс на конец'],
  inZone: (zone: string) => [
    `Days are those of ${zone}. Balances include money held for calls in progress.`,
    `Дни — по времени ${zone}. Балансы включают деньги, удержанные за незавершённые звонки.`,
  ],
  lastsUnknown: ['—', '—'],
  lastsUnknownHint: ['nothing spent lately', 'в последнее время расходов не было'],
  topUpTitle: ['Top up', 'Пополнить'],
  topUpAmount: ['Amount', 'Сумма'],
  topUpGo: ['Pay', 'Оплатить'],
  topUpHint: [
    'You pay on a page of the operator of this installation, and come back here.',
    'Оплата — на странице администратора, после неё вы вернётесь сюда.',
  ],
  topUp: [
    'To top up, ask the operator of this installation. The top-up appears in the ledger with its note.',
    'Чтобы пополнить счёт, обратитесь к администратору. Пополнение появится в журнале операций с примечанием.',
  ],
  chargesFailed: ['Failed attempts are charged too.', 'Неудачные попытки тоже оплачиваются.'],
  chargesOnApproval: [
    'Verifications (/v2) are charged only when they are approved; until then the price is held.',
    'Проверки (/v2) оплачиваются, только если подтверждены; до этого цена удерживается.',
  ],
  refusesOwnCodes: ['Your own codes are not served.', 'Свои коды не обслуживаются.'],
  chargesOwnCodes: [
    'Calls with your own code are charged when they are delivered.',
    'Звонки со своим кодом оплачиваются, когда доставлены.',
  ],
  chargesSuspects: [
    'Voice calls without a sign that anybody heard the code are charged too.',
    'Голосовые звонки без признаков того, что код услышали, тоже оплачиваются.',
  ],
  refundsSuspects: [
    'Voice calls without a sign that anybody heard the code are free.',
    'Голосовые звонки без признаков того, что код услышали, бесплатны.',
  ],
  refundsFailed: [
    'A failed attempt costs nothing: the money is released.',
    'Неудачная попытка ничего не стоит: деньги возвращаются.',
  ],
  everywhere: ['everywhere', 'на любые номера'],
  elsewhere: ['everywhere else', 'на остальные номера'],
  numbersFrom: (prefix: string) => [`numbers beginning with +${prefix}`, `номера на +${prefix}`],
  what: ['What', 'Что'],
  where: ['Where', 'Куда'],
  price: ['Price', 'Цена'],
  notice: ['Low-balance notice', 'Уведомление о низком балансе'],
  noticeHint: [
    'Owners and accountants get one notice each time the balance falls below this amount.',
    'Владельцы и бухгалтеры получают одно уведомление каждый раз, когда баланс опускается ниже этой суммы.',
  ],
  threshold: (currency: string) => [`Below, ${currency}`, `Ниже, ${currency}`],
  off: ['off', 'выключено'],
  noMail: [
    'This installation cannot send mail yet: ask the operator.',
    'Отправка писем пока не настроена: обратитесь к администратору.',
  ],
  byEmail: ['By e-mail', 'По почте'],
  byMessenger: ['In the messenger', 'В мессенджере'],
  notifiedAt: ['Last sent', 'Последнее отправлено'],
  kinds: [terms.en.entryKinds, terms.ru.entryKinds],
  vendorId: ['Call', 'Звонок'],
  none: ['No entries', 'Записей нет'],
  noneHint: [
    'Top-ups and calls are recorded here. Nothing matches the filters above.',
    'Здесь видны все пополнения и звонки. Под выбранные фильтры ничего не подходит.',
  ],
  more: ['Show older ones', 'Показать более ранние'],
  errors: {
    threshold: ['Enter an amount above 0.', 'Укажите сумму больше 0.'],
    byEmail: ['Choose at least one way to get the notice.', 'Выберите хотя бы один способ.'],
  },
})

/** Why no link to the top-up address was made. */
export const topUpProblems = defineMessages({
  'wrong-field': [
    'Enter an amount above 0, at most 10,000,000.',
    'Укажите сумму больше 0, не больше 10 000 000.',
  ],
  'no-top-up-address': [
    'To top up, ask the operator of this installation.',
    'Чтобы пополнить счёт, обратитесь к администратору.',
  ],
})
