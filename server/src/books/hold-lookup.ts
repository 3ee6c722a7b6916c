import type { Books } from './books.ts'
import type { LookupEnd, LookupHeld, LookupRefusal, LookupRequest } from './lookup-hold.ts'
import { capRefusal, decidePrice, hourOf } from './spending.ts'

const note = 'checkPhone'

/** Runs before paid look-ups: checks funds and caps, then holds the price. */
export function holdLookup(books: Books, request: LookupRequest): LookupHeld {
  const { lookupId, fingerprint, accountId, amountUnits, caps, startedAt, deadlineAt } = request
  const known = fingerprint === null ? undefined : books.lookupKey(lookupId)
  if (known !== undefined) {
    const { amountUnits, balanceUnits, count } = known
    const isSame = Buffer.compare(known.fingerprint, fingerprint!) === 0
    return isSame ? { kind: 'replayed', count, amountUnits, balanceUnits } : { kind: 'key-of-another-phone' }
  }
  if (request.isRepeat === true) return { kind: 'refused', why: 'funds', retryAfterMs: 0 }
  const { count, rest } = affordable(books, request)
  if (count === 0) return { kind: 'refused', ...rest! }
  const heldUnits = amountUnits * count
  if (heldUnits > 0) {
    books.hold(accountId, heldUnits)
    for (const { scope } of caps) books.addSpend(scope, hourOf(startedAt), heldUnits)
    const spendScopes = caps.length === 0 ? null : caps.map(({ scope }) => scope).join(' ')
    books.addLookupHold({ lookupId, accountId, amountUnits: heldUnits, spendScopes, startedAt, deadlineAt })
  }
  const balanceUnits = books.balanceOf(accountId)
  if (fingerprint !== null)
    books.addLookupKey({ lookupId, fingerprint, amountUnits, balanceUnits, startedAt, count })
  return { kind: 'held', count, ...(rest === undefined ? {} : { rest }), balanceUnits }
}

/** How many of the look-ups the funds and the caps allow, and why not all. */
function affordable(
  books: Books,
  { accountId, amountUnits, count = 1, caps, startedAt }: LookupRequest,
): { readonly count: number; readonly rest: LookupRefusal | undefined } {
  const refusalOf = (many: number): LookupRefusal | undefined => {
    const refused = capRefusal(books, { accountId, priceUnits: amountUnits * many, caps, startedAt })
    return refused && { why: refused.why as LookupRefusal['why'], retryAfterMs: refused.retryAfterMs }
  }
  let rest = refusalOf(count)
  if (rest === undefined) return { count, rest }
  let [paid, unpaid] = [0, count]
  while (unpaid - paid > 1) {
    const middle = (paid + unpaid) >> 1
    const refusal = refusalOf(middle)
    if (refusal === undefined) paid = middle
    else [unpaid, rest] = [middle, refusal]
  }
  return { count: paid, rest }
}

/** Charges the held price if the client got its answer, else returns it. False when the hold had ended before. */
export function endLookup(books: Books, { lookupId, isAnswered, at }: LookupEnd): boolean {
  const hold = books.takeLookupHold(lookupId)
  if (hold === undefined) return false
  // A failed look-up does not use up its idempotency key.
  if (!isAnswered) books.removeLookupKey(lookupId)
  decidePrice(books, { ...hold, heldUnits: hold.amountUnits, vendorId: null, note }, isAnswered, at)
  return true
}
