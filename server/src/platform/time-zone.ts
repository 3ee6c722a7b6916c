import { dayMs, hourMs, minuteMs } from './clock.ts'

export function isTimeZone(name: string): boolean {
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
  /** When the day of a moment begins. */
  startOfDay(at: number): number
  /** When the next day begins. */
  nextDay(at: number): number
  /** When a month begins, counted from January 1970. */
  startOfMonth(month: number): number
  /** The month of a moment, counted from January 1970. */
  monthOf(at: number): number
}

export function dayBorders(zone: string): DayBorders {
  const offset = offsetsOf(zone)
  /** The first moment whose clock shows this much since 1970: a midnight that is skipped begins at the change. */
  const whenShown = (shown: number) => {
    const before = shown - offset(shown - dayMs / 2)
    const after = shown - offset(shown + dayMs / 2)
    const [first, second] = [Math.min(before, after), Math.max(before, after)]
    if (first + offset(first) === shown) return first
    return second + offset(second) === shown ? second : firstAfter(first - hourMs, shown, offset)
  }
  const startOfDay = (at: number) => whenShown(Math.floor((at + offset(at)) / dayMs) * dayMs)
  return {
    startOfDay,
    // A day and a half later it is the next day, whatever the clocks have done.
    nextDay: (at) => startOfDay(startOfDay(at) + 1.5 * dayMs),
    startOfMonth: (month) => whenShown(Date.UTC(1970, month)),
    monthOf(at) {
      const shown = new Date(at + offset(at))
      return (shown.getUTCFullYear() - 1970) * 12 + shown.getUTCMonth()
    },
  }
}

/** Clock changes lie on minutes. */
function firstAfter(from: number, shown: number, offset: (at: number) => number): number {
  let at = from
  while (at + offset(at) < shown) at += minuteMs
  return at
}
