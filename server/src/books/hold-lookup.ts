import type { Books } from './books.ts'
import type { LookupEnd, LookupHeld, LookupRequest } from './lookup-hold.ts'
import { capRefusal, hourOf } from './spending.ts'

const note = 'checkPhone'

/** Runs before a paid look-up: checks funds and caps, then holds the price. */
export function holdLookup(books: Books, request: LookupRequest): LookupHeld {
  const { lookupId, fingerprint, accountId, amountUnits, caps, startedAt, deadlineAt } = request
  const known = fingerprint === null ? undefined : books.lookupKey(lookupId)
  if (known !== undefined) {
    const { amountUnits, balanceUnits } = known
    const isSame = Buffer.compare(known.fingerprint, fingerprint!) === 0
    return isSame ? { kind: 'replayed', amountUnits, balanceUnits } : { kind: 'key-of-another-phone' }
  }
  const unpaid = capRefusal(books, { accountId, priceUnits: amountUnits, caps, startedAt })
  if (unpaid !== undefined) {
    return { kind: 'refused', why: unpaid.why as 'funds' | 'spend-cap', retryAfterMs: unpaid.retryAfterMs }
  }
  if (amountUnits > 0) {
    books.post(accountId, 'hold', -amountUnits, amountUnits, null, note, startedAt)
    for (const { scope } of caps) books.addSpend(scope, hourOf(startedAt), amountUnits)
    const spendScopes = caps.length === 0 ? null : caps.map(({ scope }) => scope).join(' ')
    books.addLookupHold({ lookupId, accountId, amountUnits, spendScopes, startedAt, deadlineAt })
  }
  const balanceUnits = books.balanceOf(accountId)
  if (fingerprint !== null)
    books.addLookupKey({ lookupId, fingerprint, amountUnits, balanceUnits, startedAt })
  return { kind: 'held', balanceUnits }
}

/** Charges the held price if the client got its answer, else returns it. False when the hold had ended before. */
export function endLookup(books: Books, { lookupId, accountId, isAnswered, at }: LookupEnd): boolean {
  const hold = books.takeLookupHold(lookupId)
  if (hold === undefined) return false
  const { amountUnits, spendScopes, startedAt } = hold
  if (isAnswered) {
    books.post(accountId, 'capture', 0, -amountUnits, null, note, at)
    return true
  }
  // A failed look-up does not use up its idempotency key.
  books.removeLookupKey(lookupId)
  books.post(accountId, 'release', amountUnits, -amountUnits, null, note, at)
  for (const scope of spendScopes?.split(' ') ?? []) books.addSpend(scope, hourOf(startedAt), -amountUnits)
  return true
}
