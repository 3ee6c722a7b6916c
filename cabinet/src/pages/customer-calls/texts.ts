export const customerCallsTexts = {
  en: {
    title: 'Calls of customers',
    about:
      'Calls of all accounts, newest first. Codes are not shown. What you open is noted in the operators’ log.',
    account: (id: string) => `Account ${id}`,
    trunk: 'Trunk',
    block: 'Calling numbers',
    backToQuality: 'Quality of these calls',
    back: 'Back',
  },
  ru: {
    title: 'Звонки клиентов',
    about:
      'Звонки всех аккаунтов, новые сверху. Коды не показаны. Что вы открыли, записано в журнал администраторов.',
    account: (id: string) => `Аккаунт ${id}`,
    trunk: 'Транк',
    block: 'Номера для показа',
    backToQuality: 'Качество этих звонков',
    back: 'Назад',
  },
}
