import { withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

export const protectionTexts = withCommon({
  paused: ['Paused destinations', 'Приостановленные направления'],
  pausedAbout: [
    'A service called a destination that its account hardly called before. These calls are refused (error 9) until somebody resumes them.',
    'Сервис звонил туда, куда его аккаунт раньше почти не звонил. Эти звонки отклоняются (ошибка 9), пока их не возобновят.',
  ],
  noPaused: ['No destination is paused.', 'Приостановленных направлений нет.'],
  prefixes: ['Blocked destinations', 'Заблокированные направления'],
  prefixesAbout: [
    'No customer may call numbers that begin so (error 9). The person cannot confirm such a number by a call to us either.',
    'Никто из клиентов не может звонить на номера, которые так начинаются (ошибка 9). Подтвердить такой номер входящим звонком тоже нельзя.',
  ],
  noPrefixes: ['No destination is blocked', 'Заблокированных направлений нет'],
  noPrefixesAbout: [
    'Block one that is called only to earn from the calls.',
    'Заблокируйте то, куда звонят только ради заработка на звонках.',
  ],
  digits: ['Destination, 1 to 7 digits', 'Направление, 1–7 цифр'],
  blocked: ['Blocked addresses', 'Заблокированные адреса'],
  blockedAbout: [
    'Every request from there is refused: to the API with error 0, and to the cabinet too.',
    'Все запросы оттуда отклоняются: к API — с ошибкой 0, к кабинету тоже.',
  ],
  noBlocked: ['No address is blocked', 'Заблокированных адресов нет'],
  noBlockedAbout: [
    'Block an address that guesses keys or floods the service.',
    'Заблокируйте тот, что подбирает ключи или заваливает запросами.',
  ],
  address: ['Address or range', 'Адрес или диапазон'],
  block: ['Block', 'Заблокировать'],
  ownAddress: [
    'This is your own address. If you block it, you lose access to the cabinet: only another operator or the command ringkey address unblock can unblock it.',
    'С этого адреса работаете вы сами. После блокировки кабинет для вас закроется: снять блокировку сможет только другой администратор или команда ringkey address unblock.',
  ],
  addressInUse: (requests: string, customers: string) => [
    `Programs of customers call from there. Requests in the last 24 hours: at least ${requests} (${customers}). If you block it, their requests are refused.`,
    `Оттуда обращаются программы клиентов. Запросов за 24 часа: не меньше ${requests} (${customers}). После блокировки они будут отклоняться.`,
  ],
  blockAnyway: ['Block it anyway', 'Всё равно заблокировать'],
  letIn: ['Unblock', 'Разблокировать'],
  letInName: (address: string) => [`Unblock ${address}`, `Разблокировать ${address}`],
  letInQuestion: (address: string) => [`Unblock ${address}?`, `Разблокировать ${address}?`],
  letInAbout: ['It is served again.', 'Обслуживание возобновится.'],
  doNotCall: ['Do-not-call list', 'Кому не звонить'],
  doNotCallAbout: [
    'People who asked not to be called (error 21). Only hashes of the numbers are stored: type a number to find it.',
    'Люди, которые просили не звонить (ошибка 21). Хранятся только хеши: введите номер, чтобы найти его.',
  ],
  listed: (total: string) => [`Numbers on the list: ${total}.`, `Номеров в списке: ${total}.`],
  noneListed: ['Nobody is on the list.', 'В списке никого нет.'],
  check: ['Check', 'Проверить'],
  remove: ['Remove', 'Убрать'],
  isListed: (mask: string, since: string) => [
    `${mask} is on the list since ${since}.`,
    `${mask} в списке с ${since}.`,
  ],
  isNotListed: (mask: string) => [`${mask} is not on the list.`, `${mask} в списке нет.`],
  mask: ['Number', 'Номер'],
  caps: ['Spend caps', 'Лимиты расходов'],
  capsAbout: [
    'How much an account, a service or a destination may spend. Requests above the cap are refused (error 1002).',
    'Сколько может потратить аккаунт, сервис или направление. Запросы сверх лимита получают ошибку 1002.',
  ],
  noCaps: ['Spending is limited only by the balances', 'Расходы ограничены только балансами'],
  noCapsAbout: [
    'Cap a destination here; caps of accounts and services are on the page of the account.',
    'Здесь можно ограничить направление; аккаунты и сервисы — на странице аккаунта.',
  ],
  scope: ['For', 'Для чего'],
  scopes: {
    account: ['account', 'аккаунт'],
    service: ['service', 'сервис'],
    prefix: ['destination', 'направление'],
  },
  perHour: ['In a clock hour', 'За календарный час'],
  perDay: ['In 24 hours', 'За 24 часа'],
  noBound: ['none', 'нет'],
  prefix: ['Destination, 1 to 4 digits', 'Направление, 1–4 цифры'],
  addCap: ['Add a cap', 'Ограничить'],
  limits: ['Limits in force', 'Действующие ограничения'],
  limitsAbout: ['Set in environment variables of the service.', 'Задаются переменными окружения сервиса.'],
  limit: {
    gap: ['Between two calls to one number', 'Между двумя звонками на номер'],
    minute: ['Calls to one number in a minute', 'Звонков на номер в минуту'],
    day: ['Calls to one number in 24 hours', 'Звонков на номер за 24 часа'],
    rest: ['Pause for a number after that', 'Пауза для номера после этого'],
    serviceRate: ['Requests per second of a service', 'Запросов в секунду от сервиса'],
    rate: ['Requests per second from an address without a key', 'Запросов в секунду с адреса без ключа'],
  },
  seconds: (count: string) => [`${count} s`, `${count} с`],
  hours: (count: string) => [`${count} h`, `${count} ч`],
  noLimit: ['no limit', 'без ограничения'],
})

export const protectionProblems = defineMessages({
  'no-phone': [
    'This is not a phone number. Write it with the country, such as +7 916 123-45-67.',
    'Это не номер телефона. Напишите его с кодом страны, например +7 916 123-45-67.',
  ],
  'wrong-field': [
    'Expected an address or a range such as 203.0.113.7 or 203.0.113.0/24, or the first 1 to 7 digits of a number with its country: for Russia 7, not 8.',
    'Нужен адрес или диапазон вроде 203.0.113.7 или 203.0.113.0/24 либо первые 1–7 цифр номера с кодом страны: для России 7, а не 8.',
  ],
  gone: ['It was already removed.', 'Это уже кто-то убрал.'],
})
