import type { LedgerEntry } from '../../books/ledger.ts'
import type { Store } from '../../storage/store.ts'
import type { ReversalView } from '../views/money.ts'

/** How an entry of a page is connected to its reversal, or to the top-up that it reverses. */
export function reversalOf(
  { entry, kind }: LedgerEntry,
  reversals: Awaited<ReturnType<Store['reversals']>>,
): ReversalView {
  const own = kind === 'top-up' ? reversals.find((each) => each.entry === entry) : undefined
  const other = kind === 'reversal' ? reversals.find((each) => each.reversedBy === entry) : undefined
  return { reversedBy: own?.reversedBy ?? null, reverses: other?.entry ?? null }
}
