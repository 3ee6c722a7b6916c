import type { Clock } from './clock.ts'

/**
 * Reports the first problem at once and then one a period, with the number of those left out, so that the log is not
 * flooded.
 */
export function boundedReport(
  clock: Clock,
  periodMs: number,
  say: (error: Error, unsaid: number, facts: object) => void,
): (error: Error, facts?: object) => void {
  let quietUntilMs = Number.NEGATIVE_INFINITY
  let unsaid = 0
  return (error, facts = {}) => {
    const nowMs = clock.monotonicMs()
    if (nowMs < quietUntilMs) {
      unsaid += 1
      return
    }
    say(error, unsaid, facts)
    quietUntilMs = nowMs + periodMs
    unsaid = 0
  }
}
