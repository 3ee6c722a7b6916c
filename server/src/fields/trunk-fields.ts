import { type Fields, type FieldValue, lineOf } from './field.ts'

/** A host name or address that is valid in a SIP URI (RFC 3261 25.1). */
const host = '(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?|\\[[0-9a-fA-F:.]{2,45}\\])'
const user = "^[A-Za-z0-9_.!~*'()&=+$,;?/-]{1,64}$"
/** Characters that need no quoting in digest credentials; IMS has `+74951230001@ims.example`. */
const digestName = '^[^\\x00-\\x20\\x7f"\\\\<>]{1,128}$'
/** Headers that can carry the calling number. */
const callerPlaces = ['from', 'pai', 'ppi', 'rpid', 'diversion', 'history-info'] as const
const codecs = ['pcma', 'pcmu', 'g722'] as const
/** The meanings that an operator may give to a status or a Q.850 cause of this carrier. */
const overrideMeanings = [
  'busy',
  'unreachable',
  'bad-number',
  'blocked',
  'unwanted',
  'trunk-fault',
  'route-fault',
] as const
/** See telephony/trunks/number-format.ts. */
const numberFormat = {
  kind: 'text',
  default: '+E164',
  pattern: lineOf(1, 32),
  expected: '+E164, E164, 810E164, national:RU or 8national:RU',
} as const satisfies FieldValue

/**
 * Every setting of a trunk, in the order of its form. `connect`, `limits` and `prices` are steps of it, the others a last one.
 * `enabled` has a button of its own. What a value means in a call stands where it is used; telephony's design has the times.
 */
export const trunkFields = {
  enabled: {
    value: { kind: 'yes-no', default: true },
    group: 'button',
    en: ['In use', 'Calls may take this trunk.'],
    ru: ['Используется', 'Звонки могут идти через этот транк.'],
  },
  host: {
    value: {
      kind: 'text',
      pattern: `^${host}$`,
      expected: 'a host name or an address; IPv6 in brackets, such as [2001:db8::7]',
    },
    group: 'connect',
    en: ['Host', 'Name or address of the carrier’s SIP server; IPv6 in brackets.'],
    ru: ['Хост', 'Имя или адрес SIP-сервера оператора связи; IPv6 — в квадратных скобках.'],
  },
  port: {
    value: { kind: 'number', default: null, min: 1, max: 65_535, unit: 'a port' },
    group: 'connect',
    en: ['Port', 'Empty: found through DNS SRV, or the default port.'],
    ru: ['Порт', 'Пусто — из записи SRV в DNS или порт по умолчанию.'],
  },
  transport: {
    value: { kind: 'choice', default: 'udp', choices: ['udp', 'tcp', 'tls'] },
    group: 'connect',
    en: ['Transport', 'As the carrier requires: UDP, TCP or TLS.'],
    ru: ['Транспорт', 'Как требует оператор связи: UDP, TCP или TLS.'],
  },
  authUser: {
    value: {
      kind: 'text',
      default: null,
      pattern: digestName,
      expected: 'a user name such as 1234567 or 1234567@ims.example, or none',
    },
    group: 'connect',
    en: ['User', 'For digest authentication and registration. In an IMS with its domain: user@domain.'],
    ru: ['Пользователь', 'Для дайджест-аутентификации и регистрации. В IMS — с доменом: user@domain.'],
  },
  register: {
    value: { kind: 'yes-no', default: false },
    group: 'connect',
    en: ['Register', 'Keep a registration at the carrier, so that calls can come in.'],
    ru: ['Регистрироваться', 'Держать регистрацию у оператора связи, чтобы принимать звонки.'],
  },
  prefixes: {
    value: {
      kind: 'list',
      default: [],
      pattern: '^[1-9]\\d{0,14}$',
      max: 1000,
      expected: 'prefixes such as 7 or 77, at most 1000',
    },
    group: 'limits',
    en: ['Destinations', 'Prefixes such as 7, 77, separated by commas. Empty: everywhere.'],
    ru: ['Направления', 'Префиксы вроде 7, 77 через запятую. Пусто — куда угодно.'],
  },
  callsAtOnce: {
    value: { kind: 'number', default: 200, min: 1, max: 100_000, unit: 'calls' },
    group: 'limits',
    en: ['Calls at once', 'The number of channels.'],
    ru: ['Звонков одновременно', 'Число каналов.'],
  },
  callsPerSecond: {
    value: { kind: 'number', default: 20, min: 0.01, max: 100_000, unit: 'calls', isWhole: false },
    group: 'limits',
    en: ['Calls per second', 'What the carrier allows. Below 1: 0.2 is one call in 5 seconds.'],
    ru: ['Звонков в секунду', 'Сколько разрешает оператор связи. Меньше 1: 0.2 — один звонок за 5 секунд.'],
  },
  prices: {
    value: {
      kind: 'pairs',
      default: {},
      keys: '^(\\*|[1-9]\\d{0,14})$',
      pattern: lineOf(1, 100),
      max: 1000,
      expected:
        'prefix or *, and its price such as 7:0.30/attempt or 77:0.05/answer+1.20/minute by 60/60; for each attempt, ring, answer, minute or second',
    },
    group: 'prices',
    en: [
      'Prices of the carrier',
      'By prefix, such as 7:0.30/attempt, 77:0.05/answer+1.20/minute by 60/60. For each attempt, ring, answer, minute or second; * is everywhere.',
    ],
    ru: [
      'Цены оператора связи',
      'По префиксам, например 7:0.30/attempt, 77:0.05/answer+1.20/minute by 60/60. За попытку (attempt), гудок (ring), ответ (answer), минуту (minute) или секунду (second); * — везде.',
    ],
  },
  tcpForLarge: {
    value: { kind: 'yes-no', default: true },
    group: 'addresses',
    en: [
      'TCP for large requests',
      'With UDP: requests above 1,300 bytes go by TCP, and by UDP where TCP is refused.',
    ],
    ru: [
      'Большие запросы по TCP',
      'При UDP: запросы больше 1300 байт идут по TCP, а если TCP закрыт — по UDP.',
    ],
  },
  caFile: {
    value: {
      kind: 'text',
      default: null,
      pattern: '^/[^\\x00-\\x1f\\x7f]{1,499}$',
      expected: 'the path of a PEM file, such as /etc/ringkey/carrier-ca.pem, or none',
    },
    group: 'addresses',
    en: [
      'CA file',
      'For TLS: a PEM file on the server with the carrier’s own authority. Empty: the certificate authorities of the system.',
    ],
    ru: [
      'Файл ЦС',
      'Для TLS: PEM-файл на сервере с корневым сертификатом оператора связи. Пусто — центры сертификации системы.',
    ],
  },
  proxy: {
    value: {
      kind: 'text',
      default: null,
      pattern: `^${host}(:\\d{1,5})?$`,
      expected: 'host or host:port (IPv6 in brackets), or none',
    },
    group: 'addresses',
    en: ['Outbound proxy', 'host or host:port, where everything is sent instead of to the host.'],
    ru: ['Исходящий прокси', 'host или host:port, куда отправлять всё вместо хоста.'],
  },
  registerUser: {
    value: { kind: 'text', default: null, pattern: user, expected: 'a user name, or none' },
    group: 'addresses',
    en: ['Registered user', 'The public number of an IMS, where it is not the user above.'],
    ru: ['Регистрируемый номер', 'Публичный номер в IMS, если он не совпадает с пользователем.'],
  },
  fromUser: {
    value: { kind: 'text', default: null, pattern: user, expected: 'a user name, or none' },
    group: 'addresses',
    en: ['User in From', 'When the calling number is in another header.'],
    ru: ['Пользователь в From', 'Если номер звонящего стоит в другом заголовке.'],
  },
  fromDomain: {
    value: { kind: 'text', default: null, pattern: `^${host}$`, expected: 'a domain, or none' },
    group: 'addresses',
    en: ['Domain in From', 'Empty: the host.'],
    ru: ['Домен в From', 'Пусто — хост.'],
  },
  registerSeconds: {
    value: { kind: 'number', default: 3600, min: 30, max: 86_400, unit: 'seconds' },
    group: 'addresses',
    en: ['Registration lasts, s', 'The time that we request from the registrar.'],
    ru: ['Срок регистрации, с', 'Срок, который мы запрашиваем у сервера регистрации.'],
  },
  incomingCalls: {
    value: { kind: 'yes-no', default: true },
    group: 'addresses',
    en: ['Incoming calls', 'No: the trunk is for outgoing calls alone, and a call over it confirms nothing.'],
    ru: ['Входящие звонки', 'Нет: транк только для исходящих, звонок через него ничего не подтверждает.'],
  },
  trustedSources: {
    value: {
      kind: 'list',
      default: [],
      pattern: lineOf(1, 50),
      max: 100,
      expected: 'addresses or ranges such as 203.0.113.0/24, at most 100',
    },
    group: 'addresses',
    en: ['Trusted sources', 'More addresses that may bring incoming calls and sound, separated by commas.'],
    ru: ['Доверенные адреса', 'Ещё адреса, откуда могут приходить звонки и звук, через запятую.'],
  },
  optionsSeconds: {
    value: { kind: 'number', default: 5, min: 5, max: 3600, unit: 'seconds', zero: 'never' },
    group: 'addresses',
    en: ['Probe every, s', 'OPTIONS requests check that the trunk answers; 0: never.'],
    ru: ['Проверять каждые, с', 'Запрос OPTIONS проверяет, что транк отвечает; 0 — никогда.'],
  },
  calledFormat: {
    value: numberFormat,
    group: 'numbers',
    en: ['Called number is written', '+E164, E164, 810E164, national:RU or 8national:RU.'],
    ru: ['Запись вызываемого номера', '+E164, E164, 810E164, national:RU или 8national:RU.'],
  },
  callerFormat: {
    value: numberFormat,
    group: 'numbers',
    en: ['Calling number is written', 'The same formats as above.'],
    ru: ['Запись номера звонящего', 'Те же форматы.'],
  },
  incomingFormat: {
    value: numberFormat,
    group: 'numbers',
    en: ['Incoming numbers are written', 'How the carrier writes numbers of calls to us.'],
    ru: ['Запись во входящих', 'Как оператор связи пишет номера звонков к нам.'],
  },
  callerPlaces: {
    value: {
      kind: 'list',
      default: ['from'],
      choices: callerPlaces,
      min: 1,
      max: callerPlaces.length,
      expected: `one or more of ${callerPlaces.join(', ')}`,
    },
    group: 'numbers',
    en: ['Calling number stands in', 'Headers that carry the number we show.'],
    ru: ['Где стоит номер звонящего', 'Заголовки с номером, который мы показываем.'],
  },
  trustDomain: {
    value: { kind: 'yes-no', default: false },
    group: 'numbers',
    en: [
      'Carrier trusts us',
      'It accepts our P-Asserted-Identity (pai) without a check. No: choose ppi, and the carrier checks it.',
    ],
    ru: [
      'Оператор связи нам доверяет',
      'Принимает от нас P-Asserted-Identity (pai) без проверки. Нет: указывайте ppi, номер проверит оператор связи.',
    ],
  },
  anonymousFrom: {
    value: { kind: 'yes-no', default: false },
    group: 'numbers',
    en: ['Anonymous From', 'From names nobody; the calling number is in another header.'],
    ru: ['Анонимный From', 'From никого не называет; номер звонящего стоит в другом заголовке.'],
  },
  privacy: {
    value: { kind: 'choice', default: 'unset', choices: ['unset', 'none', 'id'] },
    group: 'numbers',
    en: [
      'Privacy',
      'none: show the number. id: hide it, so that only voice calls use this trunk. unset: say nothing.',
    ],
    ru: [
      'Privacy',
      'none — показать номер; id — скрыть, тогда через транк идут только голосовые звонки; unset — не указывать.',
    ],
  },
  headers: {
    value: {
      kind: 'pairs',
      default: {},
      keys: '^(?!P-(?:Asserted|Preferred)-Identity$)(?:[XP]-[A-Za-z0-9-]{1,60}|User-to-User|Subject|Organization)$',
      pattern: lineOf(1, 200),
      max: 10,
      expected:
        'headers that begin with X- or P-, User-to-User, Subject or Organization, such as X-Account:42; at most 10',
    },
    group: 'numbers',
    en: ['Further headers', 'Written into each INVITE, such as X-Account:42, with commas between them.'],
    ru: ['Ещё заголовки', 'Пишутся в каждый INVITE, например X-Account:42, через запятую.'],
  },
  numberOperators: {
    value: {
      kind: 'list',
      default: [],
      pattern: lineOf(1, 200),
      max: 20,
      expected: 'names of operators as ringkey lookup shows them, at most 20',
    },
    group: 'numbers',
    en: [
      'Operators of its calling numbers',
      'As the numbering registry names them, with commas. An alarm names calling numbers of anybody else: networks block such calls. Empty: not checked.',
    ],
    ru: [
      'Операторы связи, чьи номера показывает',
      'Названия как в реестре нумерации, через запятую. Если номер принадлежит другому, будет тревога: сети блокируют такие звонки. Пусто — не проверять.',
    ],
  },
  calledPlace: {
    value: { kind: 'choice', default: 'request-uri', choices: ['request-uri', 'to', 'p-called-party-id'] },
    group: 'numbers',
    en: ['Dialled number stands in', 'Where an incoming call names the number that was dialled.'],
    ru: ['Где стоит набранный номер', 'Где входящий звонок называет набранный номер.'],
  },
  fromTrust: {
    value: {
      kind: 'choice',
      default: 'verified',
      choices: ['never', 'verified', 'unscreened', 'screened'],
    },
    group: 'callers',
    en: [
      'From of incoming calls',
      'screened: the carrier checks it. unscreened: the caller may have written it. verified: only with a passed check (verstat). never: not trusted.',
    ],
    ru: [
      'From входящих звонков',
      'screened — оператор связи его проверяет. unscreened — его мог вписать сам звонящий. verified — только с пройденной проверкой (verstat). never — не принимать.',
    ],
  },
  remotePartyTrust: {
    value: { kind: 'choice', default: 'never', choices: ['never', 'screened', 'always'] },
    group: 'callers',
    en: ['Remote-Party-ID', 'For carriers that name the caller there. screened: only with screen=yes.'],
    ru: [
      'Remote-Party-ID',
      'Для операторов связи, которые передают номер звонящего там. screened — только с screen=yes.',
    ],
  },
  callersOperator: {
    value: {
      kind: 'text',
      default: null,
      pattern: lineOf(1, 200),
      expected: 'the name of an operator as ringkey lookup shows it, or none',
    },
    group: 'callers',
    en: [
      'Network operator of its callers',
      'Only if nobody else’s subscribers call over this trunk; as the numbering registry names it.',
    ],
    ru: [
      'Оператор связи звонящих',
      'Только если через транк звонят абоненты одного оператора связи; название как в реестре нумерации.',
    ],
  },
  callersRegion: {
    value: {
      kind: 'text',
      default: null,
      pattern: lineOf(1, 200),
      expected: 'the name of a region as ringkey lookup shows it, or none',
    },
    group: 'callers',
    en: ['Region of its callers', 'The same for a region.'],
    ru: ['Регион звонящих', 'То же для региона.'],
  },
  shortCallsPerHour: {
    value: { kind: 'number', default: 0, min: 0, max: 100_000_000, unit: 'calls' },
    group: 'calls',
    en: ['Short calls per hour', 'Flash and mix calls in a clock hour; 0: no limit.'],
    ru: ['Коротких звонков в час', 'Звонки-сбросы и смешанные за календарный час; 0 — без лимита.'],
  },
  reliableProgress: {
    value: { kind: 'yes-no', default: true },
    group: 'calls',
    en: ['Reliable progress', 'Offer to acknowledge provisional answers (100rel).'],
    ru: ['Надёжный прогресс', 'Предлагать подтверждение промежуточных ответов (100rel).'],
  },
  codecs: {
    value: {
      kind: 'list',
      default: ['pcma', 'pcmu'],
      choices: codecs,
      min: 1,
      max: codecs.length,
      expected: `one or more of ${codecs.join(', ')}`,
    },
    group: 'calls',
    en: ['Codecs', 'What is offered, preferred first: G.711 A-law and mu-law, and G.722.'],
    ru: ['Кодеки', 'Что предлагать, по предпочтению: G.711 A-law и mu-law, G.722.'],
  },
  srtp: {
    value: { kind: 'choice', default: 'no', choices: ['no', 'offered', 'yes'] },
    group: 'calls',
    en: [
      'Encrypted audio',
      'SRTP with the keys in the SDP; only with TLS. offered: plain audio is taken too.',
    ],
    ru: ['Шифрование звука', 'SRTP с ключами в SDP; только вместе с TLS. offered — можно и без шифрования.'],
  },
  earlyMediaIsRinging: {
    value: { kind: 'choice', default: 'learned', choices: ['learned', 'yes', 'no'] },
    group: 'calls',
    en: [
      '183 counts as ringing',
      'For carriers that never send 180. learned: decided by this trunk’s own calls.',
    ],
    ru: [
      '183 считать звонком',
      'Для операторов связи, которые не присылают 180. learned — по звонкам самого транка.',
    ],
  },
  unreachableTriesNext: {
    value: { kind: 'yes-no', default: false },
    group: 'calls',
    en: ['Unreachable: try the next trunk', 'An unreachable phone is tried over the next trunk too.'],
    ru: ['Недоступен — следующий транк', 'Недоступный телефон пробовать и через следующий транк.'],
  },
  overrides: {
    value: {
      kind: 'pairs',
      default: {},
      keys: '^([3-6]\\d\\d|[qQ]\\d{1,3}|text:[^\\x00-\\x1f\\x7f]{1,100})$',
      choices: overrideMeanings,
      max: 100,
      expected: `status, cause or part of a reason text, and its meaning, such as 603:trunk-fault, q21:busy or text:no credit:trunk-fault; meanings: ${overrideMeanings.join(', ')}`,
    },
    group: 'calls',
    en: [
      'Answers that mean something else',
      'Such as 603:trunk-fault, q21:busy, text:no credit:trunk-fault.',
    ],
    ru: ['Ответы с другим смыслом', 'Например 603:trunk-fault, q21:busy, text:no credit:trunk-fault.'],
  },
  routing: {
    value: {
      kind: 'pairs',
      default: {},
      keys: '^(\\*|[A-Za-z]{2}(/[^\\x00-\\x1f\\x7f:]{1,100})?)$',
      pattern: lineOf(1, 100),
      max: 200,
      expected:
        'destination and pin, exclude or a weight such as 80%: *:80%, ru:pin, ru/мегафон:exclude; weights from 1% to 1000%',
    },
    group: 'routing',
    en: [
      'Rules by destination',
      'pin, exclude or a weight, such as ru/мегафон:exclude, ru:120%, *:pin. The narrowest destination counts.',
    ],
    ru: [
      'Правила по направлениям',
      'pin — закрепить, exclude — исключить или вес, например ru/мегафон:exclude, ru:120%, *:pin. Действует самое узкое направление.',
    ],
  },
  costWeight: {
    value: { kind: 'number', default: 1, min: 0, max: 1_000_000, unit: 'a number', isWhole: false },
    group: 'routing',
    en: ['Cost weight', 'Of trunks that are equally good and cost the same, the lowest weight comes first.'],
    ru: ['Вес цены', 'Из одинаково хороших и дорогих транков первым идёт транк с меньшим весом.'],
  },
  responseTimeoutMs: {
    value: { kind: 'number', default: 5_000, min: 500, max: 30_000, unit: 'milliseconds' },
    group: 'times',
    en: ['First answer within, ms', 'Otherwise the next trunk is tried.'],
    ru: ['Первый ответ за, мс', 'Иначе звонок идёт через следующий транк.'],
  },
  ringingTimeoutMs: {
    value: { kind: 'number', default: 20_000, min: 1_000, max: 50_000, unit: 'milliseconds' },
    group: 'times',
    en: ['Ringing within, ms', 'Otherwise the call is stopped.'],
    ru: ['Гудки за, мс', 'Иначе звонок прекращается.'],
  },
  flashRingMs: {
    value: { kind: 'number', default: 4_000, min: 1_500, max: 30_000, unit: 'milliseconds' },
    group: 'times',
    en: ['Flash rings for, ms', 'From the first 180, 1500 at least. Then we hang up.'],
    ru: ['Сброс через, мс', 'Столько звонит звонок-сброс, считая от первого 180, не меньше 1500.'],
  },
  earlyMediaWaitMs: {
    value: { kind: 'number', default: 12_000, min: 200, max: 30_000, unit: 'milliseconds' },
    group: 'times',
    en: ['Flash waits for 180, ms', 'From the first 183.'],
    ru: ['Ждать 180 при сбросе, мс', 'После первого 183.'],
  },
  voiceRingMs: {
    value: { kind: 'number', default: 25_000, min: 1_500, max: 50_000, unit: 'milliseconds' },
    group: 'times',
    en: ['Voice rings for, ms', 'After that the call counts as not answered.'],
    ru: ['Голос звонит, мс', 'После этого звонок считается неотвеченным.'],
  },
  listensFirst: {
    value: { kind: 'choice', default: 'auto', choices: ['auto', 'yes', 'no'] },
    group: 'calls',
    en: [
      'Listen before speaking',
      'auto: whoever speaks at the answer is let finish, such as an assistant. yes: the other side is waited for. no: for lines that play a sound of their own.',
    ],
    ru: [
      'Сначала слушать',
      'auto — дать договорить тому, кто заговорил при ответе, например ассистенту. yes — ждать, пока заговорят. no — для линий, которые сами играют звук.',
    ],
  },
  speechDelayMs: {
    value: { kind: 'number', default: 700, min: 0, max: 5_000, unit: 'milliseconds' },
    group: 'times',
    en: ['Speech begins after, ms', 'From the answer to the first word.'],
    ru: ['Речь через, мс', 'От ответа до первого слова.'],
  },
} as const satisfies Fields
