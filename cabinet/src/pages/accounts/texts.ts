import { terms, withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

export const accountsTexts = withCommon({
  roles: [terms.en.roles, terms.ru.roles],
  search: ['Search by e-mail or number', 'Поиск по почте или номеру'],
  shown: (shown: string, total: string) => [`${shown} of ${total}`, `${shown} из ${total}`],
  none: ['No account', 'Аккаунтов нет'],
  noneAbout: [
    'Nobody has signed up yet. On the command line: ringkey account create EMAIL.',
    'Пока никто не зарегистрировался. В командной строке: ringkey account create EMAIL.',
  ],
  notFound: ['No account matches', 'Ничего не найдено'],
  notFoundAbout: ['A piece of the e-mail address is enough.', 'Достаточно части адреса почты.'],
  statuses: {
    active: ['active', 'работает'],
    blocked: ['blocked', 'заблокирован'],
  },
  services: ['Services', 'Сервисы'],
  back: ['All accounts', 'Все аккаунты'],
  itsQuality: ['Quality of its calls', 'Качество его звонков'],
  itsCalls: ['Its calls', 'Его звонки'],
  audit: ['Check balances', 'Сверить балансы'],
  auditTitle: ['Ledger audit', 'Сверка счетов'],
  auditGood: ['The ledger balances', 'Балансы сходятся'],
  auditBad: ['The ledger does not balance', 'Балансы не сходятся'],
  auditProof: (accounts: string, entries: string, verifications: string) => [
    `Accounts read: ${accounts}, ledger entries: ${entries}, calls in progress: ${verifications}. Every balance with what is held is the sum of its entries, entries are numbered without gaps, and what is held is held for a call or a look-up.`,
    `Прочитано: аккаунтов ${accounts}, записей ${entries}, идущих звонков ${verifications}. Каждый баланс вместе с удержанным равен сумме записей, номера записей без пропусков, всё удержанное относится к звонкам и проверкам номеров.`,
  ],
  auditFindings: (accounts: string, calls: string) => [
    `Accounts whose sums are wrong: ${accounts || 'none'}. Calls with a wrong entry: ${calls || 'none'}.`,
    `Аккаунты с неверными суммами: ${accounts || 'нет'}. Звонки с неверной записью: ${calls || 'нет'}.`,
  ],
  topUp: ['Top up', 'Пополнить'],
  topUpTitle: (email: string) => [`Top up ${email}`, `Пополнить ${email}`],
  amount: (currency: string) => [`Amount, ${currency}`, `Сумма, ${currency}`],
  note: ['Note for the ledger', terms.ru.note],
  noteAbout: [
    'Such as the number of an invoice. The owner sees it.',
    'Например, номер счёта. Владелец его увидит.',
  ],
  makeReal: ['End the demo of this account', 'Перевести из демо в рабочие'],
  makeRealQuestion: (email: string) => [
    `Make ${email} a real account?`,
    `Перевести ${email} из демо в рабочие?`,
  ],
  makeRealAbout: [
    'Its play money is removed, and its calls go over your trunks. This cannot be undone.',
    'Демо-деньги будут списаны, звонки пойдут через ваши транки. Вернуть аккаунт в демо нельзя.',
  ],
  block: ['Block', 'Заблокировать'],
  unblock: ['Unblock', 'Разблокировать'],
  blockQuestion: (email: string) => [`Block ${email}?`, `Заблокировать ${email}?`],
  blockAbout: [
    'Every request of its services is refused with error 1001. Calls in progress are not interrupted.',
    'Все запросы его сервисов получат ошибку 1001. Текущие звонки завершатся сами.',
  ],
  settings: ['Settings', 'Настройки'],
  phoneConfirmed: ['Phone confirmed', 'Телефон подтверждён'],
  phoneConfirmedAbout: [
    'Otherwise the API answers error 1005 until the owner confirms a phone.',
    'Иначе API отвечает ошибкой 1005, пока владелец не подтвердит телефон.',
  ],
  noServices: ['The account has no services.', 'Сервисов нет.'],
  serviceStatuses: {
    active: ['on', 'включён'],
    off: ['off', 'выключен'],
    archived: ['archived', 'в архиве'],
  },
  legacyRepeats: ['Free repeats (initRepeat)', 'Бесплатные повторы (initRepeat)'],
  ofInstallation: ['as the installation says', 'как задано для установки'],
  editRequestLimit: (service: string) => [
    `Change the requests per second of ${service}`,
    `Изменить число запросов в секунду: ${service}`,
  ],
  requestLimitAbout: [
    'With its keys, from all its addresses together; more get HTTP 429. Empty: as the installation says (RINGKEY_SERVICE_LIMIT).',
    'С его ключами, со всех адресов вместе; лишние получают HTTP 429. Пусто — как задано для установки (RINGKEY_SERVICE_LIMIT).',
  ],
  cap: [terms.en.spendCap, terms.ru.spendCap],
  capWords: (hour: string, day: string) => [
    [hour && `${hour}/h`, day && `${day}/day`].filter(Boolean).join(', '),
    [hour && `${hour}/ч`, day && `${day}/сут`].filter(Boolean).join(', '),
  ],
  noCap: ['none', 'нет'],
  editCap: ['Change', 'Изменить'],
  editCapName: (scope: string) => [`Change the spend cap of ${scope}`, `Изменить лимит расходов: ${scope}`],
  capTitle: (scope: string) => [`Spend cap of ${scope}`, `Лимит расходов: ${scope}`],
  capAbout: [
    'Empty means no cap. Requests above the cap are refused with error 1002.',
    'Пусто — без лимита. Запросы сверх лимита получают ошибку 1002.',
  ],
  perHour: ['In a clock hour', 'За календарный час'],
  perDay: ['In the last 24 clock hours', 'За последние 24 часа'],
  noEntries: ['No entries yet.', 'Операций ещё не было.'],
  kind: ['What', 'Что'],
  noteColumn: [terms.en.note, terms.ru.note],
  more: ['Earlier entries', 'Более ранние'],
  members: ['People', 'Люди'],
  noMembers: ['Nobody can sign in to it.', 'Войти в него никто не может.'],
  history: ['Action history', 'История действий'],
  noHistory: ['Nothing yet.', 'Пока пусто.'],
})

export const requestLimitProblems = defineMessages({
  'wrong-field': [
    'Enter a whole number from 1 to 1,000,000, or nothing.',
    'Укажите целое число от 1 до 1 000 000 или оставьте пустым.',
  ],
})

export const accountProblems = defineMessages({
  'sent-before': [
    'This form was already sent with another amount. Check the ledger before you send it again.',
    'Эта форма уже отправлена с другой суммой. Прежде чем отправлять снова, проверьте журнал операций.',
  ],
  'wrong-field': [
    'Enter an amount above zero, such as 1000 or 12.50, without a separator of thousands.',
    'Укажите сумму больше нуля, например 1000 или 12,50, без разделителя тысяч.',
  ],
  'long-prefix': ['A prefix has at most four digits.', 'В префиксе не больше четырёх цифр.'],
  'calls-under-way': [
    'This account has calls in progress. Try again in a minute.',
    'У аккаунта есть незавершённые звонки. Попробуйте через минуту.',
  ],
  'no-demo-account': ['This account is already a real one.', 'Этот аккаунт уже рабочий.'],
  'no-owner': [
    'There is no account or service with this number.',
    'Аккаунта или сервиса с таким номером нет.',
  ],
})
