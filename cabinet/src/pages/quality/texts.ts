import { terms, withCommon } from '../../language/terms.ts'
import { defineMessages, type Texts } from '../../language/texts.ts'

export const qualityTexts = withCommon({
  title: ['Quality', 'Качество'],
  range: ['Time range', 'Период'],
  ranges: {
    '24h': ['24 hours', '24 часа'],
    '7d': ['7 days', '7 дней'],
    '30d': ['30 days', '30 дней'],
    '90d': ['90 days', '90 дней'],
    custom: ['Custom', 'Свой'],
  },
  to: ['To, inclusive', 'По, включительно'],
  step: ['Step', 'Шаг'],
  steps: {
    hour: ['Hours', 'Часы'],
    day: ['Days', 'Дни'],
  },
  rate: ['Rate', 'Показатель'],
  account: (id: number) => [`Account ${id}`, `Аккаунт ${id}`],
  by: ['Break down by', 'Разбивка'],
  bys: {
    mode: [terms.en.mode, terms.ru.mode],
    service: ['Service', 'Сервис'],
    country: ['Country', 'Страна'],
    operator: [terms.en.networkOperator, terms.ru.networkOperator],
    trunk: ['Trunk', 'Транк'],
    block: ['Caller numbers', 'Исходящие номера'],
  },
  tests: ['Test calls only', 'Только тестовые'],
  csvHint: [
    'Save what is shown, with days and hours of your time zone',
    'Сохранить показанное, с днями и часами вашего пояса',
  ],
  spend: ['Spend', 'Расход'],
  carrierCost: ['paid to carriers', 'операторам связи'],
  p95: ['95% within', '95 % — до'],
  ofCalls: (count: string) => [`of ${count}`, `из ${count}`],
  before: ['period before', 'прошлый период'],
  change: ['Change', 'Изменение'],
  band: ['95% band', 'интервал 95 %'],
  points: ['pp', 'п. п.'],
  now: ['this period', 'этот период'],
  plotHint: [
    'The band shows where the true rate lies with 95% confidence. Draw over a part of the plot to zoom in.',
    'Полоса показывает, где с вероятностью 95 % лежит истинное значение. Проведите по части графика, чтобы приблизить её.',
  ],
  rateOverTime: (rate: string) => [`${rate} over time`, `${rate} по времени`],
  figures: ['Show as table', 'Показать таблицей'],
  when: ['When', 'Когда'],
  operatorByTrunk: ['Network operator × trunk', 'Оператор связи × транк'],
  operatorByMode: ['Network operator × mode', 'Оператор связи × режим'],
  mapHint: ['Click a cell to filter the page by it.', 'Нажмите ячейку, чтобы отфильтровать.'],
  hourByWeekday: ['Hour × weekday', 'Час × день недели'],
  weekday: ['Day', 'День'],
  weekdays: [
    ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
    ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'],
  ],
  from_: (share: string) => [`from ${share}`, `от ${share}`],
  upTo: (share: string) => [`up to ${share}`, `до ${share}`],
  few: (count: string) => [`fewer than ${count} calls`, `меньше ${count} звонков`],
  fell: ['clearly lower than in the period before', 'заметно ниже прошлого периода'],
  changed: (rate: string, before: string, after: string, at: string) => [
    `${rate} fell from ${before} to ${after}, since about ${at}.`,
    `${rate}: снижение с ${before} до ${after}, примерно с ${at}.`,
  ],
  rose: (rate: string, before: string, after: string, at: string) => [
    `${rate} rose from ${before} to ${after}, since about ${at}.`,
    `${rate}: рост с ${before} до ${after}, примерно с ${at}.`,
  ],
  reasons: ['Failure reasons', 'Причины неудач'],
  redress: ['Blocked calls for the carrier (CSV)', 'Заблокированные звонки для оператора связи (CSV)'],
  otherReason: ['another reason', 'другая причина'],
  seeCalls: ['See these calls', 'Показать эти звонки'],
  clear: ['Remove this filter', 'Убрать этот фильтр'],
  noTrunk: ['not placed over a trunk', 'без транка'],
  shownOf: (shown: string) => [`The ${shown} largest are shown.`, `Показаны самые крупные: ${shown}.`],
  none: ['No calls in this period', 'За этот период звонков не было'],
  noneHint: [
    'Choose a longer period, another service, fewer filters, or test calls.',
    'Выберите период длиннее, другой сервис, меньше фильтров или посмотрите тестовые звонки.',
  ],
  wholeHours: [
    'Calls are counted by whole hours of UTC: in this time zone days begin up to 45 minutes before midnight.',
    'Звонки считаются по целым часам UTC: в этом часовом поясе дни начинаются не более чем за 45 минут до полуночи.',
  ],
})

export const qualityProblems: Texts<Record<string, string>> = defineMessages({
  'wrong-field': [
    'This period is too long: at most 400 days by day, at most 31 days by hour.',
    'Период слишком длинный: не более 400 дней по дням и не более 31 дня по часам.',
  ],
})
