import type { Field } from './field.ts'

export interface InstallationField extends Field {
  readonly group: 'money' | 'accounts' | 'protection' | 'calls' | 'kept'
  /** The environment variable that it was once, and the part of its value, with # for the number. */
  readonly former?: readonly [name: `RINGKEY_${string}`, part?: string]
  /** What the form calls the choices. */
  readonly choiceWords?: { readonly [Language in 'en' | 'ru']: Readonly<Record<string, string>> }
}

/** Every setting of an installation, in the order of its page. They are stored: a change needs no restart. */
export const installationFields = {
  currency: {
    value: {
      kind: 'text',
      default: 'RUB',
      pattern: '^[A-Z]{3}$',
      expected: 'a currency of ISO 4217 such as EUR, until the first account of a customer exists',
    },
    group: 'money',
    en: [
      'Currency',
      'Of all balances and prices. It stays once there is an account that is no demo account.',
    ],
    ru: ['Валюта', 'Для всех балансов и цен. Не меняется, когда есть хотя бы один аккаунт, кроме демо.'],
  },
  topUpUrl: {
    value: {
      kind: 'text',
      default: null,
      pattern: '^https?://[!-~]{1,1000}$',
      none: 'none',
      expected: 'an address such as https://pay.example/, or none',
    },
    group: 'money',
    en: [
      'Top-up address',
      'Where owners pay: Top up on the page Money opens it with a signed order. Empty: they ask you.',
    ],
    ru: [
      'Адрес пополнения',
      'Где платят владельцы: кнопка «Пополнить» открывает его с подписанным заказом. Пусто — обращаются к вам.',
    ],
  },
  defaultCountries: {
    value: {
      kind: 'list',
      default: ['RU', 'KZ'],
      pattern: '^[A-Z]{2}$',
      max: 250,
      none: 'any',
      expected: 'ISO country codes such as RU,KZ, or any',
    },
    group: 'accounts',
    former: ['RINGKEY_DEFAULT_COUNTRIES'],
    en: [
      'Countries of a new service',
      'Services that exist keep theirs. Empty: every country of its tariff.',
    ],
    ru: ['Страны нового сервиса', 'У существующих сервисов ничего не меняется. Пусто — все страны тарифа.'],
  },
  signUp: {
    value: { kind: 'choice', default: 'auto', choices: ['auto', 'open', 'invite', 'closed'] },
    group: 'accounts',
    former: ['RINGKEY_SIGN_UP'],
    en: ['Sign-up', 'Who may create an account.'],
    ru: ['Регистрация', 'Кто может создать аккаунт.'],
    choiceWords: {
      en: {
        auto: 'Anybody in the demo, otherwise by link',
        open: 'Anybody',
        invite: 'By link',
        closed: 'Nobody',
      },
      ru: { auto: 'В демо — все, иначе по ссылке', open: 'Все', invite: 'По ссылке', closed: 'Никто' },
    },
  },
  confirmPhone: {
    value: { kind: 'yes-no', default: false },
    group: 'accounts',
    former: ['RINGKEY_CONFIRM_PHONE'],
    en: [
      'Owners confirm a phone',
      'The API answers a new account with 1005 until its owner has confirmed one.',
    ],
    ru: ['Владелец подтверждает телефон', 'До этого API отвечает новому аккаунту кодом 1005.'],
  },
  operatorSecondFactor: {
    value: { kind: 'choice', default: 'auto', choices: ['auto', 'on', 'off'] },
    group: 'accounts',
    former: ['RINGKEY_OPERATOR_SECOND_FACTOR'],
    en: ['Operators need a second factor', 'For the pages of operators.'],
    ru: ['Администраторам нужен второй фактор', 'Для страниц администратора.'],
    choiceWords: {
      en: { auto: 'Where the demo is off and the address is public', on: 'Always', off: 'Never' },
      ru: { auto: 'Если демо выключено и адрес публичный', on: 'Всегда', off: 'Никогда' },
    },
  },
  trafficAlarmCalls: {
    value: { kind: 'number', default: 30, min: 1, max: 1_000_000, unit: 'calls an hour', zero: 'never' },
    group: 'protection',
    former: ['RINGKEY_VELOCITY', 'alarm:#/h'],
    en: [
      'Unusual traffic: alarm',
      'From so many calls an hour to one destination it may raise an alarm; 0 switches it off.',
    ],
    ru: [
      'Необычный трафик: тревога',
      'С какого числа звонков в час на одно направление возможна тревога; 0 — выключено.',
    ],
  },
  trafficPauseCalls: {
    value: { kind: 'number', default: 150, min: 1, max: 1_000_000, unit: 'calls an hour', zero: 'never' },
    group: 'protection',
    former: ['RINGKEY_VELOCITY', 'pause:#/h'],
    en: [
      'Unusual traffic: pause',
      'From so many calls an hour the destination may be paused; 0 never pauses.',
    ],
    ru: [
      'Необычный трафик: пауза',
      'С какого числа звонков в час направление может быть приостановлено; 0 — никогда.',
    ],
  },
  quarantineNumbers: {
    value: { kind: 'yes-no', default: true },
    group: 'protection',
    former: ['RINGKEY_NUMBER_QUARANTINE'],
    en: ['Pause refused calling numbers', 'They are tried again later. Otherwise all numbers stay in use.'],
    ru: [
      'Приостанавливать отклоняемые номера',
      'Позже они пробуются снова. Иначе в работе остаются все номера.',
    ],
  },
  routingQualityPercent: {
    value: { kind: 'number', default: 95, min: 1, max: 100, unit: 'percent' },
    group: 'calls',
    former: ['RINGKEY_ROUTING_QUALITY_PERCENT'],
    en: [
      'How good a cheaper trunk has to be',
      'In percent of the best one, to be taken for its price; 100 always takes the best.',
    ],
    ru: [
      'Насколько хорош должен быть транк дешевле',
      'В процентах от лучшего; при 100 всегда выбирается лучший.',
    ],
  },
  keepCallsDays: {
    value: { kind: 'number', default: 180, min: 1, max: 3650, unit: 'days' },
    group: 'kept',
    former: ['RINGKEY_RETENTION', 'calls:#d'],
    en: ['Keep verifications', 'Days.'],
    ru: ['Хранить проверки', 'Дней.'],
  },
  keepRequestsDays: {
    value: { kind: 'number', default: 7, min: 1, max: 90, unit: 'days', zero: 'no request log' },
    group: 'kept',
    former: ['RINGKEY_RETENTION', 'requests:#d'],
    en: ['Keep the request log', 'Days; 0 keeps none.'],
    ru: ['Хранить журнал запросов', 'Дней; 0 — не вести.'],
  },
  requestLogRows: {
    value: { kind: 'number', default: 10_000, min: 100, max: 100_000, unit: 'requests' },
    group: 'kept',
    former: ['RINGKEY_REQUEST_LOG_ROWS'],
    en: ['Requests of a service', 'So many, the newest, are kept one by one; all are counted.'],
    ru: ['Запросов одного сервиса', 'Столько последних хранится по одному; считаются все.'],
  },
  keepOperatorLogDays: {
    value: { kind: 'number', default: 365, min: 30, max: 3650, unit: 'days' },
    group: 'kept',
    former: ['RINGKEY_RETENTION', 'operator-log:#d'],
    en: ['Keep the operators’ log', 'Days, 30 at least.'],
    ru: ['Хранить журнал администраторов', 'Дней, не меньше 30.'],
  },
  keepLedgerMonths: {
    value: { kind: 'number', default: 13, min: 1, max: 1200, unit: 'months', zero: 'for ever' },
    group: 'kept',
    former: ['RINGKEY_RETENTION', 'ledger:#mo'],
    en: ['Keep ledger entries one by one', 'Whole months; 0 keeps all of them.'],
    ru: ['Хранить записи счёта по одной', 'Полных месяцев; 0 — хранить все.'],
  },
} as const satisfies Readonly<Record<string, InstallationField>>
