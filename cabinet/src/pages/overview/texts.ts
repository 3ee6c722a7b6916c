import { qualityNames } from '../../language/quality-names.ts'
import { defineMessages } from '../../language/texts.ts'

export const overviewTexts = defineMessages({
  title: ['Overview', 'Обзор'],
  attempts: ['Calls today', 'Звонков сегодня'],
  delivered: [qualityNames.en.delivered, qualityNames.ru.delivered],
  toRing: ['Time to ring', 'До гудка'],
  spend: ['Spend today', 'Потрачено сегодня'],
  p95: (time: string) => [`95% within ${time}`, `95 % — до ${time}`],
  yesterday: (value: string) => [`${value} yesterday by this time`, `вчера к этому времени ${value}`],
  medianYesterday: (time: string) => [`median yesterday ${time}`, `медиана вчера ${time}`],
  noneYesterday: ['nothing yesterday by this time', 'вчера к этому времени не было'],
  hint: [
    'Yesterday until the same time of day; the current hour is counted in proportion. Test calls are not counted.',
    'Вчера до того же времени суток; текущий час взят пропорционально. Тестовые звонки не считаются.',
  ],
  last24: ['Last 24 hours', 'Последние 24 часа'],
  plot: ['Calls of the last 24 hours by hour and outcome', 'Звонки за последние 24 часа по часам и исходам'],
  nothing: ['No calls in the last 24 hours', 'За последние 24 часа звонков не было'],
  nothingHint: ['Test calls are not counted here.', 'Тестовые звонки здесь не считаются.'],
  others: ['other reasons', 'другие причины'],
  completedOutcome: ['delivered', 'доставлено'],
  suspectOutcome: ['in doubt', 'под сомнением'],
  confirmedOutcome: ['inbound, confirmed', 'входящий, подтверждено'],
  inbound: ['Inbound confirmed', 'Подтверждено входящим'],
  inboundOf: (asked: string, called: string) => [
    `asked ${asked}, called ${called}`,
    `запрошено ${asked}, позвонили ${called}`,
  ],
  latest: ['Latest calls', 'Последние звонки'],
  all: ['All calls', 'Все звонки'],
  attention: ['Needs attention', 'Требует внимания'],
  fine: ['Nothing needs your attention.', 'Ничего не требует вашего внимания.'],
})

export const attentionTexts = defineMessages({
  blocked: [
    'The account is blocked: the API refuses its requests. Ask the operator.',
    'Аккаунт заблокирован: API отклоняет его запросы. Обратитесь к администратору.',
  ],
  'not-confirmed': [
    'The account is not confirmed: the API answers with code 1005.',
    'Аккаунт не подтверждён: API отвечает кодом 1005.',
  ],
  confirm: ['Confirm it', 'Подтвердить'],
  'no-service': [
    'There is no service yet, so nothing can call the API.',
    'Сервисов пока нет, вызывать API некому.',
  ],
  create: ['Create one', 'Создать'],
  paused: (destination: string) => [
    `Calls to ${destination} are paused after unusual traffic.`,
    `Звонки приостановлены из-за необычного трафика: ${destination}.`,
  ],
  seeService: ['See the service', 'К сервису'],
  neverCalled: (name: string) => [
    `“${name}” has never called the API.`,
    `«${name}» ещё ни разу не вызывал API.`,
  ],
  try: ['Try it', 'Попробовать'],
  balanceLow: (days: string) => [
    `At this rate the balance lasts for ${days}.`,
    `При таком расходе баланса хватит на ${days}.`,
  ],
  balanceHours: [
    'At this rate the balance lasts less than a day.',
    'При таком расходе баланса не хватит и на день.',
  ],
  money: ['See money', 'К деньгам'],
  webhooks: (failing: string, of: string) => [
    `${failing} of the last ${of} webhooks did not arrive.`,
    `Не доставлены веб-хуки: ${failing} из последних ${of}.`,
  ],
  seeWebhooks: ['See why', 'Почему'],
  trunks: (names: string) => [
    `Not reachable, or paused after faults: ${names}.`,
    `Недоступны или приостановлены после сбоев: ${names}.`,
  ],
  seeTrunks: ['See trunks', 'К транкам'],
  alarms: (count: number, shown: string) => [
    count === 1 ? 'An alarm is open.' : `${shown} alarms are open.`,
    count === 1 ? 'Есть открытое оповещение.' : `Открытых оповещений: ${shown}.`,
  ],
  newestAlarm: ['The newest:', 'Последнее:'],
  seeAlarms: ['See alarms', 'К оповещениям'],
  completionFell: (today: string, yesterday: string) => [
    `Fewer calls are delivered than yesterday by this time: ${today} instead of ${yesterday}.`,
    `Звонков доходит меньше, чем вчера к этому времени: ${today} вместо ${yesterday}.`,
  ],
  seeWhy: ['See the reasons', 'К причинам'],
})
