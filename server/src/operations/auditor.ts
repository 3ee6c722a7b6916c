import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import { type Clock, minuteMs } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { AuditReport, AuditResult } from '../storage/queries/audit.ts'
import type { Store } from '../storage/store.ts'

interface AuditorDeps {
  readonly store: Pick<Store, 'auditSince' | 'carryAudit' | 'saveLastAudit' | 'lastAudit' | 'takeLease'>
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly alarms: ActiveAlarms
}

/** Shorter than the hour between two audits, so that the lease has ended by the next one, on any node. */
const leaseMs = 50 * minuteMs
/** Accounts whose sums are stored in one transaction. */
const accountsPerWrite = 100

/** Checks the entries since the last audit; the next one starts after them. */
export async function auditAndCarry(store: Pick<Store, 'auditSince' | 'carryAudit'>): Promise<AuditReport> {
  const { report, proved } = await store.auditSince()
  for (let from = 0; from < proved.length; from += accountsPerWrite) {
    await store.carryAudit(proved.slice(from, from + accountsPerWrite))
  }
  return report
}

export const findingsOf = ({ unbalancedAccounts, wrongHolds, wrongCalls }: AuditReport): number =>
  unbalancedAccounts.length + wrongHolds.length + wrongCalls.length

/** Runs the audit of the ledger periodically and on request, and reports the result. */
export class Auditor {
  readonly #deps: AuditorDeps
  #last: AuditResult | undefined
  #running: Promise<AuditResult> | undefined

  constructor(deps: AuditorDeps) {
    this.#deps = deps
  }

  get last(): AuditResult | undefined {
    return this.#last
  }

  /** The periodic audit: one node audits for all, and the others use its result. */
  async runForAll(): Promise<void> {
    const { store, clock } = this.#deps
    if (await store.takeLease({ name: 'audit', forMs: leaseMs, at: clock.now() })) {
      await this.run()
      return
    }
    const last = await store.lastAudit()
    if (last !== undefined) this.#report(last)
  }

  /** A request during a running audit gets its result. */
  run(): Promise<AuditResult> {
    this.#running ??= this.#audit().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #audit(): Promise<AuditResult> {
    const { store, clock } = this.#deps
    const startedMs = clock.monotonicMs()
    const report = await auditAndCarry(store)
    const result = { at: clock.now(), tookMs: Math.round(clock.monotonicMs() - startedMs), report }
    await store.saveLastAudit(result)
    this.#report(result)
    return result
  }

  #report(result: AuditResult): void {
    const { log, metrics, alarms } = this.#deps
    const { unbalancedAccounts, wrongHolds } = result.report
    const findings = findingsOf(result.report)
    metrics.audited(findings, result.at)
    if (findings === 0) alarms.clear('audit')
    else {
      alarms.raise('audit', '', { accounts: unbalancedAccounts.length, holds: wrongHolds.length })
      log.error({ event: 'books-unbalanced', unbalancedAccounts, wrongHolds }, 'the ledger does not balance')
    }
    this.#last = result
  }
}
