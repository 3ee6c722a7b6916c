type Facts = Readonly<Record<string, string | number>>
type Sentence = (subject: string, facts: Facts) => string

/** `+7916`, the letters of a country, or the name of a network operator. */
const destination = (prefix: string | number | undefined) =>
  /^\d/.test(String(prefix)) ? `+${prefix}` : String(prefix).replace(/^operator:/, '')

/** In the facts of an alarm: several operators. */
export const allOperators = '*'

interface RouteWords {
  readonly over: string
  readonly from: string
  readonly all: string
  readonly unknown: string
}

/** An operator over a trunk, with the range of calling numbers if there is one. */
const route = ({ operator, country, trunk, block }: Facts, words: RouteWords) => {
  const name = operator === allOperators ? words.all : operator || country || words.unknown
  return `${name} ${words.over} ${trunk}${block ? `, ${words.from} +${block}xxxx` : ''}`
}
const english: RouteWords = {
  over: 'over trunk',
  from: 'from',
  all: 'Several operators',
  unknown: 'Unknown operator',
}
const russian: RouteWords = {
  over: 'через транк',
  from: 'с номеров',
  all: 'Несколько операторов',
  unknown: 'Неизвестный оператор',
}

/** In the zone of the reader, or of the machine that writes the mail. */
const hour = (language: string, at: string | number | undefined) =>
  new Date(Number(at)).toLocaleString(language, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
const amount = (language: string, count: string | number | undefined) =>
  Number(count).toLocaleString(language)
/** The sign stays on the line of its number. */
const percent = (share: string | number | undefined) => `${share}\u00a0%`
/** `7495…-7495…` as people write it. */
const withPlus = (range: string | number | undefined) =>
  String(range).replaceAll(/\d+/g, '+$&').replace('-', ' – ')
const rangesIn = (ranges: string | number | undefined) =>
  String(ranges ?? '')
    .split(' ')
    .filter((range) => range !== '')
    .map((range) => `+${range}xxxx`)
    .join(', ')

/** A sentence for every alarm: what is wrong and what to do. */
export const alarmTexts: Readonly<Record<'en' | 'ru', Readonly<Record<string, Sentence>>>> = {
  en: {
    'trunk-down': (trunk, { registration, said }) =>
      registration === 'wanted'
        ? `Trunk ${trunk} is not registered (${said || 'no answer yet'}).`
        : `Trunk ${trunk} does not answer (${said}).`,
    'trunk-unusable': (trunk, { fault }) => `Trunk ${trunk} is not used: ${fault}.`,
    'breaker-open': (trunk, { reason, answer }) =>
      `Trunk ${trunk} is paused after faults: ${reason}${answer === '' ? '' : `, ${answer}`}.`,
    'trunk-refuses': (trunk) =>
      `Trunk ${trunk} refuses our calls: check its credentials, balance and rights.`,
    'media-strangers': (trunk, { packets }) =>
      `${packets} RTP packets from unknown addresses came into calls of trunk ${trunk} within a minute; they were dropped. If they are the carrier’s, add its range to the trusted sources.`,
    'voice-unheard': (trunk, { sign, calls }) =>
      sign === 'refused'
        ? `The address that trunk ${trunk} names for audio refuses our RTP (ICMP): nobody hears the code. Check NAT and firewalls, and tell the carrier.`
        : `No sound came in the last ${calls} voice calls of trunk ${trunk}, which usually sends some: the code may not be heard. Check NAT and firewalls, and tell the carrier.`,
    'no-trunk': () => 'No trunk can carry a call: calls are refused.',
    'small-pool': (prefix, { codes, tries }) =>
      `Only ${codes} codes can be shown${prefix === '' ? '' : ` to +${prefix}`}: they can be guessed. ${tries === 1 ? 'One code' : `${tries} codes`} may be tried in a verification. Add numbers.`,
    'no-numbers': () => 'There is no number to call from: calls are refused. Add numbers.',
    'delivery-drop': (_, facts) =>
      `${route(facts, english)}: ${percent(facts.percent)} of ${amount('en-GB', facts.calls)} calls delivered since ${hour('en-GB', facts.at)}, usually ${percent(facts.usualPercent)}.`,
    'unconfirmed-calls': (_, facts) =>
      `${route(facts, english)}: phones ring, but only ${percent(facts.percent)} of ${amount('en-GB', facts.calls)} calls were confirmed since ${hour('en-GB', facts.at)}, usually ${percent(facts.usualPercent)}. The network may block or label the calling numbers${facts.ranges ? ` (${rangesIn(facts.ranges)})` : ''}.`,
    'numbers-refused': (trunk, { numbers, ranges }) =>
      ranges === ''
        ? `${numbers} calling numbers of trunk ${trunk} rest: people or networks refuse them.`
        : `Calling numbers ${ranges} of trunk ${trunk} rest: people or networks refuse them. Replace the range.`,
    'foreign-numbers': (trunk, { range, operator, expected, ranges }) =>
      `Calling numbers ${withPlus(range)} of trunk ${trunk} are of ${operator} by the registry, not of ${expected}: networks may block such calls.${Number(ranges) > 1 ? ` ${ranges} ranges are concerned.` : ''} See ringkey pool check.`,
    'spend-cap': (_, { serviceId }) =>
      `Calls of service ${serviceId} are refused: a spend cap is reached (error 1002).`,
    'unusual-traffic': (_, { serviceId, prefix, calls, expected }) =>
      `Service ${serviceId} made ${amount('en-GB', calls)} calls to ${destination(prefix)} in this hour, usually at most ${amount('en-GB', expected)}.`,
    'conversion-collapse': (_, { serviceId, prefix, calls, expected }) =>
      `Service ${serviceId} had ${calls} verifications to ${destination(prefix)} in two hours instead of ${expected}, and far fewer were approved than usual.`,
    'prefix-paused': (_, { serviceId, prefix, calls }) =>
      `Calls of service ${serviceId} to ${destination(prefix)} are paused after ${calls} unusual calls (error 9).`,
    'few-approvals': (_, { serviceId, until }) =>
      `Fewer than one approval in five delivered steps of service ${serviceId} in 24 hours: it is charged on delivery until ${hour('en-GB', until)}.`,
    'store-trouble': (_, { message }) => `The database could not serve requests: ${message}.`,
    'webhook-backlog': (_, { pending }) =>
      `${pending} web-hooks are waiting, the oldest for more than 15 minutes.`,
    'webhooks-failing': (_, { serviceId, receiver, sent, failing }) =>
      `${receiver} does not take the web-hooks of service ${serviceId}: ${failing} of the last ${sent} failed.`,
    'balance-low': (_, { accountId, left, hours }) =>
      `Account ${accountId} has ${left} roubles left: enough for about ${hours} hours at its usual spending.`,
    audit: (_, { accounts, holds }) =>
      `The books do not balance: ${accounts} accounts, ${holds} holds. Audit them on the Accounts page.`,
    'clock-step': (_, { seconds }) =>
      `The clock of this machine was set by ${seconds} s while the service ran. Keep NTP running.`,
    'purge-refused': (_, { days }) =>
      `Old records are not deleted: the clock is ${days} days past the last purge. Correct the clock; if it is right, run ringkey purge --trust-clock.`,
    'keys-refused': (_, { count }) =>
      `${count} requests with wrong keys in a minute: a program with an old key, or somebody who guesses.`,
    'disk-low': (_, { megabytes }) => `Only ${megabytes} MB are free on the disk of the data folder.`,
    'certificate-ending': (_, { days }) => `The certificate of the HTTPS address ends in ${days} days.`,
    numbering: (_, { message }) => `Numbering data cannot be used: ${message}.`,
  },
  ru: {
    'trunk-down': (trunk, { registration, said }) =>
      registration === 'wanted'
        ? `Транк ${trunk} не зарегистрирован (${said || 'ответа ещё нет'}).`
        : `Транк ${trunk} не отвечает (${said}).`,
    'trunk-unusable': (trunk, { fault }) => `Транк ${trunk} не используется: ${fault}.`,
    'breaker-open': (trunk, { reason, answer }) =>
      `Транк ${trunk} приостановлен после сбоев: ${reason}${answer === '' ? '' : `, ${answer}`}.`,
    'trunk-refuses': (trunk) =>
      `Транк ${trunk} отклоняет наши звонки: проверьте учётные данные, баланс и права.`,
    'media-strangers': (trunk, { packets }) =>
      `В звонки транка ${trunk} за минуту пришло пакетов RTP с неизвестных адресов: ${packets}; они отброшены. Если это адреса оператора связи, добавьте их в доверенные.`,
    'voice-unheard': (trunk, { sign, calls }) =>
      sign === 'refused'
        ? `Адрес, который транк ${trunk} назвал для звука, отвергает наш RTP (ICMP): код никто не слышит. Проверьте NAT и межсетевые экраны и сообщите оператору связи.`
        : `Голосовых звонков транка ${trunk} подряд без встречного звука: ${calls}, обычно он есть. Возможно, код не слышен. Проверьте NAT и межсетевые экраны и сообщите оператору связи.`,
    'no-trunk': () => 'Ни один транк не может провести звонок: звонки отклоняются.',
    'small-pool': (prefix, { codes, tries }) =>
      `${prefix === '' ? 'Можно' : `На +${prefix} можно`} показать только ${codes} кодов, их можно угадать. Попыток ввести код в одной проверке: ${tries}. Добавьте номера.`,
    'no-numbers': () => 'Нет номеров, с которых звонить: звонки отклоняются. Добавьте номера.',
    'delivery-drop': (_, facts) =>
      `${route(facts, russian)}: доставлено ${percent(facts.percent)} из ${amount('ru', facts.calls)} звонков с ${hour('ru', facts.at)}, обычно ${percent(facts.usualPercent)}.`,
    'unconfirmed-calls': (_, facts) =>
      `${route(facts, russian)}: телефоны звонят, но подтверждено только ${percent(facts.percent)} из ${amount('ru', facts.calls)} звонков с ${hour('ru', facts.at)}, обычно ${percent(facts.usualPercent)}. Возможно, сеть блокирует или помечает номера, с которых мы звоним${facts.ranges ? ` (${rangesIn(facts.ranges)})` : ''}.`,
    'numbers-refused': (trunk, { numbers, ranges }) =>
      ranges === ''
        ? `Номера на паузе у транка ${trunk}: ${numbers}. Абоненты или сети их отклоняют.`
        : `Номера ${ranges} транка ${trunk} на паузе: абоненты или сети их отклоняют. Замените диапазон.`,
    'foreign-numbers': (trunk, { range, operator, expected, ranges }) =>
      `Номера ${withPlus(range)} транка ${trunk} по реестру у оператора связи ${operator}, а не ${expected}: сети могут блокировать такие звонки.${Number(ranges) > 1 ? ` Таких диапазонов: ${ranges}.` : ''} См. ringkey pool check.`,
    'spend-cap': (_, { serviceId }) =>
      `Звонки сервиса ${serviceId} отклоняются: достигнут лимит расходов (ошибка 1002).`,
    'unusual-traffic': (_, { serviceId, prefix, calls, expected }) =>
      `Сервис ${serviceId} сделал за этот час звонков на ${destination(prefix)}: ${amount('ru', calls)}, обычно не больше ${amount('ru', expected)}.`,
    'conversion-collapse': (_, { serviceId, prefix, calls, expected }) =>
      `У сервиса ${serviceId} за два часа проверок на ${destination(prefix)}: ${calls} вместо ${expected}, а подтверждённых намного меньше обычного.`,
    'prefix-paused': (_, { serviceId, prefix, calls }) =>
      `Звонки сервиса ${serviceId} на ${destination(prefix)} приостановлены: необычных звонков ${calls} (ошибка 9).`,
    'few-approvals': (_, { serviceId, until }) =>
      `У сервиса ${serviceId} за 24 часа меньше одного подтверждения на пять доставленных шагов: до ${hour('ru', until)} он платит за доставку.`,
    'store-trouble': (_, { message }) => `База данных не обслужила запросы: ${message}.`,
    'webhook-backlog': (_, { pending }) =>
      `Веб-хуков в очереди: ${pending}, самый старый ждёт больше 15 минут.`,
    'webhooks-failing': (_, { serviceId, receiver, sent, failing }) =>
      `${receiver} не принимает веб-хуки сервиса ${serviceId}: не доставлено ${failing} из последних ${sent}.`,
    'balance-low': (_, { accountId, left, hours }) =>
      `На счёте аккаунта ${accountId} осталось ${left} ₽: при обычных расходах этого хватит примерно на ${hours} ч.`,
    audit: (_, { accounts, holds }) =>
      `Счета не сходятся: аккаунтов ${accounts}, удержаний ${holds}. Проведите сверку на странице «Аккаунты».`,
    'clock-step': (_, { seconds }) =>
      `Часы этой машины перевели на ${seconds} с во время работы сервиса. Проверьте, что работает NTP.`,
    'purge-refused': (_, { days }) =>
      `Старые записи не удаляются: часы на ${days} дн. впереди последней очистки. Исправьте часы, а если они верны, выполните ringkey purge --trust-clock.`,
    'keys-refused': (_, { count }) =>
      `Запросов с неверным ключом за минуту: ${count}. Это программа со старым ключом или подбор.`,
    'disk-low': (_, { megabytes }) => `На диске с данными осталось ${megabytes} МБ.`,
    'certificate-ending': (_, { days }) => `Сертификат HTTPS-адреса истекает через ${days} дн.`,
    numbering: (_, { message }) => `Данные нумерации использовать нельзя: ${message}.`,
  },
}

/** The page where alarms of a kind are dealt with. */
const pages: Readonly<Record<string, string>> = {
  'trunk-down': '/trunks',
  'trunk-unusable': '/trunks',
  'breaker-open': '/trunks',
  'trunk-refuses': '/trunks',
  'media-strangers': '/trunks',
  'voice-unheard': '/trunks',
  'no-trunk': '/trunks',
  'no-numbers': '/pools',
  'small-pool': '/pools',
  'numbers-refused': '/number-health',
  'foreign-numbers': '/number-health',
  'spend-cap': '/protection',
  'unusual-traffic': '/protection',
  'conversion-collapse': '/protection',
  'prefix-paused': '/protection',
  'few-approvals': '/tariffs',
  audit: '/accounts',
  numbering: '/numbering',
}
const ratesOfKinds: Readonly<Record<string, string>> = {
  'delivery-drop': 'delivered',
  'unconfirmed-calls': 'conversion',
}
const shownMs = 24 * 3_600_000

/** The page of the cabinet where an alarm is dealt with; undefined where there is none. */
export function alarmPage(kind: string, facts: Facts): string | undefined {
  if (kind === 'balance-low') return `/accounts/${facts.accountId}`
  const rate = ratesOfKinds[kind]
  if (rate === undefined) return pages[kind]
  // The day before the drop and the day after it began, hour by hour.
  const at = Number(facts.at)
  const asked = { range: 'custom', from: at - shownMs, to: at + shownMs, step: 'hour', rate }
  const isOfAll = facts.operator === allOperators
  const known = Object.entries({
    operator: isOfAll ? undefined : facts.operator || '-',
    trunk: facts.trunk,
    country: isOfAll ? undefined : facts.country || '-',
    block: facts.block || undefined,
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const by = isOfAll ? 'operator' : rate === 'conversion' && !facts.block ? 'block' : 'mode'
  const query = new URLSearchParams([
    ...Object.entries(asked).map(([name, value]) => [name, String(value)]),
    ...known,
    ['by', by],
  ])
  return `/quality?${query}`
}

/** An alarm in words; its kind alone when a newer node raised it. */
export function alarmSentence(
  language: 'en' | 'ru',
  kind: string,
  subject: string,
  facts: Readonly<Record<string, string | number>>,
): string {
  return alarmTexts[language][kind]?.(subject, facts) ?? kind
}
