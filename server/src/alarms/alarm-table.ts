type Language = 'en' | 'ru'
type Facts = Readonly<Record<string, string | number>>
type Sentence = (subject: string, facts: Facts) => string

interface AlarmRow {
  /** `critical`: calls or money stop. `info`: nothing has to be done tonight. `warning` when left out. */
  readonly severity?: 'critical' | 'warning' | 'info'
  /** The page of the cabinet where it is dealt with, if there is one. */
  readonly page?: string | ((facts: Facts) => string)
  /** It is about a called network where another mode than flash would serve people better. */
  readonly isFlashWorthLittle?: true
  /** What operators choose from in receivers and silences. */
  readonly name: Readonly<Record<Language, string>>
  /** What is wrong and what to do, in each language. */
  readonly en: Sentence
  readonly ru: Sentence
}

/** `+7916`, the code of a country, or the name of a network. */
const destination = (prefix: string | number | undefined) =>
  /^\d/.test(String(prefix)) ? `+${prefix}` : String(prefix).replace(/^operator:/, '')

/** In the facts of an alarm: several networks. */
export const allNetworks = '*'

const english = { over: 'over trunk', from: 'from', all: 'Several networks', unknown: 'Unknown network' }
const russian: typeof english = {
  over: 'через транк',
  from: 'с номеров',
  all: 'Несколько операторов',
  unknown: 'Неизвестный оператор',
}

/** A network over a trunk, with the range of calling numbers if there is one. */
const route = ({ operator, country, trunk, block }: Facts, words: typeof english) => {
  const name = operator === allNetworks ? words.all : operator || country || words.unknown
  return `${name} ${words.over} ${trunk}${block ? `, ${words.from} +${block}xxxx` : ''}`
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
/** `7495123 7495124` as ranges of calling numbers. */
const rangesIn = (ranges: string | number) =>
  String(ranges).replaceAll(/\d+/g, '+$&xxxx').replaceAll(' ', ', ')

const shownMs = 24 * 3_600_000

/** The day before a drop and the day after it began, hour by hour. */
function qualityPage(rate: 'delivered' | 'conversion', { at, operator, trunk, country, block }: Facts) {
  const isOfAll = operator === allNetworks
  const by = isOfAll ? 'operator' : rate === 'conversion' && !block ? 'block' : 'mode'
  const query = new URLSearchParams({
    range: 'custom',
    from: String(Number(at) - shownMs),
    to: String(Number(at) + shownMs),
    step: 'hour',
    rate,
    ...(isOfAll ? {} : { operator: String(operator || '-') }),
    trunk: String(trunk),
    ...(isOfAll ? {} : { country: String(country || '-') }),
    ...(block ? { block: String(block) } : {}),
    by,
  })
  return `/console/quality?${query}`
}

/** Everything that can need an operator's attention. */
export const alarmTable = {
  'trunk-down': {
    page: '/console/trunks',
    name: { en: 'Trunk does not answer', ru: 'Транк не отвечает' },
    en: (trunk, { registration, said }) =>
      registration === 'wanted'
        ? `Trunk ${trunk} is not registered (${said || 'no answer yet'}).`
        : `Trunk ${trunk} does not answer (${said}).`,
    ru: (trunk, { registration, said }) =>
      registration === 'wanted'
        ? `Транк ${trunk} не зарегистрирован (${said || 'ответа ещё нет'}).`
        : `Транк ${trunk} не отвечает (${said}).`,
  },
  'trunk-unusable': {
    page: '/console/trunks',
    name: { en: 'Trunk cannot be used', ru: 'Транк не используется' },
    en: (trunk, { fault }) => `Trunk ${trunk} is not used: ${fault}.`,
    ru: (trunk, { fault }) => `Транк ${trunk} не используется: ${fault}.`,
  },
  'breaker-open': {
    page: '/console/trunks',
    name: { en: 'Trunk is paused after faults', ru: 'Транк приостановлен после сбоев' },
    en: (trunk, { reason, answer }) =>
      `Trunk ${trunk} is paused after faults: ${reason}${answer === '' ? '' : `, ${answer}`}.`,
    ru: (trunk, { reason, answer }) =>
      `Транк ${trunk} приостановлен после сбоев: ${reason}${answer === '' ? '' : `, ${answer}`}.`,
  },
  'early-media-only': {
    page: '/console/trunks',
    name: { en: '183 without 180', ru: '183 без 180' },
    en: (trunk, { calls }) =>
      `Trunk ${trunk} sent 183 and no 180 in ${calls} calls that nobody answered: flash calls over it fail. If phones rang, set early-media-is-ringing=yes; Asterisk sends no 180 after Progress().`,
    ru: (trunk, { calls }) =>
      `Транк ${trunk} прислал 183 без 180 в неотвеченных звонках (${calls}): звонки-сбросы через него не удаются. Если телефоны звонили, задайте early-media-is-ringing=yes; Asterisk не шлёт 180 после Progress().`,
  },
  'trunk-refuses': {
    page: '/console/trunks',
    name: { en: 'Trunk refuses our calls', ru: 'Транк отклоняет наши звонки' },
    en: (trunk) => `Trunk ${trunk} refuses our calls: check its credentials, balance and rights.`,
    ru: (trunk) => `Транк ${trunk} отклоняет наши звонки: проверьте учётные данные, баланс и права.`,
  },
  'contact-unreachable': {
    page: '/console/trunks',
    name: { en: 'Contact cannot be reached', ru: 'Contact недоступен' },
    en: (trunk, { contact }) =>
      `Trunk ${trunk} answers calls with the Contact ${contact}, at which nobody answers: ACK and BYE go to where its answer came from. Tell the carrier to put a public address into Contact.`,
    ru: (trunk, { contact }) =>
      `Транк ${trunk} отвечает на звонки с Contact ${contact}, по которому никто не отвечает: ACK и BYE идут туда, откуда пришёл ответ. Сообщите оператору связи, что в Contact нужен публичный адрес.`,
  },
  'unexpected-rtp-source': {
    severity: 'info',
    page: '/console/trunks',
    name: { en: 'RTP from unknown addresses', ru: 'RTP с неизвестных адресов' },
    en: (trunk, { packets }) =>
      `${packets} RTP packets from unknown addresses came into calls of trunk ${trunk} within a minute; they were dropped. If they are the carrier’s, add its range to the trusted sources.`,
    ru: (trunk, { packets }) =>
      `В звонки транка ${trunk} за минуту пришло пакетов RTP с неизвестных адресов: ${packets}; они отброшены. Если это адреса оператора связи, добавьте их в доверенные.`,
  },
  'no-audio': {
    page: '/console/trunks',
    name: { en: 'Voice calls are not heard', ru: 'Голосовые звонки не слышны' },
    en: (trunk, { sign, calls }) =>
      sign === 'refused'
        ? `The address that trunk ${trunk} names for audio refuses our RTP (ICMP): nobody hears the code. Check NAT and firewalls, and tell the carrier.`
        : `No sound came in the last ${calls} voice calls of trunk ${trunk}, which usually sends some: the code may not be heard. Check NAT and firewalls, and tell the carrier.`,
    ru: (trunk, { sign, calls }) =>
      sign === 'refused'
        ? `Адрес, который транк ${trunk} назвал для звука, отвергает наш RTP (ICMP): код никто не слышит. Проверьте NAT и межсетевые экраны и сообщите оператору связи.`
        : `Голосовых звонков транка ${trunk} подряд без встречного звука: ${calls}, обычно он есть. Возможно, код не слышен. Проверьте NAT и межсетевые экраны и сообщите оператору связи.`,
  },
  'speech-late': {
    name: { en: 'Speech leaves late', ru: 'Речь уходит с опозданием' },
    en: (_, { lateMs }) =>
      `Packets of a voice call left this node late, by ${amount('en-GB', lateMs)} ms in all: the code may not be understood. The machine is too busy: give it more CPU, or fewer calls at once.`,
    ru: (_, { lateMs }) =>
      `Пакеты голосового звонка ушли с узла с опозданием, всего ${amount('ru', lateMs)} мс: код могут не разобрать. Машина перегружена: добавьте процессор или уменьшите число одновременных звонков.`,
  },
  'callers-not-trusted': {
    page: '/console/trunks',
    name: { en: 'Callers are not trusted', ru: 'Звонящим не верят' },
    en: (trunk, { why }) =>
      why === 'from-without-country'
        ? `People who call over trunk ${trunk} confirm nothing: From names them without the country code. Set incoming-format of the trunk as the carrier writes numbers, such as national:RU.`
        : `People who call over trunk ${trunk} confirm nothing: only From names them, and callers can forge it. Ask the carrier for P-Asserted-Identity, or set from-trust=screened if it checks From.`,
    ru: (trunk, { why }) =>
      why === 'from-without-country'
        ? `Звонки людей через транк ${trunk} ничего не подтверждают: номер в From без кода страны. Укажите в incoming-format транка, как оператор связи пишет номера, например national:RU.`
        : `Звонки людей через транк ${trunk} ничего не подтверждают: номер только в From, а его можно подделать. Попросите у оператора связи P-Asserted-Identity или, если он проверяет From, задайте from-trust=screened.`,
  },
  'no-trunk': {
    severity: 'critical',
    page: '/console/trunks',
    name: { en: 'No trunk can carry calls', ru: 'Нет рабочих транков' },
    en: () => 'No trunk can carry a call: calls are refused.',
    ru: () => 'Ни один транк не может провести звонок: звонки отклоняются.',
  },
  'small-pool': {
    page: '/console/pools',
    name: { en: 'Few numbers', ru: 'Мало номеров' },
    en: (prefix, { codes, tries }) =>
      `Only ${codes} codes can be shown${prefix === '' ? '' : ` to +${prefix}`}: they can be guessed. ${tries === 1 ? 'One code' : `${tries} codes`} may be tried in a verification. Add numbers.`,
    ru: (prefix, { codes, tries }) =>
      `${prefix === '' ? 'Можно' : `На +${prefix} можно`} показать только ${codes} кодов, их можно угадать. Попыток ввести код в одной проверке: ${tries}. Добавьте номера.`,
  },
  'no-numbers': {
    severity: 'critical',
    page: '/console/pools',
    name: { en: 'No number to call from', ru: 'Нет номеров для звонков' },
    en: () => 'There is no number to call from: calls are refused. Add numbers.',
    ru: () => 'Нет номеров, с которых звонить: звонки отклоняются. Добавьте номера.',
  },
  'delivery-drop': {
    page: (facts) => qualityPage('delivered', facts),
    name: { en: 'Fewer calls are delivered', ru: 'Упала доставка звонков' },
    en: (_, facts) =>
      `${route(facts, english)}: ${percent(facts.percent)} of ${amount('en-GB', facts.calls)} calls delivered since ${hour('en-GB', facts.at)}, usually ${percent(facts.usualPercent)}.`,
    ru: (_, facts) =>
      `${route(facts, russian)}: доставлено ${percent(facts.percent)} из ${amount('ru', facts.calls)} звонков с ${hour('ru', facts.at)}, обычно ${percent(facts.usualPercent)}.`,
  },
  'unconfirmed-calls': {
    page: (facts) => qualityPage('conversion', facts),
    name: { en: 'Calls ring, but nobody confirms', ru: 'Звонки доходят, но их не подтверждают' },
    en: (_, facts) =>
      `${route(facts, english)}: phones ring, but only ${percent(facts.percent)} of ${amount('en-GB', facts.calls)} calls were confirmed since ${hour('en-GB', facts.at)}, usually ${percent(facts.usualPercent)}. The network may block or label the calling numbers${facts.ranges ? ` (${rangesIn(facts.ranges)})` : ''}.`,
    ru: (_, facts) =>
      `${route(facts, russian)}: телефоны звонят, но подтверждено только ${percent(facts.percent)} из ${amount('ru', facts.calls)} звонков с ${hour('ru', facts.at)}, обычно ${percent(facts.usualPercent)}. Возможно, сеть блокирует или помечает номера, с которых мы звоним${facts.ranges ? ` (${rangesIn(facts.ranges)})` : ''}.`,
  },
  'rewritten-numbers': {
    isFlashWorthLittle: true,
    page: '/console/quality?rate=conversion',
    name: { en: 'Calling numbers are replaced', ru: 'Номера подменяются' },
    en: (_, { operator, country, trunk, phones, percent: share }) =>
      `Calling numbers are replaced on the way to ${operator || country} by ${trunk}: ${phones} phones typed the same wrong code in a day, ${percent(share)} of the wrong codes there. People see another number: begin with inbound for this network, and ask the carrier.`,
    ru: (_, { operator, country, trunk, phones, percent: share }) =>
      `На пути к ${operator || country} через ${trunk} подменяются номера: за сутки один и тот же неверный код ввели с телефонов: ${phones}, это ${percent(share)} неверных кодов там. Абоненты видят другой номер: начинайте для этой сети со входящего звонка и спросите оператора связи.`,
  },
  'flash-unconfirmed': {
    isFlashWorthLittle: true,
    page: (facts) => qualityPage('conversion', facts),
    name: { en: 'Flash calls confirm nobody', ru: 'Звонки-сбросы никого не подтверждают' },
    en: (_, { operator, calls, approved }) =>
      `${operator}: ${amount('en-GB', approved)} of ${amount('en-GB', calls)} flash calls that rang were confirmed in 24 hours. Begin with inbound for this network.`,
    ru: (_, { operator, calls, approved }) =>
      `${operator}: за сутки подтверждено звонков-сбросов ${amount('ru', approved)} из ${amount('ru', calls)} дошедших. Начинайте для этой сети со входящего звонка.`,
  },
  'network-blocks': {
    isFlashWorthLittle: true,
    page: (facts) => qualityPage('delivered', facts),
    name: { en: 'A network blocks calls', ru: 'Сеть блокирует звонки' },
    en: (_, { contact, ...facts }) =>
      `${route(facts, english)}: the network stopped ${amount('en-GB', facts.blocked)} of ${amount('en-GB', facts.calls)} calls in the hour from ${hour('en-GB', facts.at)}${facts.ranges ? `, calling numbers ${rangesIn(facts.ranges)}` : ''}. ${contact ? `To have them unblocked write to ${contact}` : 'It names nobody to write to'}; ringkey pool redress lists the calls for the carrier.`,
    ru: (_, { contact, ...facts }) =>
      `${route(facts, russian)}: сеть заблокировала ${amount('ru', facts.blocked)} из ${amount('ru', facts.calls)} звонков за час с ${hour('ru', facts.at)}${facts.ranges ? `, номера ${rangesIn(facts.ranges)}` : ''}. ${contact ? `О разблокировке пишите: ${contact}` : 'Куда писать, сеть не сообщает'}; список звонков для оператора связи — ringkey pool redress.`,
  },
  'numbers-refused': {
    page: '/console/caller-id-health',
    name: { en: 'Calling numbers are refused', ru: 'Номера отклоняют' },
    en: (trunk, { numbers, ranges }) =>
      ranges === ''
        ? `${numbers} calling numbers of trunk ${trunk} are paused: people or networks refuse them.`
        : `Calling numbers ${ranges} of trunk ${trunk} are paused: people or networks refuse them. Replace the range.`,
    ru: (trunk, { numbers, ranges }) =>
      ranges === ''
        ? `Номера на паузе у транка ${trunk}: ${numbers}. Абоненты или сети их отклоняют.`
        : `Номера ${ranges} транка ${trunk} на паузе: абоненты или сети их отклоняют. Замените диапазон.`,
  },
  'foreign-numbers': {
    page: '/console/caller-id-health',
    name: { en: 'Calling numbers of another network', ru: 'Номера другого оператора связи' },
    en: (trunk, { range, operator, expected, ranges }) =>
      `Calling numbers ${withPlus(range)} of trunk ${trunk} are of ${operator} by the registry, not of ${expected}: networks may block such calls.${Number(ranges) > 1 ? ` ${ranges} ranges are concerned.` : ''} See ringkey pool check.`,
    ru: (trunk, { range, operator, expected, ranges }) =>
      `Номера ${withPlus(range)} транка ${trunk} по реестру у оператора связи ${operator}, а не ${expected}: сети могут блокировать такие звонки.${Number(ranges) > 1 ? ` Таких диапазонов: ${ranges}.` : ''} См. ringkey pool check.`,
  },
  'contract-ends': {
    severity: 'info',
    page: '/console/pools',
    name: { en: 'Contract about numbers ends soon', ru: 'Скоро закончится договор о номерах' },
    en: (document, { lastDay, party }) =>
      `Contract ${document} about calling numbers, with ${party}, is valid until ${lastDay}, and no other one follows it.`,
    ru: (document, { lastDay, party }) =>
      `Договор ${document} о номерах для показа (${party}) действует до ${lastDay}, и другого за ним нет.`,
  },
  'contract-ending': {
    page: '/console/pools',
    name: {
      en: 'Contract about numbers ends or ended',
      ru: 'Договор о номерах заканчивается или закончился',
    },
    en: (document, { lastDay, party }) =>
      `Contract ${document} about calling numbers, with ${party}, is valid until ${lastDay} only, and no other one follows it: networks may block or charge calls without one. Renew or remove it.`,
    ru: (document, { lastDay, party }) =>
      `Договор ${document} о номерах для показа (${party}) действует только до ${lastDay}, и другого за ним нет: звонки без договора сети могут блокировать или тарифицировать иначе. Продлите или удалите его.`,
  },
  'spend-cap': {
    page: '/console/protection',
    name: { en: 'Spend cap reached', ru: 'Достигнут лимит расходов' },
    en: (_, { serviceId }) =>
      `Calls of service ${serviceId} are refused: a spend cap is reached (error 1002).`,
    ru: (_, { serviceId }) =>
      `Звонки сервиса ${serviceId} отклоняются: достигнут лимит расходов (ошибка 1002).`,
  },
  'unusual-traffic': {
    page: '/console/protection',
    name: { en: 'Unusual traffic', ru: 'Необычный трафик' },
    en: (_, { serviceId, prefix, calls, expected }) =>
      `Service ${serviceId} made ${amount('en-GB', calls)} calls to ${destination(prefix)} in this hour, usually at most ${amount('en-GB', expected)}.`,
    ru: (_, { serviceId, prefix, calls, expected }) =>
      `Сервис ${serviceId} сделал за этот час звонков на ${destination(prefix)}: ${amount('ru', calls)}, обычно не больше ${amount('ru', expected)}.`,
  },
  'conversion-collapse': {
    page: '/console/protection',
    name: { en: 'Conversion collapsed', ru: 'Упала конверсия' },
    en: (_, { serviceId, prefix, calls, expected }) =>
      `Service ${serviceId} had ${calls} verifications to ${destination(prefix)} in two hours instead of ${expected}, and far fewer were approved than usual.`,
    ru: (_, { serviceId, prefix, calls, expected }) =>
      `У сервиса ${serviceId} за два часа проверок на ${destination(prefix)}: ${calls} вместо ${expected}, а подтверждённых намного меньше обычного.`,
  },
  'prefix-paused': {
    page: '/console/protection',
    name: { en: 'Destination paused', ru: 'Направление приостановлено' },
    en: (_, { serviceId, prefix, calls }) =>
      `Calls of service ${serviceId} to ${destination(prefix)} are paused after ${calls} unusual calls (error 9).`,
    ru: (_, { serviceId, prefix, calls }) =>
      `Звонки сервиса ${serviceId} на ${destination(prefix)} приостановлены: необычных звонков ${calls} (ошибка 9).`,
  },
  'few-approvals': {
    severity: 'info',
    page: '/console/tariffs',
    name: { en: 'Few approvals, charged on delivery', ru: 'Мало подтверждений, оплата за доставку' },
    en: (_, { serviceId, until }) =>
      `Fewer than one approval in five delivered steps of service ${serviceId} in 24 hours: it is charged on delivery until ${hour('en-GB', until)}.`,
    ru: (_, { serviceId, until }) =>
      `У сервиса ${serviceId} за 24 часа меньше одного подтверждения на пять доставленных шагов: до ${hour('ru', until)} он платит за доставку.`,
  },
  'few-right-keys': {
    page: '/console/protection',
    name: { en: 'Few press the right key', ru: 'Мало верных клавиш' },
    en: (_, { serviceId, calls, right }) =>
      `Service ${serviceId} asked for a key in ${amount('en-GB', calls)} answered calls of 24 hours, and ${amount('en-GB', right)} of these people pressed the right one. The calls may be placed for something else; they are charged.`,
    ru: (_, { serviceId, calls, right }) =>
      `Сервис ${serviceId} за 24 часа просил нажать клавишу в отвеченных звонках: ${amount('ru', calls)}, верную нажали в ${amount('ru', right)}. Возможно, эти звонки делают ради другого; они платные.`,
  },
  'store-trouble': {
    severity: 'critical',
    name: { en: 'Database trouble', ru: 'Сбои базы данных' },
    en: (_, { message }) => `The database could not serve requests: ${message}.`,
    ru: (_, { message }) => `База данных не обслужила запросы: ${message}.`,
  },
  'webhook-backlog': {
    name: { en: 'Webhooks are waiting', ru: 'Очередь веб-хуков' },
    en: (_, { pending }) =>
      pending === 1
        ? 'A webhook is waiting for more than 15 minutes.'
        : `${pending} webhooks are waiting, the oldest for more than 15 minutes.`,
    ru: (_, { pending }) => `Веб-хуков в очереди: ${pending}, самый старый ждёт больше 15 минут.`,
  },
  'webhooks-failing': {
    name: { en: 'Webhooks of a service fail', ru: 'Веб-хуки сервиса не принимаются' },
    en: (_, { serviceId, receiver, sent, failing }) =>
      `${receiver} does not take the webhooks of service ${serviceId}: ${failing} of the last ${sent} failed.`,
    ru: (_, { serviceId, receiver, sent, failing }) =>
      `${receiver} не принимает веб-хуки сервиса ${serviceId}: не доставлено ${failing} из последних ${sent}.`,
  },
  'balance-low': {
    severity: 'info',
    page: ({ accountId }) => `/console/accounts/${accountId}`,
    name: { en: 'Balance of an account ends', ru: 'Заканчивается баланс аккаунта' },
    en: (_, { accountId, left, currency = 'RUB', hours }) =>
      `Account ${accountId} has ${left} ${currency} left: enough for about ${hours} hours at its usual spending.`,
    ru: (_, { accountId, left, currency = 'RUB', hours }) =>
      `На счёте аккаунта ${accountId} осталось ${left} ${currency}: при обычных расходах этого хватит примерно на ${hours} ч.`,
  },
  audit: {
    severity: 'critical',
    page: '/console/accounts',
    name: { en: 'Ledger does not balance', ru: 'Балансы не сходятся' },
    en: (_, { accounts, holds }) =>
      `The ledger does not balance: ${accounts} accounts, ${holds} holds. Check balances on the Accounts page.`,
    ru: (_, { accounts, holds }) =>
      `Балансы не сходятся: аккаунтов ${accounts}, удержаний ${holds}. Проведите сверку на странице «Аккаунты».`,
  },
  'clock-step': {
    name: { en: 'Clock was set', ru: 'Часы переведены' },
    en: (_, { seconds }) =>
      `The clock of this machine was set by ${seconds} s while the service ran. Keep NTP running.`,
    ru: (_, { seconds }) =>
      `Часы этой машины перевели на ${seconds} с во время работы сервиса. Проверьте, что работает NTP.`,
  },
  'clock-off': {
    name: { en: 'Clock differs from the database', ru: 'Часы расходятся с базой данных' },
    en: (node, { seconds }) =>
      `The clock of node ${node} is ${Math.abs(Number(seconds))} s ${Number(seconds) < 0 ? 'behind' : 'ahead of'} the database. Keep NTP running on both machines.`,
    ru: (node, { seconds }) =>
      `Часы узла ${node} ${Number(seconds) < 0 ? 'отстают от часов базы данных' : 'спешат относительно базы данных'} на ${Math.abs(Number(seconds))} с. Проверьте, что на обеих машинах работает NTP.`,
  },
  'purge-refused': {
    name: { en: 'Old records are not deleted', ru: 'Старые записи не удаляются' },
    en: (_, { days }) =>
      `Old records are not deleted: the clock is ${days} days past the last deletion. Correct the clock; if it is right, run ringkey retention trust-clock.`,
    ru: (_, { days }) =>
      `Старые записи не удаляются: часы на ${days} дн. впереди последней очистки. Исправьте часы, а если они верны, выполните ringkey retention trust-clock.`,
  },
  'keys-refused': {
    name: { en: 'Many wrong keys', ru: 'Много неверных ключей' },
    en: (_, { count }) =>
      `${count} requests with wrong keys in a minute: a program with an old key, or somebody who guesses.`,
    ru: (_, { count }) =>
      `Запросов с неверным ключом за минуту: ${count}. Это программа со старым ключом или подбор.`,
  },
  'disk-low': {
    name: { en: 'Disk nearly full', ru: 'Мало места на диске' },
    en: (_, { megabytes }) => `Only ${megabytes} MB are free on the disk of the data folder.`,
    ru: (_, { megabytes }) => `На диске с данными осталось ${megabytes} МБ.`,
  },
  'certificate-ending': {
    name: { en: 'Certificate ends', ru: 'Истекает сертификат' },
    en: (_, { days }) => `The certificate of the HTTPS address ends in ${days} days.`,
    ru: (_, { days }) => `Сертификат HTTPS-адреса истекает через ${days} дн.`,
  },
  numbering: {
    page: '/console/numbering',
    name: { en: 'Numbering data cannot be used', ru: 'Данные нумерации непригодны' },
    en: (_, { message }) => `Numbering data cannot be used: ${message}.`,
    ru: (_, { message }) => `Данные нумерации использовать нельзя: ${message}.`,
  },
} satisfies Readonly<Record<string, AlarmRow>>

export type AlarmKind = keyof typeof alarmTable
export const alarmKinds = Object.keys(alarmTable) as AlarmKind[]

interface Worded {
  readonly kind: string
  readonly subject: string
  readonly facts: Facts
}

/** Undefined when a newer node raised it. */
const rowOf = (kind: string) => (alarmTable as Readonly<Record<string, AlarmRow | undefined>>)[kind]

/** An alarm in words. */
export const alarmSentence = (language: Language, { kind, subject, facts }: Worded): string =>
  rowOf(kind)?.[language](subject, facts) ?? kind

export const alarmName = (language: Language, kind: string): string => rowOf(kind)?.name[language] ?? kind

export const alarmSeverity = (kind: string): NonNullable<AlarmRow['severity']> =>
  rowOf(kind)?.severity ?? 'warning'

export function alarmPage({ kind, facts }: Pick<Worded, 'kind' | 'facts'>): string | undefined {
  const page = rowOf(kind)?.page
  return typeof page === 'function' ? page(facts) : page
}

/** The network for which an alarm proposes inbound; undefined for other alarms, and where the network is not known. */
export function networkForInbound({ kind, facts }: Pick<Worded, 'kind' | 'facts'>) {
  const [country, operator] = [String(facts.country ?? ''), String(facts.operator ?? '')]
  const isKnown = country !== '' && operator !== '' && operator !== allNetworks
  return rowOf(kind)?.isFlashWorthLittle && isKnown ? { country, operator } : undefined
}
