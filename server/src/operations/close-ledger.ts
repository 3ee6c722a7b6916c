import type { LedgerEntry } from '../books/ledger.ts'
import { monthOf, monthStartMs } from '../books/months.ts'
import { type Clock, hourMs } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Store } from '../storage/store.ts'
import { auditAndCarry, findingsOf } from './auditor.ts'
import { archiveIn } from './ledger-archive.ts'

/** Entries that one transaction closes, so that the writer is never away for long. */
const usualPiece = 1_000

export interface LedgerClosing {
  readonly store: Pick<Store, 'auditSince' | 'carryAudit' | 'accounts' | 'entriesToClose' | 'closeEntries'>
  readonly now: () => number
  /** Stores the detail and returns the paths of its files. When it resolves, the detail is on disk. */
  readonly archive: (entries: readonly LedgerEntry[]) => Promise<readonly string[]>
  readonly isCancelled?: () => boolean
  readonly piece?: number
}

/**
 * Moves the entries before the month that begins at `endMs` into the archive; their sums stay. The books are audited first:
 * a fault needs every entry for its investigation. Each batch is exported, then closed in one transaction: after an
 * interruption the books are in order, and the next run continues.
 */
export async function closeLedger(deps: LedgerClosing, endMs: number) {
  const { store, now, archive, isCancelled = () => false, piece = usualPiece } = deps
  if (findingsOf(await auditAndCarry(store)) > 0) return 'not-in-order'
  const accounts = new Set<number>()
  const files = new Set<string>()
  let entries = 0
  for (const { id: accountId } of await store.accounts()) {
    while (!isCancelled()) {
      const detail = await store.entriesToClose({ accountId, endMs, limit: piece, now: now() })
      if (detail === 'clock-leapt') return detail
      if (detail.length === 0) break
      for (const path of await archive(detail)) files.add(path)
      await store.closeEntries({ accountId, endMs, upTo: detail.at(-1)!.entry })
      accounts.add(accountId)
      entries += detail.length
    }
  }
  return { accounts: accounts.size, entries, files: [...files] }
}

/** One node, once a day. */
const leaseMs = 23.5 * hourMs

/** The background task that keeps the ledger from growing without limit; 0 months closes nothing. */
export function closeOldMonthsOf(
  deps: { readonly store: Store; readonly clock: Clock; readonly log: Log; readonly dataFolder: string },
  monthsKept: () => number,
) {
  const { store, clock, log, dataFolder } = deps
  const now = () => clock.now()
  const archive = archiveIn(dataFolder)
  return async (isCancelled: () => boolean): Promise<void> => {
    const keptMonths = monthsKept()
    if (keptMonths === 0 || !(await store.takeLease({ name: 'close-ledger', forMs: leaseMs, at: now() })))
      return
    const endMs = monthStartMs(monthOf(await store.heartbeat(now())) - keptMonths)
    const closed = await closeLedger({ store, now, archive, isCancelled }, endMs)
    if (typeof closed === 'string')
      return log.error({ event: 'months-not-closed', why: closed }, 'old months of the ledger are not closed')
    const facts = { event: 'months-closed', ...closed, files: closed.files.length } as const
    if (closed.entries > 0) log.info(facts, 'old months of the ledger are closed')
  }
}
