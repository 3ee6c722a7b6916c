import type { Books } from './books.ts'
import { decidePrice } from './spending.ts'

/** Under the lock of its own account. Returns what the call has cost. */
export function payKept(
  books: Books,
  { id, status }: { readonly id: string; readonly status: string },
  vendorId: number,
  at: number,
): number {
  const kept = books.takeKeptPrice(id, vendorId)
  if (kept === undefined) return 0
  const { priceUnits, mode } = kept
  const isCharged = status === 'approved'
  decidePrice(books, { ...kept, heldUnits: priceUnits, note: mode }, isCharged, at)
  const costUnits = isCharged ? priceUnits : 0
  books.setCost(vendorId, costUnits)
  return costUnits
}
