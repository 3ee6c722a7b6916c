import { type Clock, minuteMs } from '../platform/clock.ts'
import type { ActiveAlarms } from './active-alarms.ts'

/** One forgotten program with an old key makes a handful; this many is a program in a loop, or somebody who guesses. */
const burst = 300

/** To be called for each refused key: reports many within a minute. */
export function countRefusedKeys(clock: Clock, alarms: Pick<ActiveAlarms, 'report'>): () => void {
  let minuteEndsMs = 0
  let count = 0
  return () => {
    const nowMs = clock.monotonicMs()
    if (nowMs >= minuteEndsMs) {
      minuteEndsMs = nowMs + minuteMs
      count = 0
    }
    count += 1
    if (count >= burst) alarms.report('keys-refused', '', { count })
  }
}
