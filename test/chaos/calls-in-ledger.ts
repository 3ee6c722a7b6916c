import type { LedgerEntry } from '../../server/src/books/ledger.ts'
import type { Store } from '../../server/src/storage/store.ts'

/** The entries of every call of an account, in their order. */
export async function callsInLedger(store: Store, accountId: number): Promise<Map<number, LedgerEntry[]>> {
  const entries = new Map<number, LedgerEntry[]>()
  for (let after = 0; ; ) {
    const page = await store.ledger({ accountId, afterEntry: after, limit: 5_000 })
    for (const entry of page)
      if (entry.vendorId !== null)
        entries.set(entry.vendorId, [...(entries.get(entry.vendorId) ?? []), entry])
    if (page.length === 0) return entries
    after = page.at(-1)!.entry
  }
}
