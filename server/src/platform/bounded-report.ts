import type { Clock } from './clock.ts'

/** Says the first trouble at once and then one a period, with how many were left unsaid: a log is no place to drown in. */
export function boundedReport(
  clock: Clock,
  periodMs: number,
  say: (error: Error, unsaid: number) => void,
): (error: Error) => void {
  let quietUntil = Number.NEGATIVE_INFINITY
  let unsaid = 0
  return (error) => {
    const now = clock.now()
    if (now < quietUntil) {
      unsaid += 1
      return
    }
    say(error, unsaid)
    quietUntil = now + periodMs
    unsaid = 0
  }
}
