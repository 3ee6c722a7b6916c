import { type DayBorders, dayBorders, isTimeZone } from '@ringkey/server/time-zone'

const known = new Map<string, string>()

/** UTC for a zone that this browser does not know: the account may have been opened with a newer one. */
export function knownZone(zone: string): string {
  const name = known.get(zone) ?? (isTimeZone(zone) ? zone : 'UTC')
  known.set(zone, name)
  return name
}

const made = new Map<string, DayBorders>()

export function daysIn(zone: string): DayBorders {
  const days = made.get(zone) ?? dayBorders(zone)
  made.set(zone, days)
  return days
}

/** What the clock of the zone shows, as inputs have it: `2026-01-31T09:30`; its beginning names a day or a month. */
const shownText = (at: number, zone: string) => new Date(daysIn(zone).shown(at)).toISOString()
export const clockText = (at: number, zone: string) => shownText(at, zone).slice(0, 'yyyy-mm-ddThh:mm'.length)
export const dayText = (at: number, zone: string) => shownText(at, zone).slice(0, 'yyyy-mm-dd'.length)
export const monthText = (at: number, zone: string) => shownText(at, zone).slice(0, 'yyyy-mm'.length)

/** When the clock shows such a text; null when it is none. */
export function timeIn(text: string | null, zone: string): number | null {
  const shown = Date.parse(`${text}Z`)
  return Number.isNaN(shown) ? null : daysIn(zone).whenShown(shown)
}

/** The first moment of a day, or of the one after it; null when it is no day. */
export function startOfDay(day: string | null, zone: string, later: 0 | 1 = 0): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day ?? '') ? timeIn(`${day}T00:00`, zone) : null
  return at === null || later === 0 ? at : daysIn(zone).nextDay(at)
}
