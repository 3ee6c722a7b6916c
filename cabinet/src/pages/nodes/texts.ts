import { withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

export const nodesTexts = withCommon({
  nodes: ['Nodes on this database', 'Узлы на этой базе данных'],
  thisNode: ['This node', 'Этот узел'],
  thisOne: ['this one', 'этот'],
  states: {
    live: ['running', 'работает'],
    lost: ['lost: it died or cannot reach the database', 'потерян: остановился или не видит базу'],
  },
  seen: ['Last heartbeat', 'Последний сигнал'],
  node: ['Node', 'Узел'],
  up: ['Up since', 'Работает с'],
  store: ['Store', 'Хранилище'],
  memory: ['Memory', 'Память'],
  megabytes: (size: string) => [`${size} MB`, `${size} МБ`],
  delay: ['Event loop delay, p99', 'Задержка цикла событий, p99'],
  ms: (value: string) => [`${value} ms`, `${value} мс`],
  calls: ['Calls now', 'Звонков сейчас'],
  sip: ['SIP port', 'Порт SIP'],
  books: ['Ledger audit', 'Сверка счетов'],
  booksAbout: ['Audited every hour and on request.', 'Выполняется каждый час и по запросу.'],
  notAudited: ['Not audited yet since the start.', 'С момента запуска ещё не выполнялась.'],
  actions: ['Operators’ log', 'Журнал администраторов'],
  actionsAbout: [
    'What operators changed, who signed in, and which sign-ins and keys were refused. Refusals from one address are combined into one line per minute.',
    'Что меняли администраторы, кто входил, какие входы и ключи отклонены. Отказы с одного адреса собираются в одну строку за минуту.',
  ],
  noActions: ['No matching lines.', 'Таких записей нет.'],
  about: ['About', 'О чём'],
  abouts: {
    changes: ['changes', 'изменения'],
    'sign-ins': ['sign-ins', 'входы'],
    keys: ['keys', 'ключи'],
  },
  result: ['Result', 'Результат'],
  results: {
    done: ['done', 'выполнено'],
    refused: ['refused', 'отказ'],
  },
  emailPart: ['E-mail', 'Почта'],
  times: (count: string) => [`${count} times`, `${count} раз`],
  who: ['Who', 'Кто'],
  command: ['command', 'команда'],
  what: ['What', 'Что'],
  from: ['From', 'Откуда'],
  settings: ['Current settings', 'Действующие настройки'],
  settingsAbout: [
    'Read from environment variables at start. Secrets are never shown.',
    'Читаются из переменных окружения при запуске. Секреты не показываются.',
  ],
  setting: ['Setting', 'Настройка'],
  value: ['Value', 'Значение'],
  set: ['set', 'задано'],
  notSet: ['not set', 'не задано'],
  isDefault: ['default', 'по умолчанию'],
})

export const tokensTexts = withCommon({
  title: ['Tokens of the admin API', 'Токены admin API'],
  about: [
    'For scripts on this machine: what operators change and see, over HTTP.',
    'Для скриптов на этом сервере: всё, что администраторы меняют и видят, по HTTP.',
  ],
  none: ['There is no token, so the admin API is closed.', 'Токенов нет, поэтому admin API закрыт.'],
  may: ['What it may do', 'Что разрешено'],
  scopes: {
    read: ['read what operators see', 'читать то, что видят администраторы'],
    trunks: ['change trunks and numbers', 'менять транки и номера'],
    accounts: ['change accounts and services', 'менять аккаунты и сервисы'],
    money: ['move money, change tariffs', 'проводить деньги, менять тарифы'],
    dangerous: [
      'close accounts, archive services, make tokens',
      'закрывать аккаунты, архивировать сервисы, создавать токены',
    ],
  },
  add: ['Add a token', 'Добавить токен'],
  newToken: ['A new token', 'Новый токен'],
  removeName: (name: string) => [`Remove the token ${name}`, `Удалить токен ${name}`],
  removeQuestion: (name: string) => [`Remove the token ${name}?`, `Удалить токен ${name}?`],
  removeAbout: [
    'The program that uses it is refused at once.',
    'Программа, которая им пользуется, сразу получит отказ.',
  ],
  secret: ['The new token', 'Новый токен'],
  secretAbout: [
    'It is shown once: keep it where the program reads it.',
    'Он показывается один раз: сохраните его там, где его прочитает программа.',
  ],
  kept: ['I saved it', 'Сохранено'],
})

export const tokenProblems = defineMessages({
  'token-taken': ['There is a token of this name.', 'Токен с таким названием уже есть.'],
  'wrong-field': [
    'Expected a name of 1 to 32 small Latin letters, digits or dashes such as terraform.',
    'Нужно название из 1–32 строчных латинских букв, цифр или дефисов, например terraform.',
  ],
  'no-token': ['It was already removed.', 'Его уже кто-то удалил.'],
})
