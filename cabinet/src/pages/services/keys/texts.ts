import { withCommon } from '../../../language/terms.ts'
import { defineMessages } from '../../../language/texts.ts'

/** Texts about the keys of a service. */
export const keyTexts = withCommon({
  about: [
    'A program proves with a key which service it belongs to. Give every program its own key: then you can end one without the others.',
    'По ключу мы узнаём, от какого сервиса пришёл запрос. Дайте каждой программе свой ключ: тогда любой можно отозвать, не трогая остальные.',
  ],
  title: ['Keys', 'Ключи'],
  mainKey: ['Main key', 'Основной ключ'],
  scope: ['Permissions', 'Права'],
  scopes: {
    all: ['everything', 'всё'],
    read: ['read only', 'только чтение'],
    test: ['test numbers only', 'только тестовые номера'],
  },
  scopeHints: {
    all: [
      'Start calls, check codes, look up numbers, read.',
      'Начинать звонки, проверять коды, запрашивать справки о номерах, читать.',
    ],
    read: [
      'Ask how calls ended, read balance and account. It starts nothing and spends nothing.',
      'Узнавать, чем закончились звонки, смотреть баланс и аккаунт. Ничего не запускает и не тратит.',
    ],
    test: [
      'For tests and CI: only 79000000001 and 79000000002, so it cannot call anybody or spend money.',
      'Для тестов и CI: только 79000000001 и 79000000002, поэтому никому не позвонит и ничего не потратит.',
    ],
  },
  lastUsed: ['Last used', 'Последний запрос'],
  ends: ['Replaced; ends', 'Заменён, перестанет действовать'],
  add: ['Create a key', 'Создать ключ'],
  adding: ['A new key', 'Новый ключ'],
  make: ['Create', 'Создать'],
  nameHint: [
    'What uses it: a program, a machine, a person.',
    'Кто им пользуется: программа, сервер, человек.',
  ],
  namePlaceholder: ['Staging, CI, phone support…', 'Тестовый стенд, CI, поддержка…'],
  rotate: ['Rotate the key', 'Сменить ключ'],
  rotateHint: [
    'Makes a new key of the same name. Use it if somebody has seen the key, or a person who knew it has left.',
    'Выпускает новый ключ с тем же названием. Нужно, если ключ кто-то увидел или ушёл человек, который его знал.',
  ],
  revoke: ['Revoke', 'Отозвать'],
  revokeQuestion: (name: string) => [`Revoke the key “${name}”?`, `Отозвать ключ «${name}»?`],
  revokeHint: [
    'Requests with it are refused from now on, with code 401. This cannot be undone.',
    'Запросы с ним сразу начнут получать код 401. Вернуть ключ нельзя.',
  ],
  actions: ['Actions', 'Действия'],
  full: (max: number) => [
    `A service has at most ${max} keys besides its main key.`,
    `Кроме основного ключа у сервиса может быть не больше ${max}.`,
  ],
  outside: [
    'A request that the key does not allow gets code 1006.',
    'На запрос, который ключу не разрешён, приходит код 1006.',
  ],
  newKey: ['The secret key, shown only once', 'Секретный ключ: показываем один раз'],
  newKeyHint: [
    'Keep it where your program reads its secrets. We keep only a hash of it and cannot show it again.',
    'Сохраните его там, откуда программа берёт секреты. У нас только хеш, показать ключ ещё раз нельзя.',
  ],
  id: ['Service id', 'Id сервиса'],
  theKey: ['the key', 'ключ'],
  tries: {
    create: [
      'Try it from a terminal: test number, nothing is charged',
      'Проверьте из терминала: номер тестовый, деньги не списываются',
    ],
    list: [
      'Try it from a terminal: it lists the newest verifications',
      'Проверьте из терминала: команда покажет последние проверки',
    ],
    service: [
      'Try it from a terminal: the answer names your service',
      'Проверьте из терминала: в ответе будет название сервиса',
    ],
  },
  further: [
    'More examples are on the tab Integrate, in five languages and for /v1.0 too.',
    'Другие примеры — на вкладке «Подключение»: пять языков, /v2 и /v1.0.',
  ],
  kept: ['I saved it', 'Ключ сохранён'],
  typeName: (name: string) => [
    `To confirm, type the name of the service: ${name}`,
    `Для подтверждения введите название сервиса: ${name}`,
  ],
  errors: {
    name: ['A name of 1 to 100 characters.', 'Название: от 1 до 100 символов.'],
  },
  nameErrors: {
    name: ['This is not the name of the service.', 'Это не название сервиса.'],
  },
})

export const keyProblems = defineMessages({
  'too-many-keys': [
    'The service has as many keys as it may. Revoke one first.',
    'Больше ключей этому сервису не выпустить. Сначала отзовите один.',
  ],
})
