import { inBoth } from '../../language/texts.ts'

export const reversalTexts = inBoth({
  reverse: ['Reverse', 'Отменить'],
  reverseEntry: (entry: number) => [
    `Reverse the top-up of entry ${entry}`,
    `Отменить пополнение, запись ${entry}`,
  ],
  title: (sum: string, email: string) => [
    `Reverse the top-up of ${sum} for ${email}`,
    `Отменить пополнение на ${sum}: ${email}`,
  ],
  about: [
    'The whole amount is taken back by an entry of its own. The top-up stays in the ledger.',
    'Вся сумма снимается отдельной записью, само пополнение остаётся в журнале операций.',
  ],
  after: (before: string, after: string) => [
    `The balance is ${before} now and will be ${after}.`,
    `Сейчас на счёте ${before}, станет ${after}.`,
  ],
  reason: ['Reason', 'Причина'],
  reasonAbout: ['For the ledger. The owner sees it.', 'Для журнала операций. Владелец её увидит.'],
  allowDebt: ['Let the balance fall below zero', 'Разрешить отрицательный баланс'],
  debtAbout: [
    'Part of the money is spent or held. Calls are refused with code 1002 until the account is topped up; calls in progress go on.',
    'Часть денег уже потрачена или удержана. Новые звонки будут получать код 1002, пока счёт не пополнят; текущие завершатся как обычно.',
  ],
})

export const reversalProblems = inBoth({
  'reversed-already': ['This top-up was reversed already.', 'Это пополнение уже отменено.'],
  'money-spent': [
    'Meanwhile part of the money was spent. Close this form, open it again and look at the balance.',
    'Часть денег за это время потрачена. Закройте форму, откройте снова и посмотрите на баланс.',
  ],
  'sent-before': [
    'This form was already sent with another reason. Check the ledger.',
    'Эта форма уже отправлена с другой причиной. Проверьте журнал операций.',
  ],
})
