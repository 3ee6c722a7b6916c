export const reversalTexts = {
  en: {
    reverse: 'Reverse',
    reverseEntry: (entry: number) => `Reverse the top-up of entry ${entry}`,
    title: (sum: string, email: string) => `Reverse the top-up of ${sum} for ${email}`,
    about: 'The whole amount is taken back by an entry of its own. The top-up stays in the ledger.',
    after: (before: string, after: string) => `The balance is ${before} now and will be ${after}.`,
    reason: 'Reason',
    reasonAbout: 'For the ledger. The owner sees it.',
    allowDebt: 'Let the balance fall below zero',
    debtAbout:
      'Part of the money is spent or held. Calls are refused with code 1002 until the account is topped up; calls in progress go on.',
  },
  ru: {
    reverse: 'Отменить',
    reverseEntry: (entry: number) => `Отменить пополнение, запись ${entry}`,
    title: (sum: string, email: string) => `Отменить пополнение на ${sum}: ${email}`,
    about: 'Вся сумма снимается отдельной записью, само пополнение остаётся в журнале операций.',
    after: (before: string, after: string) => `Сейчас на счёте ${before}, станет ${after}.`,
    reason: 'Причина',
    reasonAbout: 'Для журнала операций. Владелец её увидит.',
    allowDebt: 'Разрешить отрицательный баланс',
    debtAbout:
      'Часть денег уже потрачена или удержана. Новые звонки будут получать код 1002, пока счёт не пополнят; текущие завершатся как обычно.',
  },
}

export const reversalProblems = {
  en: {
    'reversed-already': 'This top-up was reversed already.',
    'money-spent':
      'Meanwhile part of the money was spent. Close this form, open it again and look at the balance.',
    'sent-before': 'This form was already sent with another reason. Check the ledger.',
  },
  ru: {
    'reversed-already': 'Это пополнение уже отменено.',
    'money-spent':
      'Часть денег за это время потрачена. Закройте форму, откройте снова и посмотрите на баланс.',
    'sent-before': 'Эта форма уже отправлена с другой причиной. Проверьте журнал операций.',
  },
}
