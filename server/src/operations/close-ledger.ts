import type { LedgerEntry } from '../books/ledger.ts'
import type { Store } from '../storage/store.ts'
import { auditAndCarry, findingsOf } from './auditor.ts'

/** Entries that one transaction closes. */
const usualPiece = 2_000
/** Calls in progress keep their entries open: while they fill most of a batch, the next one is larger, up to this. */
const largestPieces = 32

export interface LedgerClosing {
  readonly store: Pick<Store, 'auditSince' | 'carryAudit' | 'accounts' | 'entriesToClose' | 'closeEntries'>
  readonly now: () => number
  /** Stores the detail. When it resolves, the detail is on disk. */
  readonly archive: { append(entries: readonly LedgerEntry[]): Promise<void> }
  readonly isCancelled?: () => boolean
  readonly piece?: number
}

export interface MonthsToClose {
  /** Whole months before the current one that stay open. */
  readonly keptMonths: number
  /** Only months before the month that begins at this time. */
  readonly before: number | null
}

export type LedgerClosed =
  | { readonly kind: 'closed'; readonly accounts: number; readonly entries: number }
  /** An audit found a fault: its investigation needs every entry. */
  | { readonly kind: 'not-in-order' }
  | { readonly kind: 'clock-leapt' }

/**
 * Sums the entries of old months into carry-forward entries. The books are audited first. Each batch is exported, then
 * closed in one transaction: after an interruption the books are in order, and the next run continues.
 */
export async function closeLedger(deps: LedgerClosing, months: MonthsToClose): Promise<LedgerClosed> {
  const { store, isCancelled = () => false } = deps
  if (findingsOf(await auditAndCarry(store)) > 0) return { kind: 'not-in-order' }
  let [accounts, entries] = [0, 0]
  for (const { id } of await store.accounts()) {
    if (isCancelled()) break
    const closed = await closeAccount(deps, id, months)
    if (closed === 'clock-leapt') return { kind: 'clock-leapt' }
    if (closed > 0) accounts += 1
    entries += closed
  }
  return { kind: 'closed', accounts, entries }
}

async function closeAccount(
  { store, now, archive, isCancelled = () => false, piece = usualPiece }: LedgerClosing,
  accountId: number,
  months: MonthsToClose,
): Promise<number | 'clock-leapt'> {
  let closed = 0
  for (let limit = piece; !isCancelled(); ) {
    const { detail, isLast, ...part } = await store.entriesToClose({
      ...months,
      accountId,
      now: now(),
      limit,
    })
    if (detail.length > 0) {
      await archive.append(detail)
      if (!(await store.closeEntries({ ...part, now: now() }))) return 'clock-leapt'
      closed += detail.length
    }
    if (isLast) break
    if (detail.length < limit / 2) {
      if (limit >= largestPieces * piece) break
      limit *= 2
    }
  }
  return closed
}
