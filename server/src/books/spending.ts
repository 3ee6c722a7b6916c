import { hourMs } from '../platform/clock.ts'
import type { Refused } from './admission.ts'
import type { Books } from './books.ts'
import type { SpendCapRecord } from './spend-caps.ts'

export const hoursInDay = 24

export const hourOf = (timeMs: number) => Math.floor(timeMs / hourMs)

interface Spending {
  readonly accountId: number
  readonly priceUnits: number
  readonly caps: readonly SpendCapRecord[]
  readonly startedAt: number
}

/** Checks the funds first, then the caps of the service, the account and the destination. */
export function capRefusal(
  books: Books,
  { accountId, priceUnits, caps, startedAt }: Spending,
): Refused | undefined {
  if (books.balanceOf(accountId) < priceUnits) return { kind: 'refused', why: 'funds', retryAfterMs: 0 }
  const hour = hourOf(startedAt)
  for (const { scope, perHourUnits, perDayUnits } of caps) {
    const overHour = perHourUnits > 0 && books.spentIn(scope, hour) + priceUnits > perHourUnits
    const overDay = perDayUnits > 0 && spentInDay(books, scope, hour) + priceUnits > perDayUnits
    if (overHour || overDay) {
      return { kind: 'refused', why: 'spend-cap', retryAfterMs: (hour + 1) * hourMs - startedAt }
    }
  }
  return undefined
}

/** Holds the price and counts it against its caps; returns the scopes, which are needed if the price is returned. */
export function holdPrice(books: Books, { accountId, priceUnits, caps, startedAt }: Spending): string | null {
  if (priceUnits === 0) return null
  books.hold(accountId, priceUnits)
  if (caps.length === 0) return null
  for (const { scope } of caps) books.addSpend(scope, hourOf(startedAt), priceUnits)
  return caps.map(({ scope }) => scope).join(' ')
}

/**
 * Decides what a call or look-up costs for which money is held: all of it, or nothing. Money that goes back was not spent,
 * so the caps do not count it.
 */
export function decidePrice(
  books: Books,
  held: Pick<Spending, 'accountId' | 'startedAt'> & {
    readonly heldUnits: number
    readonly spendScopes: string | null
    readonly vendorId: number | null
    readonly note: string
  },
  isCharged: boolean,
  at: number,
): void {
  const { accountId, heldUnits, spendScopes, vendorId, note, startedAt } = held
  const [kind, amountUnits] = isCharged ? (['capture', -heldUnits] as const) : (['release', 0] as const)
  books.post({ accountId, kind, amountUnits, vendorId, note, createdAt: at }, heldUnits)
  if (isCharged) return
  for (const scope of spendScopes?.split(' ') ?? []) books.addSpend(scope, hourOf(startedAt), -heldUnits)
}

export function topUp(
  books: Books,
  request: { accountId: number; amountUnits: number; note: string; at: number },
): number | undefined {
  const { accountId, amountUnits, note, at } = request
  if (!books.hasAccount(accountId)) return undefined
  books.post({ accountId, kind: 'top-up', amountUnits, vendorId: null, note, createdAt: at }, 0)
  return books.balanceOf(accountId)
}

function spentInDay(books: Books, scope: string, hour: number): number {
  let spent = 0
  for (let earlier = 0; earlier < hoursInDay; earlier++) spent += books.spentIn(scope, hour - earlier)
  return spent
}
