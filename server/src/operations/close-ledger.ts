import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { LedgerEntry } from '../books/ledger.ts'
import { roubles } from '../books/money.ts'
import { monthName, monthOf } from '../books/months.ts'
import { type Clock, hourMs } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Store } from '../storage/store.ts'
import { auditAndCarry, findingsOf } from './auditor.ts'

/** Entries that one transaction closes. */
const usualPiece = 2_000
/** Calls in progress keep their entries open: while they fill most of a batch, the next one is larger, up to this. */
const largestPieces = 32

export interface LedgerClosing {
  readonly store: Pick<Store, 'auditSince' | 'carryAudit' | 'accounts' | 'entriesToClose' | 'closeEntries'>
  readonly now: () => number
  /** Stores the detail and returns the paths of its files. When it resolves, the detail is on disk. */
  readonly archive: (entries: readonly LedgerEntry[]) => Promise<readonly string[]>
  readonly isCancelled?: () => boolean
  readonly piece?: number
}

export interface MonthsToClose {
  /** Whole months before the current one that stay open. */
  readonly keptMonths: number
  /** Only months before the month that begins at this time. */
  readonly before: number | null
}

/**
 * Sums the entries of old months into carry-forward entries. The books are audited first: a fault needs every entry for
 * its investigation. Each batch is exported, then closed in one transaction: after an interruption the books are in
 * order, and the next run continues.
 */
export async function closeLedger(deps: LedgerClosing, months: MonthsToClose) {
  const { store, now, archive, isCancelled = () => false, piece = usualPiece } = deps
  if (findingsOf(await auditAndCarry(store)) > 0) return { kind: 'not-in-order' } as const
  const clockLeapt = { kind: 'clock-leapt' } as const
  // Nothing is exported by a clock that may close nothing.
  if (!(await store.closeEntries({ accountId: 0, upTo: 0, endMs: 0, now: now() }))) return clockLeapt
  const accounts = new Set<number>()
  const files = new Set<string>()
  let entries = 0
  for (const { id: accountId } of await store.accounts()) {
    for (let limit = piece; limit <= largestPieces * piece && !isCancelled(); ) {
      const request = { ...months, accountId, now: now(), limit }
      const { detail, isLast, ...part } = await store.entriesToClose(request)
      if (detail.length > 0) {
        for (const path of await archive(detail)) files.add(path)
        if (!(await store.closeEntries({ ...part, now: now() }))) return clockLeapt
        accounts.add(accountId)
        entries += detail.length
      }
      if (isLast) break
      if (detail.length < limit / 2) limit *= 2
    }
  }
  return { kind: 'closed', accounts: accounts.size, entries, files: [...files] } as const
}

/** One node, once a day. */
const leaseMs = 23.5 * hourMs

/** The background task that keeps the ledger from growing without limit; 0 months closes nothing. */
export function closeOldMonthsOf(
  deps: { readonly store: Store; readonly clock: Clock; readonly log: Log; readonly dataFolder: string },
  keptMonths: number,
) {
  const { store, clock, log, dataFolder } = deps
  const now = () => clock.now()
  return async (isCancelled: () => boolean): Promise<void> => {
    if (keptMonths === 0 || !(await store.takeLease({ name: 'close-ledger', forMs: leaseMs, at: now() })))
      return
    const closing = { store, now, archive: archiveIn(dataFolder), isCancelled }
    const closed = await closeLedger(closing, { keptMonths, before: null })
    if (closed.kind !== 'closed')
      log.error({ event: 'months-not-closed', why: closed.kind }, 'old months of the ledger are not closed')
    else if (closed.entries > 0) {
      const { accounts, entries, files } = closed
      const facts = { event: 'months-closed', accounts, entries, files: files.length } as const
      log.info(facts, 'old months of the ledger are closed')
    }
  }
}

/**
 * Appends the detail as JSON lines to a file of each month, which only its owner can read. An entry is written before it
 * is summed in the books, so after a crash it may be there twice, with the same account and number.
 */
export const archiveIn =
  (dataFolder: string): LedgerClosing['archive'] =>
  async (entries) => {
    const folder = join(dataFolder, 'ledger')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const months = Map.groupBy(entries, ({ createdAt }) => monthName(monthOf(createdAt)))
    const paths = [...months.keys()].map((month) => join(folder, `${month}.jsonl`))
    for (const [index, some] of [...months.values()].entries()) {
      await using file = await open(paths[index]!, 'a+', 0o600)
      const { size } = await file.stat()
      const { buffer } = await file.read({ buffer: Buffer.from('\n'), position: Math.max(size - 1, 0) })
      // A crash may have left half a line.
      await file.appendFile((buffer.toString() === '\n' ? '' : '\n') + some.map(lineOf).join(''))
      await file.sync()
    }
    // Makes the names of new files durable. Windows opens no folders; its file system does this by itself.
    if (process.platform !== 'win32') {
      await using opened = await open(folder)
      await opened.sync()
    }
    return paths
  }

function lineOf(entry: LedgerEntry): string {
  const line = {
    account: entry.accountId,
    entry: entry.entry,
    time: new Date(entry.createdAt).toISOString(),
    kind: entry.kind,
    amount: roubles(entry.amountUnits),
    held: roubles(entry.heldUnits),
    balance: roubles(entry.balanceAfterUnits),
    vendor_id: entry.vendorId,
    note: entry.note,
  }
  return `${JSON.stringify(line)}\n`
}
