import { useMemo } from 'react'
import { useLanguage } from './language.tsx'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Numbers, money and times as the language writes them. Every exact time shows its zone. */
export function useFormats() {
  const { language } = useLanguage()
  return useMemo(() => {
    const locale = language === 'ru' ? 'ru-RU' : 'en-GB'
    const number = new Intl.NumberFormat(locale)
    const oneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
    const money = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'RUB',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 2,
      maximumFractionDigits: 4,
    })
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
    const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' })
    const short = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    })
    const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
    const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
    const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    const hour = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
    const countries = new Intl.DisplayNames(locale, { type: 'region' })
    return {
      number: (value: number) => number.format(value),
      money: (roubles: number) => money.format(roubles),
      percent: (share: number) => percent.format(share),
      /** With its zone. */
      exact: (at: number) => exact.format(at),
      short: (at: number) => short.format(at),
      clock: (at: number) => clock.format(at),
      /** Hours and minutes. */
      hour: (at: number) => hour.format(at),
      day: (at: number) => day.format(at),
      /** In UTC, as the ledger counts months. */
      month: (at: number) => month.format(at),
      relative: (at: number, now: number) => {
        const past = at - now
        const size = Math.abs(past)
        if (size < minuteMs) return relative.format(Math.round(past / 1000), 'second')
        if (size < hourMs) return relative.format(Math.round(past / minuteMs), 'minute')
        if (size < dayMs) return relative.format(Math.round(past / hourMs), 'hour')
        return relative.format(Math.round(past / dayMs), 'day')
      },
      seconds: (ms: number) => `${oneDecimal.format(ms / 1000)} ${language === 'ru' ? 'с' : 's'}`,
      /** Below a second in milliseconds. */
      duration: (ms: number) =>
        ms < 1000
          ? `${number.format(ms)} ${language === 'ru' ? 'мс' : 'ms'}`
          : `${oneDecimal.format(ms / 1000)} ${language === 'ru' ? 'с' : 's'}`,
      country: (code: string) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
    }
  }, [language])
}
