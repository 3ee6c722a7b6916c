import { withCommon } from '../../language/terms.ts'
import { defineMessages, type Texts } from '../../language/texts.ts'
import { callReasons } from './test-call-texts.ts'

export const trunksTexts = withCommon({
  add: ['Add a trunk', 'Добавить транк'],
  none: ['No trunk yet', 'Транков пока нет'],
  whatToDo: [
    'A trunk is a carrier’s SIP server. Add one to call real phones.',
    'Транк — SIP-сервер оператора связи. Добавьте его, чтобы звонить на настоящие телефоны.',
  ],
  simulated: ['simulated carrier of this machine', 'имитатор оператора связи на этой машине'],
  calls: ['Calls now', 'Звонков сейчас'],
  of: (now: string, limit: string) => [`${now} of ${limit}`, `${now} из ${limit}`],
  lastDay: ['Delivered in 24 hours', 'Доставлено за 24 часа'],
  noneLately: ['no calls', 'звонков не было'],
  numbers: ['Caller numbers', 'Исходящих номеров'],
  health: ['Last 60 probes', 'Последние 60 проверок связи'],
  probes: (answered: number, all: number, last: string) => [
    `${answered} of ${all} probes answered; the last: ${last}`,
    `Отвечено ${answered} из ${all}; последняя: ${last}`,
  ],
  noProbes: ['not probed yet', 'ещё не проверялся'],
  probe: (said: string, ms: string) => [`${said}, ${ms}`, `${said}, ${ms}`],
  states: {
    off: ['switched off', 'выключен'],
    unusable: ['not used', 'не используется'],
    unreachable: ['no answer', 'не отвечает'],
    registering: ['not registered', 'нет регистрации'],
    open: ['paused', 'приостановлен'],
    probing: ['trying again', 'пробуем снова'],
    ok: ['healthy', 'исправен'],
    waiting: ['waiting for a probe', 'опрашивается'],
    silent: ['last probe failed', 'последний опрос неудачен'],
    unknown: ['unknown', 'неизвестно'],
    noNumbers: ['no numbers', 'нет номеров'],
    elsewhere: ['not on this node', 'не на этом узле'],
  },
  because: {
    unreachable: (said: string) => [
      `It does not answer OPTIONS (${said}). Calls take other trunks until it does.`,
      `Не отвечает на OPTIONS (${said}). Пока это так, звонки идут через другие транки.`,
    ],
    registering: (said: string) => [
      said === '' ? 'The registration is under way.' : `The registrar does not accept us: ${said}.`,
      said === '' ? 'Регистрация выполняется.' : `Сервер регистрации нам отказал: ${said}.`,
    ],
    open: (reason: string, answer: string, until: string) => [
      `Paused until ${until}: ${reason}${answer === '' ? '' : ` (last answer ${answer})`}.`,
      `Приостановлен до ${until}: ${reason}${answer === '' ? '' : ` (последний ответ ${answer})`}.`,
    ],
    probing: ['One call tries whether it works again.', 'Один звонок проверяет, заработал ли он снова.'],
    silent: (said: string) => [
      `The last OPTIONS had no good answer (${said}). It is asked again at once.`,
      `На последний OPTIONS нет ответа, как у исправного (${said}). Опросим снова сразу же.`,
    ],
    unknown: [
      'It is not probed, and no call has succeeded since the start: nothing shows whether it works.',
      'Его не опрашивают, и с запуска не было удачных звонков: работает ли он, неизвестно.',
    ],
    noNumbers: [
      'It has no caller number, so no call takes it. Add some under Number pools.',
      'Нет номера, который можно показать, поэтому звонки через него не идут. Добавьте их на странице «Пулы номеров».',
    ],
  },
  faults: [callReasons.en, callReasons.ru],
  registered: (said: string) => [`registered (${said})`, `есть (${said})`],
  registeredElsewhere: ['another node holds it', 'её держит другой узел'],
  registration: ['Registration', 'Регистрация'],
  lastFault: ['Last fault', 'Последний сбой'],
  servers: ['Servers', 'Серверы'],
  serverAnswers: ['answers', 'отвечает'],
  serverSilent: (said: string) => [`does not answer (${said})`, `не отвечает (${said})`],
  since: ['since', 'с'],
  publicAddress: ['Our address as it sees us', 'Наш адрес, каким его видит оператор связи'],
  strangerPackets: ['Audio from unknown addresses', 'Звук с неизвестных адресов'],
  packets: (count: string) => [`${count} packets dropped`, `отброшено пакетов: ${count}`],
  foreignAddresses: ['Answers from other addresses', 'Ответы с других адресов'],
  aboutForeignAddresses: [
    'Not used. If they are the carrier’s, add them to its trusted sources.',
    'Не учитываются. Если это адреса оператора связи, добавьте их в доверенные источники.',
  ],
  operators: ['Success by network operator, since the start', 'Успех по операторам связи с момента запуска'],
  unknownOperator: ['unknown', 'неизвестен'],
  callsColumn: ['Calls', 'Звонков'],
  completed: ['Completed', 'Успешно'],
  share: ['Share', 'Доля'],
  noCalls: [
    'No call over this trunk since the start.',
    'С момента запуска звонков через этот транк не было.',
  ],
  callers: ['Who names the callers', 'Кто называет номера звонящих'],
  assertionTraits: {
    asserts: [
      'the network asserts them: a call without that is scored lower',
      'их подтверждает сеть: звонок без этого менее надёжен',
    ],
    'never-asserts': ['the network never asserts them', 'сеть их не подтверждает'],
    mixed: ['the network asserts them only sometimes', 'сеть подтверждает их не всегда'],
    unknown: ['not known yet: fewer than 20 incoming calls', 'пока неизвестно: входящих звонков меньше 20'],
  },
  callerSources: {
    asserted: ['P-Asserted-Identity', 'P-Asserted-Identity'],
    'remote-party': ['Remote-Party-ID', 'Remote-Party-ID'],
    from: ['From', 'From'],
    none: ['no trusted number', 'номер не принят'],
    'from-refused': ['From alone, not trusted', 'только From, не принят'],
  },
  earlyMedia: ['What 183 means here', 'Что здесь значит 183'],
  traits: {
    ringing: [
      'the phone rings: this carrier never sends 180',
      'телефон звонит: этот оператор связи не присылает 180',
    ],
    promise: ['not ringing yet: 180 follows', 'ещё не звонит: дальше приходит 180'],
    unknown: [
      'not known yet: flash calls with 183 alone fail and are not charged',
      'пока неизвестно: звонки-сбросы только с 183 неуспешны и не оплачиваются',
    ],
  },
  earlyMediaSet: {
    yes: ['set to ringing', 'задано: звонит'],
    no: ['set to not ringing', 'задано: не звонит'],
  },
  afterEarlyMedia: {
    ringing: ['180', '180'],
    answer: ['183, then an answer', '183, затем ответ'],
    taken: ['183 that counted as ringing', '183, принятый за звонок'],
    belied: ['183 that counted as ringing, then a failure', '183, принятый за звонок, затем ошибка'],
    failure: ['183, then a failure', '183, затем ошибка'],
    nothing: ['183, then nothing', '183, затем ничего'],
  },
  details: ['Details', 'Подробнее'],
  less: ['Less', 'Свернуть'],
  test: ['Test call', 'Пробный звонок'],
  testAll: ['Test all ways', 'Полная проверка'],
  capture: ['Last SIP messages (pcap)', 'Последние SIP-сообщения (pcap)'],
  switchOn: ['Switch on', 'Включить'],
  switchOff: ['Switch off', 'Выключить'],
  removeQuestion: (name: string) => [`Remove ${name}?`, `Удалить ${name}?`],
  removeAbout: (numbers: string) => [
    `Its ${numbers} numbers go with it. Calls in progress are not interrupted.`,
    `Вместе с ним удалятся его номера: ${numbers}. Текущие звонки завершатся сами.`,
  ],
})

const problems = defineMessages({
  'name-taken': ['There is already a trunk with this name.', 'Транк с таким именем уже есть.'],
  'out-of-reach': [
    'This trunk cannot be reached: RINGKEY_SIP_HOST is a loopback address, or it has no IPv6 (or IPv4) address, which the host needs. Set it to an address of the network (and RINGKEY_SIP_ADVERTISED behind NAT), then restart.',
    'Транк недоступен: RINGKEY_SIP_HOST — адрес только этой машины, или среди адресов нет IPv6 (IPv4), который нужен хосту. Задайте сетевой адрес (а за NAT и RINGKEY_SIP_ADVERTISED) и перезапустите сервис.',
  ],
  'demo-trunk': [
    'The simulated carrier cannot be changed. RINGKEY_DEMO=off turns it off.',
    'Имитатор оператора связи изменить нельзя. Его отключает RINGKEY_DEMO=off.',
  ],
  'no-phone': [
    'This is not a phone number. Write it with the country, such as +7 916 123-45-67.',
    'Это не номер телефона. Напишите его с кодом страны, например +7 916 123-45-67.',
  ],
  'no-line': ['This service has no SIP of its own.', 'У этого сервиса нет своего SIP.'],
  'too-many-attempts': [
    'Other tests are running. Wait a moment.',
    'Уже идут другие проверки. Подождите немного.',
  ],
})

/** What a wrong field needs, the server says in English. */
export const trunkProblems: Texts<Record<string, string>> = {
  en: problems.en,
  ru: {
    ...problems.ru,
    'wrong-field': 'Поле заполнено неверно: подсказка под названием говорит, что в нём указать.',
  },
}
