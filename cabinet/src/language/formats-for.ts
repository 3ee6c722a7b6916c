import { latinRegion } from './latin-regions.ts'
import { knownZone } from './time-zone.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const units = [
  ['day', 2 * dayMs, dayMs],
  ['hour', 2 * hourMs, hourMs],
  ['minute', 2 * minuteMs, minuteMs],
  ['second', 0, 1_000],
] as const
/** A unit stays on the line of its number. */
const unitSpace = '\u00a0'
/** Less than this would be rounded to nothing. */
const leastShown = 0.005

/** Numbers, money and times as a language writes them. Every exact time shows its zone; without one it is the browser's. */
export function formatsFor(language: 'en' | 'ru', currency = 'RUB', timeZone?: string) {
  const locale = language === 'ru' ? 'ru-RU' : 'en-GB'
  const number = new Intl.NumberFormat(locale)
  const oneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const price = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  })
  const days = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const times = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(
      locale,
      timeZone === undefined ? options : { ...options, timeZone: knownZone(timeZone) },
    )
  const toMinute = { hour: '2-digit', minute: '2-digit' } as const
  const toSecond = { ...toMinute, second: '2-digit' } as const
  const dayOfMonth = { day: 'numeric', month: 'short' } as const
  const exact = times({ dateStyle: 'medium', timeStyle: 'long' })
  const short = times({ ...dayOfMonth, ...toMinute })
  const ofThisYear = times({ ...dayOfMonth, ...toSecond })
  const ofOtherYears = times({ dateStyle: 'medium', timeStyle: 'short' })
  const year = times({ year: 'numeric' })
  const clock = times(toSecond)
  const day = times(dayOfMonth)
  const month = times({ month: 'long', year: 'numeric' })
  const weekday = times({ ...dayOfMonth, weekday: 'short' })
  const date = times({ dateStyle: 'long' })
  const hour = times(toMinute)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  const spans = units.map(([unit, least, size]) => ({
    least,
    size,
    format: new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 0 }),
  }))
  const due = language === 'ru' ? 'вот-вот' : 'any moment now'
  const relativeTo = (at: number, now: number) => {
    const distance = at - now
    const size = Math.abs(distance)
    if (size < minuteMs) return relative.format(Math.round(distance / 1000), 'second')
    if (size < hourMs) return relative.format(Math.round(distance / minuteMs), 'minute')
    if (size < dayMs) return relative.format(Math.round(distance / hourMs), 'hour')
    return relative.format(Math.round(distance / dayMs), 'day')
  }
  return {
    number: (value: number) => number.format(value),
    /** Sums, to the hundredth. A sum below half of one is told in full: it is not nothing. */
    money: (amount: number) =>
      amount !== 0 && Math.abs(amount) < leastShown ? price.format(amount) : money.format(amount),
    /** One price or one entry, exactly: prices have up to four decimals. */
    price: (amount: number) => price.format(amount),
    /** For the label of an input. */
    currency: money.formatToParts(0).find(({ type }) => type === 'currency')!.value,
    /** "1 day", "3 days". */
    days: (count: number) => days.format(count),
    percent: (share: number) => percent.format(share),
    /** What a rate is made of. */
    outOf: (part: number, all: number) =>
      `${number.format(part)} ${language === 'ru' ? 'из' : 'of'} ${number.format(all)}`,
    /** With its zone. */
    exact: (at: number) => exact.format(at),
    short: (at: number) => short.format(at),
    /** Date and clock to the second, since other logs are compared with it; of other years the year instead. */
    moment: (at: number, now: number) =>
      (year.format(at) === year.format(now) ? ofThisYear : ofOtherYears).format(at),
    clock: (at: number) => clock.format(at),
    /** Hours and minutes. */
    hour: (at: number) => hour.format(at),
    day: (at: number) => day.format(at),
    month: (at: number) => month.format(at),
    /** The day with its weekday. */
    weekday: (at: number) => weekday.format(at),
    /** The whole date. */
    date: (at: number) => date.format(at),
    relative: relativeTo,
    /** A time to come: how long until then, and when that is. One that has passed is due. */
    upcoming: (at: number, now: number) => (at <= now ? due : `${relativeTo(at, now)} (${exact.format(at)})`),
    seconds: (ms: number) => `${oneDecimal.format(ms / 1000)}${unitSpace}${language === 'ru' ? 'с' : 's'}`,
    /** How long something lasted, in its largest unit: seconds, minutes, hours or days. */
    span: (ms: number) => {
      const { size, format } = spans.find(({ least }) => ms >= least) ?? spans.at(-1)!
      return format.format(ms / size)
    },
    /** Below a second in milliseconds. */
    duration: (ms: number) =>
      ms < 1000
        ? `${number.format(ms)}${unitSpace}${language === 'ru' ? 'мс' : 'ms'}`
        : `${oneDecimal.format(ms / 1000)}${unitSpace}${language === 'ru' ? 'с' : 's'}`,
    /** The brand of a network, in the letters of the language where it has them. */
    network: (brand: string) => (language === 'en' ? latinName(brand) : brand),
    tariff: (name: string) => (language === 'en' ? latinName(name) : name),
    region: (name: string) => (language === 'en' ? latinRegion(name) : name),
    country: (code: string) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
  }
}

/** How networks with a Russian brand write themselves in Latin letters, and the tariff that every installation has. */
const latin: Readonly<Record<string, string>> = {
  МТС: 'MTS',
  МегаФон: 'MegaFon',
  Билайн: 'Beeline',
  ВымпелКом: 'VimpelCom',
  'Т2 Мобайл': 'T2 Mobile',
  СКАРТЕЛ: 'Scartel',
  'Т-Мобайл': 'T-Mobile',
  СберМобайл: 'SberMobile',
  Ростелеком: 'Rostelecom',
  МОТИВ: 'MOTIV',
  Летай: 'Letai',
  ГЛОНАСС: 'GLONASS',
  ТТК: 'TTK',
  'Волна мобайл': 'Volna mobile',
  Миранда: 'Miranda',
  'Газпром телеком': 'Gazprom telecom',
  Единый: 'Uniform',
}

/** A company is written as its brand where that has the same name: ПАО "МТС". */
function latinName(name: string): string {
  const [, brand = name] = /^(?:ПАО|ОАО|ЗАО|АО|ООО) ["«](.*)["»]$/.exec(name) ?? []
  return latin[brand] ?? name
}
