import { type Clock, minuteMs } from '../platform/clock.ts'
import type { ActiveAlarms } from './active-alarms.ts'

/** One forgotten program with an old key makes a handful; this many is a program in a loop, or somebody who guesses. */
const burst = 300

/** Reports many refused keys within a minute. */
export class RefusedKeys {
  readonly #clock: Clock
  readonly #alarms: Pick<ActiveAlarms, 'report'>
  #minuteEndsMs = 0
  #count = 0

  constructor(clock: Clock, alarms: Pick<ActiveAlarms, 'report'>) {
    this.#clock = clock
    this.#alarms = alarms
  }

  note(): void {
    const nowMs = this.#clock.monotonicMs()
    if (nowMs >= this.#minuteEndsMs) {
      this.#minuteEndsMs = nowMs + minuteMs
      this.#count = 0
    }
    this.#count += 1
    if (this.#count >= burst) this.#alarms.report('keys-refused', '', { count: this.#count })
  }
}
