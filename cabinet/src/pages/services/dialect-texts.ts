/** Texts of the dialect of a service. */
export const dialectTexts = {
  en: {
    title: 'Dialect',
    hint: 'Programs written for another call service work with this one: they change the address and the credential. See the pages on migration in the docs.',
    label: 'API of',
    none: 'None',
    types: 'Types in the answers',
    typesOf: {
      live: 'As the service answers',
      strings: 'check_status as a string',
      numbers: 'code as a number',
    },
    callback: 'Callback address',
    callbackHint: 'Where the result of a callcheck is sent; empty for none.',
    save: 'Save',
    renew: 'New credential',
    once: 'The credential is shown only now. The one before has ended.',
    theCredential: 'the credential',
  },
  ru: {
    title: 'Диалект',
    hint: 'Программы, написанные для другого сервиса звонков, работают с этим: в них меняются адрес и ключ. Подробнее — на страницах о переходе в документации.',
    label: 'API сервиса',
    none: 'Нет',
    types: 'Типы в ответах',
    typesOf: {
      live: 'Как отвечает сервис',
      strings: 'check_status строкой',
      numbers: 'code числом',
    },
    callback: 'Адрес для callback',
    callbackHint: 'Куда отправлять результат callcheck; пусто — никуда.',
    save: 'Сохранить',
    renew: 'Новый ключ доступа',
    once: 'Ключ доступа показан один раз, сейчас. Прежний больше не действует.',
    theCredential: 'ключ доступа',
  },
}
