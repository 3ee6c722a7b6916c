import { boundedReport } from '../platform/bounded-report.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { ActiveAlarms } from './active-alarms.ts'

/** During an outage every request, settlement and webhook fails: one line in this period reports all of them. */
const linePeriodMs = 10_000

/**
 * The outage is over when nothing failed for this long. Some work may fail while other work succeeds, and people are
 * notified of every beginning and every end.
 */
const calmMs = 30_000

type Say = ReturnType<typeof boundedReport>

/** The work that the store could not do. */
export type StoreWork = 'request' | 'settlement' | 'webhooks' | 'cabinet' | 'alarms' | 'sign-in'

/** Reports that the store does not work, and when it works again: metrics, an alarm, a bounded number of log lines. */
export class StoreOutage {
  readonly #clock: Clock
  readonly #log: Log
  readonly #metrics: Metrics
  readonly #alarms: ActiveAlarms
  #outage: { readonly sinceMs: number; failures: number; readonly say: Say } | undefined
  #lastMs = 0

  constructor(clock: Clock, log: Log, metrics: Metrics, alarms: ActiveAlarms) {
    this.#clock = clock
    this.#log = log
    this.#metrics = metrics
    this.#alarms = alarms
  }

  report(error: Error, work: StoreWork, requestId?: string): void {
    const nowMs = this.#clock.monotonicMs()
    this.#metrics.storeTrouble.inc()
    this.#alarms.raise('store-trouble', '', { message: error.message.slice(0, 200) })
    this.#lastMs = nowMs
    this.#outage ??= { sinceMs: nowMs, failures: 0, say: this.#lines() }
    // The stack of the first failure is enough.
    const err = this.#outage.failures === 0 ? error : { type: error.name, message: error.message }
    this.#outage.failures += 1
    this.#outage.say(error, { err, work, ...(requestId === undefined ? {} : { requestId }) })
  }

  /** Call it when the store has written something. */
  answered(): void {
    const outage = this.#outage
    if (outage === undefined || this.#clock.monotonicMs() - this.#lastMs < calmMs) return
    const seconds = Math.round((this.#lastMs - outage.sinceMs) / 1000)
    this.#log.warn({ event: 'store-back', seconds, failures: outage.failures }, 'the store works again')
    this.#alarms.clear('store-trouble')
    this.#outage = undefined
  }

  #lines(): Say {
    return boundedReport(this.#clock, linePeriodMs, (_, unlogged, facts) =>
      this.#log.error({ event: 'store-trouble', ...facts, unlogged }, 'the store failed'),
    )
  }
}
