import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { AuditReport } from '../storage/audit-report.ts'
import type { Store } from '../storage/store.ts'

interface AuditorParts {
  readonly store: Pick<Store, 'audit'>
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly alarms: ActiveAlarms
}

export interface AuditResult {
  readonly at: number
  readonly tookMs: number
  readonly report: AuditReport
}

/** Runs the audit of the books by the clock and when somebody asks, and tells everybody who has to know. */
export class Auditor {
  readonly #parts: AuditorParts
  #last: AuditResult | undefined
  #running: Promise<AuditResult> | undefined

  constructor(parts: AuditorParts) {
    this.#parts = parts
  }

  get last(): AuditResult | undefined {
    return this.#last
  }

  /** Whoever asks while one runs gets its result: it reads every entry of the ledger. */
  run(): Promise<AuditResult> {
    this.#running ??= this.#audit().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #audit(): Promise<AuditResult> {
    const { store, clock, log, metrics, alarms } = this.#parts
    const startedMs = clock.monotonicMs()
    const report = await store.audit()
    const { unbalancedAccounts, wrongHolds } = report
    const findings = unbalancedAccounts.length + wrongHolds.length
    const at = clock.now()
    metrics.audited(findings, at)
    if (findings === 0) alarms.clear('audit')
    else {
      alarms.raise('audit', '', { accounts: unbalancedAccounts.length, holds: wrongHolds.length })
      log.error({ unbalancedAccounts, wrongHolds }, 'the books do not balance')
    }
    this.#last = { at, tookMs: Math.round(clock.monotonicMs() - startedMs), report }
    return this.#last
  }
}
