import { dayMs } from '../platform/clock.ts'
import type { Books } from './books.ts'
import type { SpendCapRecord } from './spend-caps.ts'
import { capRefusal, hourOf } from './spending.ts'

export interface LookupRequest {
  /** Chosen by the caller: random, or derived from the idempotency key. */
  readonly lookupId: string
  /** With an idempotency key: a keyed hash of number (or body) and key, which tells whether the request is the same. */
  readonly fingerprint: Uint8Array | null
  readonly accountId: number
  /** The price of one look-up. */
  readonly amountUnits: number
  /** Look-ups that are paid together, 1 when left out. As many are held as there is money for. */
  readonly count?: number
  readonly caps: readonly SpendCapRecord[]
  readonly startedAt: number
  /** Money that is still held at this time is returned. */
  readonly deadlineAt: number
}

/** The held price of a request that looks up numbers. */
export interface LookupHold
  extends Pick<LookupRequest, 'lookupId' | 'accountId' | 'amountUnits' | 'startedAt' | 'deadlineAt'> {
  /** The scopes of the caps that count it, separated by spaces. */
  readonly spendScopes: string | null
}

/** A look-up with an idempotency key, with the price and the balance that its first answer showed. */
export interface LookupKey {
  readonly lookupId: string
  readonly fingerprint: Uint8Array
  readonly amountUnits: number
  readonly balanceUnits: number
  readonly startedAt: number
  /** Look-ups that were paid. */
  readonly count: number
}

/** How long an idempotency key of checkPhone is kept. */
export const lookupKeyRetentionMs = dayMs

export interface LookupRefusal {
  readonly why: 'funds' | 'spend-cap'
  readonly retryAfterMs: number
}

export type LookupHeld =
  | {
      readonly kind: 'held'
      /** So many look-ups are paid, at least one. */
      readonly count: number
      /** Why not all of them are. */
      readonly rest?: LookupRefusal
      readonly balanceUnits: number
    }
  | {
      readonly kind: 'replayed'
      readonly count: number
      readonly amountUnits: number
      readonly balanceUnits: number
    }
  | { readonly kind: 'key-of-another-phone' }
  | ({ readonly kind: 'refused' } & LookupRefusal)

export interface LookupEnd {
  readonly lookupId: string
  readonly accountId: number
  readonly isAnswered: boolean
  readonly at: number
}

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
  const { count, rest } = affordable(books, request)
  if (count === 0) return { kind: 'refused', ...rest! }
  const heldUnits = amountUnits * count
  if (heldUnits > 0) {
    books.post(accountId, 'hold', -heldUnits, heldUnits, null, note, startedAt)
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
