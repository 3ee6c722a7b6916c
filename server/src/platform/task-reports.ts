import { type Clock, minuteMs } from './clock.ts'
import type { Log } from './log.ts'

/** Logs the failures of one background task: the first at once, then one a minute with their number, then the recovery. */
export class TaskReports {
  readonly #task: string
  readonly #clock: Clock
  readonly #log: Log
  #failures = 0
  #quietUntilMs = 0

  constructor(task: string, clock: Clock, log: Log) {
    this.#task = task
    this.#clock = clock
    this.#log = log
  }

  failed(error: Error): void {
    this.#failures += 1
    const nowMs = this.#clock.monotonicMs()
    if (this.#failures > 1 && nowMs < this.#quietUntilMs) return
    this.#quietUntilMs = nowMs + minuteMs
    const facts = { task: this.#task, err: error, failures: this.#failures }
    this.#log.error({ event: 'task-failed', ...facts }, 'a background task failed')
  }

  succeeded(): void {
    if (this.#failures > 1)
      this.#log.warn(
        { event: 'task-recovered', task: this.#task, failures: this.#failures },
        'a background task works again',
      )
    this.#failures = 0
  }
}
