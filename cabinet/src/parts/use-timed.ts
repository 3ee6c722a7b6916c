import { daysIn } from '../language/time-zone.ts'
import { useTimeZone } from '../language/use-time-zone.ts'
import { type Period, timed } from './period.ts'

/** Days are those of the account. */
export function useTimed() {
  const { startOfDay } = daysIn(useTimeZone())
  return <T extends Period>(asked: T) => timed(asked, Date.now(), startOfDay)
}
