import { inBoth } from '../../language/texts.ts'

/** Texts of the dialect of a service. */
export const dialectTexts = inBoth({
  title: ['Dialect', 'Диалект'],
  hint: [
    'Programs written for another call service work with this one: they change the address and the credential. See the pages on migration in the docs.',
    'Программы, написанные для другого сервиса звонков, работают с этим: в них меняются адрес и ключ. Подробнее — на страницах о переходе в документации.',
  ],
  label: ['API of', 'API сервиса'],
  none: ['None', 'Нет'],
  types: ['Types in the answers', 'Типы в ответах'],
  typesOf: {
    live: ['As the service answers', 'Как отвечает сервис'],
    strings: ['check_status as a string', 'check_status строкой'],
    numbers: ['code as a number', 'code числом'],
  },
  callback: ['Callback address', 'Адрес для callback'],
  callbackHint: [
    'Where the result of a callcheck is sent; empty for none.',
    'Куда отправлять результат callcheck; пусто — никуда.',
  ],
  save: ['Save', 'Сохранить'],
  renew: ['New credential', 'Новый ключ доступа'],
  once: [
    'The credential is shown only now. The one before has ended.',
    'Ключ доступа показан один раз, сейчас. Прежний больше не действует.',
  ],
  theCredential: ['the credential', 'ключ доступа'],
})
