import type { LedgerEntry } from '../../books/ledger.ts'
import { roubles } from '../../books/money.ts'
import { pick } from '../../platform/pick.ts'
import type { LedgerFilter } from '../../storage/queries/ledger-page.ts'
import type { Store } from '../../storage/store.ts'
import type { LedgerLine } from '../views/money.ts'

type Reversals = Awaited<ReturnType<Store['reversals']>>

/** A page of the ledger, as its owner and the operator see it. */
export async function ledgerView(store: Store, filter: LedgerFilter) {
  const { items, next, archivedUntil } = await store.ledgerPage(filter)
  const reversals = await store.reversals(filter.accountId)
  return {
    items: items.map((entry) => ledgerLine(entry, reversals)),
    next,
    archivedUntil: archivedUntil === 0 ? null : archivedUntil,
  }
}

function ledgerLine(entry: LedgerEntry, reversals: Reversals): LedgerLine {
  return {
    ...pick(entry, 'entry', 'kind', 'vendorId', 'note', 'createdAt'),
    amount: roubles(entry.amountUnits),
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
