import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { ActiveAlarms } from './active-alarms.ts'

/** During an outage every request, settlement and webhook fails: one line in this period reports all of them. */
const linePeriodMs = 10_000

/** The outage is over when nothing failed for this long. Some work may fail while other work succeeds. */
const calmMs = 5_000

/** The work that the store could not do. */
export type StoreWork = 'request' | 'settlement' | 'webhooks' | 'cabinet'

/** Reports that the store does not work, and when it works again: metrics, an alarm, a bounded number of log lines. */
export class StoreOutage {
  readonly #clock: Clock
  readonly #log: Log
  readonly #metrics: Metrics
  readonly #alarms: ActiveAlarms
  #sinceMs: number | undefined
  #lastMs = 0
  #quietUntilMs = 0
  #failures = 0
  #unlogged = 0

  constructor(clock: Clock, log: Log, metrics: Metrics, alarms: ActiveAlarms) {
    this.#clock = clock
    this.#log = log
    this.#metrics = metrics
    this.#alarms = alarms
  }

  report(error: Error, work: StoreWork, requestId?: string): void {
    const nowMs = this.#clock.monotonicMs()
    this.#metrics.storeTrouble()
    this.#alarms.report('store-trouble', '', { message: error.message.slice(0, 200) })
    const isFirst = this.#sinceMs === undefined
    this.#sinceMs ??= nowMs
    this.#lastMs = nowMs
    this.#failures += 1
    if (!isFirst && nowMs < this.#quietUntilMs) {
      this.#unlogged += 1
      return
    }
    // The stack of the first failure is enough.
    const err = isFirst ? error : { type: error.name, message: error.message }
    const facts = { work, ...(requestId === undefined ? {} : { requestId }) }
    this.#log.error({ event: 'store-trouble', err, ...facts, unlogged: this.#unlogged }, 'the store failed')
    this.#quietUntilMs = nowMs + linePeriodMs
    this.#unlogged = 0
  }

  /** Call it when the store has answered. */
  answered(): void {
    if (this.#sinceMs === undefined || this.#clock.monotonicMs() - this.#lastMs < calmMs) return
    const seconds = Math.round((this.#lastMs - this.#sinceMs) / 1000)
    this.#log.warn({ event: 'store-back', seconds, failures: this.#failures }, 'the store works again')
    this.#sinceMs = undefined
    this.#failures = 0
    this.#unlogged = 0
  }
}
