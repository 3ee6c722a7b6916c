import { archiveIn, closeLedger } from '../operations/close-ledger.ts'
import { type Clock, hourMs } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Store } from '../storage/store.ts'

/** One node, once a day. */
const leaseMs = 23 * hourMs + hourMs / 2

interface ClosingDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly dataFolder: string
  /** 0 closes nothing. */
  readonly keptMonths: number
}

/** The background task that keeps the ledger from growing without limit. */
export function closeOldMonthsOf({ store, clock, log, dataFolder, keptMonths }: ClosingDeps) {
  return async (isCancelled: () => boolean): Promise<void> => {
    if (keptMonths === 0) return
    if (!(await store.takeLease({ name: 'close-ledger', forMs: leaseMs, at: clock.now() }))) return
    const closing = { store, now: () => clock.now(), archive: archiveIn(dataFolder), isCancelled }
    const closed = await closeLedger(closing, { keptMonths, before: null })
    if (closed.kind !== 'closed') {
      log.error({ event: 'months-not-closed', why: closed.kind }, 'old months of the ledger are not closed')
    } else if (closed.entries > 0) {
      const { accounts, entries, files } = closed
      log.info(
        { event: 'months-closed', accounts, entries, files: files.length },
        'old months of the ledger are closed',
      )
    }
  }
}
