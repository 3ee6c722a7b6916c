import type { RequestTimes } from './accounts/request-times.ts'
import { type Clock, dayMs, hourMs, minuteMs, secondMs, type Timer } from './platform/clock.ts'
import type { Log } from './platform/log.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Store } from './storage/store.ts'
import type { Settler } from './verification/settler.ts'

const purgePiece = 500

export interface UpkeepParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly settler: Settler
  readonly requestTimes: RequestTimes
  readonly retentionDays: number
  /** Somebody changed a setting in the store. */
  readonly reload: () => Promise<void>
}

/** What a service does by the clock, beside its requests. A round that fails is logged and comes again. */
export function startUpkeep(parts: UpkeepParts): Timer {
  const { store, clock, log, metrics, settler, requestTimes, reload, retentionDays } = parts
  let version = -1

  const every = (periodMs: number, name: string, run: () => Promise<unknown>) =>
    clock.every(
      periodMs,
      async () => void (await run()),
      (error) => log.error({ err: error }, `${name} failed`),
    )

  const noticeChanges = async () => {
    const now = await store.settingsVersion()
    if (now !== version) await reload()
    version = now
  }
  const audit = async () => {
    const { unbalancedAccounts, wrongHolds } = await store.audit()
    const findings = unbalancedAccounts.length + wrongHolds.length
    metrics.audited(findings, clock.now())
    if (findings > 0) log.error({ unbalancedAccounts, wrongHolds }, 'the books do not balance')
  }
  const purge = async () => {
    const now = clock.now()
    const before = now - retentionDays * dayMs
    while ((await store.purge({ before, now, limit: purgePiece })).more);
  }

  const timers = [
    settler.startSweeping(),
    every(secondMs, 'noticing changes', noticeChanges),
    every(secondMs, 'writing request times', () => requestTimes.write(store)),
    every(minuteMs, 'the purge', purge),
    every(hourMs, 'the audit', audit),
    clock.after(
      minuteMs,
      () => void audit().catch((error: Error) => log.error({ err: error }, 'the audit failed')),
    ),
  ]
  return {
    cancel() {
      for (const timer of timers) timer.cancel()
    },
  }
}
