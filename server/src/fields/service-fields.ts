import { defaultAddressLimits, maxPerAddress } from '../books/address-limits.ts'
import { type Field, lineOf } from './field.ts'

export interface ServiceField extends Field {
  /** The option of the command. */
  readonly option: string
  /** `form`: the owner's form; `own`: another part of the owner's pages; `operator`: only the operator may set it. */
  readonly group: 'form' | 'own' | 'operator'
  /** What the form calls the choices. */
  readonly choiceWords?: { readonly [Language in 'en' | 'ru']: Readonly<Record<string, string>> }
}

export const maxWorkflowRules = 100
export const maxSteps = 4

/** Every setting of a service, in the order of its form. */
export const serviceFields = {
  allowedCountries: {
    value: {
      kind: 'list',
      default: [],
      pattern: '^[A-Z]{2}$',
      max: 250,
      none: 'any',
      expected: 'ISO country codes such as RU or KZ, or any',
    },
    option: 'allow-countries',
    group: 'form',
    en: [
      'Countries',
      'Numbers of other countries are refused with code 9. None chosen: every country of your tariff.',
    ],
    ru: ['Страны', 'Номера других стран отклоняются с кодом 9. Ничего не выбрано — все страны тарифа.'],
  },
  voiceLanguage: {
    value: {
      kind: 'text',
      default: null,
      pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$',
      none: 'default',
      expected: 'a language tag such as de or pt-BR, or default',
    },
    option: 'voice-language',
    group: 'form',
    en: [
      'Language of the spoken code',
      'For voice and mix: a tag such as de or pt-BR. Built in are ru, en, kk, de, fr, es, it, pt and tr. Empty: that of the called country.',
    ],
    ru: [
      'Язык, на котором диктуется код',
      'Для голоса и смешанного режима: метка, например de или pt-BR. Есть ru, en, kk, de, fr, es, it, pt и tr. Пусто — язык страны звонка.',
    ],
  },
  inboundLifetimeSeconds: {
    value: { kind: 'number', default: 60, min: 30, max: 300, unit: 'seconds' },
    option: 'inbound-lifetime',
    group: 'form',
    en: [
      'How long an inbound request waits',
      'Seconds for the person to call the confirmation number, 30 to 300.',
    ],
    ru: [
      'Сколько ждать входящий звонок',
      'Сколько секунд у человека на звонок на номер подтверждения, от 30 до 300.',
    ],
  },
  callerLevel: {
    value: { kind: 'choice', default: 'medium', choices: ['low', 'medium', 'high'] },
    option: 'caller-level',
    group: 'form',
    en: [
      'How sure the number of an inbound call must be',
      'A call below this level confirms nothing; the page of the call says why. Test it with your own calls: not every carrier confirms caller numbers. With low, anybody who can forge a calling number confirms it.',
    ],
    ru: [
      'Надёжность номера при входящем звонке',
      'Звонок с меньшей надёжностью ничего не подтверждает, причина видна на странице звонка. Проверьте на своих звонках: не все операторы связи подтверждают номер. При низком уровне номер подтвердит любой, кто умеет его подделать.',
    ],
    choiceWords: {
      en: {
        low: 'Low: the number that the caller sends is enough',
        medium: 'Medium: the network confirms the number',
        high: 'High: the network confirms the number, and another sign supports it',
      },
      ru: {
        low: 'Низкая: достаточно номера, который передал звонящий',
        medium: 'Средняя: номер подтверждает сеть',
        high: 'Высокая: номер подтверждает сеть и ещё один признак',
      },
    },
  },
  webhookCaller: {
    value: { kind: 'yes-no', default: false },
    option: 'webhook-caller',
    group: 'form',
    en: ['Send the level in webhooks', 'As callerIdentity: how sure the number of the caller was.'],
    ru: ['Передавать уровень в веб-хуке', 'В поле callerIdentity: насколько надёжен номер звонящего.'],
  },
  testNumbers: {
    value: {
      kind: 'choice',
      default: null,
      choices: ['contract', 'scenarios', 'none'],
      none: 'default',
    },
    option: 'test-numbers',
    group: 'form',
    en: [
      'Test numbers',
      '79000000001 succeeds and 79000000002 fails without a call; the scenarios 790000001NN play every other outcome. What you choose holds for the whole API, hooks and pages. With test numbers on, nobody may be let in while test of an answer is true.',
    ],
    ru: [
      'Тестовые номера',
      '79000000001 проходит проверку, 79000000002 нет, звонков не бывает; сценарии 790000001NN разыгрывают все остальные исходы. Выбор действует для всего API, хуков и страниц. Если номера включены, не пускайте никого, когда в ответе test равно true.',
    ],
    choiceWords: {
      en: {
        default: 'By default: both at /v1.0 and none elsewhere; in a demo account scenarios',
        contract: '79000000001 and 79000000002',
        scenarios: 'Scenarios too: 79000000100 to 79000000123',
        none: 'None',
      },
      ru: {
        default: 'По умолчанию: оба в /v1.0, больше нигде; в демо-аккаунте сценарии',
        contract: '79000000001 и 79000000002',
        scenarios: 'И сценарии: от 79000000100 до 79000000123',
        none: 'Не принимать',
      },
    },
  },
  allowedAddresses: {
    value: {
      kind: 'list',
      default: [],
      pattern: lineOf(1, 50),
      max: 1000,
      none: 'any',
      expected: 'addresses or ranges such as 203.0.113.7 or 203.0.113.0/24, at most 1000, or any',
    },
    option: 'allow-addresses',
    group: 'form',
    en: [
      'Addresses that may call the API',
      'With commas or one to a line, ranges too: 203.0.113.7, 203.0.113.0/24. Empty: from anywhere with the key.',
    ],
    ru: [
      'Откуда можно вызывать API',
      'Через запятую или по одному в строке, можно диапазоны: 203.0.113.7, 203.0.113.0/24. Пусто — отовсюду с ключом.',
    ],
  },
  httpsOnly: {
    value: { kind: 'yes-no', default: false },
    option: 'https-only',
    group: 'form',
    en: ['HTTPS only', 'A request over plain HTTP is refused even with the right key.'],
    ru: ['Только HTTPS', 'Запрос по обычному HTTP отклоняется даже с верным ключом.'],
  },
  profile: {
    value: { kind: 'choice', default: null, choices: ['standard', 'ucaller'], none: 'default' },
    option: 'profile',
    group: 'form',
    en: [
      'API profile',
      'ucaller: clients written for that service work unchanged. Ids are present under both names, errors come with HTTP 200; see the docs for the rest.',
    ],
    ru: [
      'Профиль API',
      'ucaller: клиенты, написанные для этого сервиса, работают без изменений. Идентификаторы есть под обоими именами, ошибки приходят с HTTP 200; подробности в документации.',
    ],
    choiceWords: {
      en: { standard: 'Standard', ucaller: 'ucaller' },
      ru: { standard: 'Стандартный', ucaller: 'ucaller' },
    },
  },
  bareTestFailure: {
    value: { kind: 'yes-no', default: false },
    option: 'bare-test-failure',
    group: 'form',
    en: [
      'Test number fails without an error text',
      'With the profile ucaller: initCall of 79000000002 answers status false without an error, as the public service does. Some clients cannot handle this answer.',
    ],
    ru: [
      'Тестовый номер без текста ошибки',
      'С профилем ucaller: initCall на 79000000002 отвечает status false без error, как публичный сервис. Некоторые клиенты такой ответ не понимают.',
    ],
  },
  errorStatus: {
    value: { kind: 'choice', default: null, choices: ['mirror', '200'], none: 'default' },
    option: 'error-status',
    group: 'form',
    en: ['HTTP status of errors', 'Choose the second for clients that expect HTTP 200 with every answer.'],
    ru: [
      'HTTP-статус ошибок',
      'Второй вариант нужен клиентам, которые рассчитывают на HTTP 200 в любом ответе.',
    ],
    choiceWords: {
      en: { mirror: 'By the kind of error (400, 429…)', '200': 'Always 200' },
      ru: { mirror: 'По смыслу ошибки (400, 429…)', '200': 'Всегда 200' },
    },
  },
  legacyRepeats: {
    value: { kind: 'yes-no', default: false },
    option: 'legacy-repeats',
    group: 'operator',
    en: ['Free repeats (initRepeat)', 'Only the operator can change this.'],
    ru: ['Бесплатные повторы (initRepeat)', 'Изменить может только администратор.'],
  },
  requestsPerSecond: {
    value: {
      kind: 'number',
      default: null,
      min: 1,
      max: 1_000_000,
      unit: 'requests per second',
      none: 'default',
    },
    option: 'request-limit',
    group: 'operator',
    en: [
      'Requests per second',
      'With the keys of the service, from all addresses together; more get HTTP 429. Only the operator can change this.',
    ],
    ru: [
      'Запросов в секунду',
      'С ключами сервиса, со всех адресов вместе; лишние получают HTTP 429. Изменить может только администратор.',
    ],
  },
  workflow: {
    value: {
      kind: 'own',
      default: [],
      expected: `up to ${maxWorkflowRules} rules with match (country, operator, prefix) and one to ${maxSteps} steps (mode, seconds, and channel with the mode http)`,
    },
    option: 'workflow',
    group: 'own',
    en: [
      'Steps of /v2 for phones that match',
      'The first rule that matches decides; without rules flash, then voice.',
    ],
    ru: ['Сценарий проверки', 'Решает первое подходящее правило; без правил — flash, затем голос.'],
  },
  addressLimits: {
    value: {
      kind: 'own',
      default: defaultAddressLimits,
      none: 'off',
      expected: `verifications, phones and countries an hour, each from 1 to ${maxPerAddress}, or off`,
    },
    option: 'address-limits',
    group: 'own',
    en: ['Limits of end users', 'What one ip or device_id of /v2 may ask for in an hour.'],
    ru: ['Пределы для пользователей', 'Что можно запросить за час с одного ip или device_id в /v2.'],
  },
} as const satisfies Readonly<Record<string, ServiceField>>
