import type { LedgerEntry } from '../../books/ledger.ts'
import { roubles } from '../../books/money.ts'
import { pick } from '../../platform/pick.ts'
import type { Store } from '../../storage/store.ts'
import type { LedgerLine } from '../views/money.ts'

type Reversals = Awaited<ReturnType<Store['reversals']>>

/** An entry of the ledger, as its owner and the operator see it. */
export function ledgerLine(entry: LedgerEntry, reversals: Reversals): LedgerLine {
  return {
    ...pick(entry, 'entry', 'kind', 'vendorId', 'note', 'createdAt', 'summed'),
    amount: roubles(entry.amountUnits),
    held: roubles(entry.heldUnits),
    balanceAfter: roubles(entry.balanceAfterUnits),
    ...reversalOf(entry, reversals),
  }
}

/** How an entry of a page is connected to its reversal, or to the top-up that it reverses. */
function reversalOf({ entry, kind }: LedgerEntry, reversals: Reversals) {
  const own = kind === 'top-up' ? reversals.find((each) => each.entry === entry) : undefined
  const other = kind === 'reversal' ? reversals.find((each) => each.reversedBy === entry) : undefined
  return { reversedBy: own?.reversedBy ?? null, reverses: other?.entry ?? null }
}
