import { terms, withCommon } from '../../../language/terms.ts'

export const workflowTexts = withCommon({
  limits: ['Limits for one end user', 'Лимиты для одного пользователя'],
  limitsHint: [
    'Programs send the address of the end user as ip. In any 60 minutes one address may ask for at most so many; an IPv6 address counts with its /64.',
    'Программа передаёт адрес пользователя в поле ip. За любые 60 минут с одного адреса можно запросить не больше указанного; адрес IPv6 считается вместе со своей /64.',
  ],
  limitsOn: ['Limit what one address may ask for', 'Ограничивать запросы с одного адреса'],
  limitNames: {
    verifications: ['Verifications', 'Проверки'],
    phones: ['Different phones', 'Разные телефоны'],
    countries: ['Countries', 'Страны'],
  },
  workflow: ['Which calls a verification makes', 'Какие звонки делает проверка'],
  workflowHint: [
    'For requests that name no steps. The first rule that matches the phone decides; a call that does not help is followed by the next one.',
    'Для запросов, в которых шаги не указаны. Решает первое правило, под которое подходит телефон; если звонок не помог, за ним следует другой.',
  ],
  templates: ['Begin with a template', 'Начать с шаблона'],
  templateNames: {
    'flash-first': ['Flash first', 'Сначала звонок-сброс'],
    'inbound-first': ['Inbound first', 'Сначала входящий'],
    'by-network': ['By network', 'По сетям'],
  },
  templatesHint: (blocked: string) => [
    `It replaces the rules below; nothing is saved before you save. By network: Inbound where Flash was not delivered for a day (now: ${blocked}), Flash first elsewhere.`,
    `Шаблон заменяет правила ниже; до сохранения ничего не меняется. По сетям: входящий там, где звонки-сбросы не доходят сутки (сейчас: ${blocked}), в остальных сетях сначала звонок-сброс.`,
  ],
  noBlocked: ['no network', 'таких сетей нет'],
  rule: (number: number) => [`Rule ${number}`, `Правило ${number}`],
  anyCountry: ['Any country', 'Любая страна'],
  anyOperator: ['Any, as verifications show it', 'Любой; название как в проверках'],
  prefix: ['Number begins with', 'Номер начинается с'],
  anyPrefix: ['Any digits', 'Любые цифры'],
  poorReach: [
    'Only phones that flash calls do not reach',
    'Только телефоны, до которых не доходят звонки-сбросы',
  ],
  poorReachAbout: [
    'The last two flash calls of the account to them in 30 days seemed to arrive and were not confirmed, while others of their network confirm.',
    'Последние два звонка-сброса аккаунта за 30 дней будто дошли, но не подтверждены, а другие в той же сети подтверждают.',
  ],
  steps: ['Calls', 'Звонки'],
  step: (number: number) => [`Call ${number}: mode`, `Звонок ${number}: режим`],
  byKey: [`${terms.en.modes.voice}, by key`, `${terms.ru.modes.voice}, клавишами`],
  channel: (number: number) => [`Call ${number}: channel of the gateway`, `Звонок ${number}: канал шлюза`],
  seconds: (number: number) => [
    `Call ${number}: seconds to wait for the code`,
    `Звонок ${number}: сколько секунд ждать код`,
  ],
  secondsUnit: ['s', 'с'],
  addStep: ['Add a call', 'Добавить звонок'],
  removeStep: (number: number) => [`Remove call ${number}`, `Убрать звонок ${number}`],
  addRule: ['Add a rule', 'Добавить правило'],
  up: (number: number) => [`Move rule ${number} up`, `Правило ${number} выше`],
  down: (number: number) => [`Move rule ${number} down`, `Правило ${number} ниже`],
  removeRule: (number: number) => [`Remove rule ${number}`, `Удалить правило ${number}`],
  others: [
    'All other phones: Flash for 20 s, then Voice.',
    'Все остальные телефоны: звонок-сброс и 20 с ожидания, затем голос.',
  ],
  noRules: [
    'No rules: every phone gets Flash for 20 s, then Voice.',
    'Правил нет: для всех телефонов звонок-сброс и 20 с ожидания, затем голос.',
  ],
  matchesAll: [
    'This rule matches every phone: the rules below it are never used.',
    'Под это правило подходит любой телефон: правила ниже не сработают.',
  ],
  saved: ['Saved. The next verification uses it.', 'Сохранено. Действует со следующей проверки.'],
  preview: ['Preview', 'Что получится'],
  previewHint: [
    'What would happen for this phone, and what it would cost at most. Nobody is called. The rules above count as they are now, saved or not.',
    'Что будет с этим телефоном и сколько это может стоить самое большее. Никому не звоним. Правила учитываются такими, как сейчас на странице, даже если они не сохранены.',
  ],
  phone: ['Phone', 'Телефон'],
  codeLength: ['Digits of the code', 'Цифр в коде'],
  byRule: (number: number) => [`Rule ${number} decides.`, `Решает правило ${number}.`],
  byDefault: [
    'No rule matches: the default calls are made.',
    'Ни одно правило не подходит: звонки по умолчанию.',
  ],
  about: (country: string, operator: string) => [`${country}, ${operator}`, `${country}, ${operator}`],
  waits: (seconds: number) => [`then up to ${seconds} s for the code`, `затем до ${seconds} с ждём код`],
  untilEnd: ['then until the verification expires', 'затем ждём код до конца срока'],
  atMost: (sum: string) => [`At most ${sum}.`, `Не дороже ${sum}.`],
  onApproval: [
    'Charged only when the verification is approved.',
    'Оплата, только если проверка подтверждена.',
  ],
  paused: [
    'Calls to this destination are paused now: a verification would be refused.',
    'Звонки на это направление сейчас приостановлены: проверку отклонят.',
  ],
  nothing: [
    'No call can be made: the request would be refused.',
    'Ни один звонок невозможен: запрос отклонят.',
  ],
  skips: [
    {
      country_not_allowed: 'skipped: the settings do not allow the country',
      number_not_served: 'skipped: premium-rate, similar and blocked numbers are not called',
      no_route: 'skipped: the tariff has no price, or there is no confirmation number',
    } as Record<string, string>,
    {
      country_not_allowed: 'пропустим: настройки не разрешают эту страну',
      number_not_served: 'пропустим: на платные, подобные и заблокированные номера не звоним',
      no_route: 'пропустим: в тарифе нет цены или нет номера подтверждения',
    } as Record<string, string>,
  ],
  errors: {
    workflow: [
      'A rule is not valid. Prefixes are digits without a plus; seconds are from 5 to 120; a rule has one to four calls.',
      'В правиле ошибка. Начало номера — цифры без плюса; секунды — от 5 до 120; звонков в правиле — от одного до четырёх.',
    ],
    addressLimits: ['Whole numbers from 1 to 1,000.', 'Целые числа от 1 до 1000.'],
    phone: [
      'This is not a valid phone number. Write it with the country code.',
      'Это не телефонный номер. Напишите его с кодом страны.',
    ],
  },
})
