import { dayMs, hourMs, minuteMs } from './clock.ts'

/** A zone of the IANA database. Borders of offsets such as +05:07, which Intl takes too, are none of quarter hours. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** How far the zone is ahead of UTC at a moment. */
export function offsetsOf(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  return (at) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name)
    if (match === null) return 0
    const sizeMs = Number(match[2]) * hourMs + Number(match[3]) * minuteMs
    return match[1] === '-' ? -sizeMs : sizeMs
  }
}

/** The borders of days and months as a zone has them. Days that a clock change begins with have 23 or 25 hours. */
export interface DayBorders {
  /** What the clock shows at a moment, as milliseconds since it showed the beginning of 1970. */
  shown(at: number): number
  /** The first moment whose clock shows this. What is skipped by a clock change is shown at the change. */
  whenShown(shown: number): number
  /** When the day of a moment begins. */
  startOfDay(at: number): number
  /** When the next day begins. */
  nextDay(at: number): number
  /** When a month begins, counted from the year 0. */
  startOfMonth(month: number): number
  /** The month of a moment, counted from the year 0. */
  monthOf(at: number): number
}

export function dayBorders(zone: string): DayBorders {
  const offset = offsetsOf(zone)
  const whenShown = (wanted: number) => {
    const before = wanted - offset(wanted - dayMs / 2)
    const after = wanted - offset(wanted + dayMs / 2)
    const [first, second] = [Math.min(before, after), Math.max(before, after)]
    if (first + offset(first) === wanted) return first
    return second + offset(second) === wanted ? second : firstAfter(first - hourMs, wanted, offset)
  }
  const shown = (at: number) => at + offset(at)
  const startOfDay = (at: number) => whenShown(Math.floor(shown(at) / dayMs) * dayMs)
  return {
    shown,
    whenShown,
    startOfDay,
    // A day and a half later it is the next day, whatever the clocks have done.
    nextDay: (at) => startOfDay(startOfDay(at) + 1.5 * dayMs),
    startOfMonth: (month) => whenShown(Date.UTC(Math.floor(month / 12), month % 12)),
    monthOf(at) {
      const date = new Date(shown(at))
      return date.getUTCFullYear() * 12 + date.getUTCMonth()
    },
  }
}

/** Clock changes lie on minutes. */
function firstAfter(from: number, shown: number, offset: (at: number) => number): number {
  let at = from
  while (at + offset(at) < shown) at += minuteMs
  return at
}
