import { roubles } from '../../books/money.ts'
import { monthName, monthOf, monthStartMs } from '../../books/months.ts'
import { dayMs } from '../../platform/clock.ts'
import { ownParty } from '../../storage/queries/accounts.ts'
import type { EntrySum, KeyedSum } from '../../storage/queries/ledger-sums.ts'
import type { Store } from '../../storage/store.ts'

const dayOf = (timeMs: number) => timeMs / dayMs

/** Months of an account with money on them, newest first. */
export async function monthsOf(store: Store, accountId: number, now: number) {
  const sums = await sumsOf(store, accountId, 0, dayOf(monthStartMs(monthOf(now) + 1)))
  return rowsBy(sums, 0, (day) => monthStartMs(monthOf(day * dayMs))).toReversed()
}

export type Statement = Awaited<ReturnType<typeof statementOf>>

/**
 * One calendar month (UTC) of an account: by days, and by what was paid for. Opening, top-ups and reversals less what was
 * spent make up the closing balance.
 */
export async function statementOf(
  store: Store,
  account: { readonly id: number; readonly email: string },
  month: number,
  now: number,
) {
  const [from, to] = [monthStartMs(month), monthStartMs(month + 1)]
  const [before, sums, seller, buyer] = await Promise.all([
    sumsOf(store, account.id, 0, dayOf(from)),
    sumsOf(store, account.id, dayOf(from), dayOf(to)),
    store.party(ownParty),
    store.party(account.id),
  ])
  const openingUnits = unitsOf(before)
  return {
    number: `${account.id}-${monthName(month)}`,
    month: monthName(month),
    from,
    to,
    /** False while the month goes on. */
    isOver: now >= to,
    /** As the operator wrote them, in lines. */
    seller,
    buyer: buyer === '' ? account.email : buyer,
    opening: roubles(openingUnits),
    toppedUp: roubles(unitsOf(sums, 'top-up')),
    reversed: roubles(-unitsOf(sums, 'reversal')),
    charges: chargesOf(sums),
    otherCharges: roubles(-unitsOf(sums, 'charge')),
    spent: roubles(spentOf(sums)),
    closing: roubles(openingUnits + unitsOf(sums)),
    days: rowsBy(sums, openingUnits, (day) => day * dayMs),
  }
}

const sumsOf = (store: Store, accountId: number, from: number, to: number) =>
  store.entrySums({ accountId, demo: false, from, to, by: 'day' })

export const unitsOf = (sums: readonly EntrySum[], ...kinds: readonly EntrySum['kind'][]): number =>
  sums.reduce((sum, { kind, units }) => sum + (kinds.length === 0 || kinds.includes(kind) ? units : 0), 0)

const spentOf = (sums: readonly EntrySum[]) => -unitsOf(sums, 'capture', 'charge')

const countOf = (sums: readonly EntrySum[], ...kinds: readonly EntrySum['kind'][]) =>
  sums.reduce(
    (count, { kind, what, entries }) => count + (kinds.includes(kind) && what !== 'checkPhone' ? entries : 0),
    0,
  )

/** Rows with a running balance, oldest first: the one before, what came and what was spent make up the next. */
function rowsBy(sums: readonly KeyedSum[], openingUnits: number, startOf: (day: number) => number) {
  let balanceUnits = openingUnits
  return [...Map.groupBy(sums, ({ key }) => startOf(key))].map(([at, some]) => {
    balanceUnits += unitsOf(some)
    return {
      at,
      /** Calls that ended, and those of them that were charged. */
      calls: countOf(some, 'capture', 'release'),
      paid: countOf(some, 'capture'),
      spent: roubles(spentOf(some)),
      /** Top-ups less those that were taken back. */
      toppedUp: roubles(unitsOf(some, 'top-up', 'reversal')),
      /** At its end, with the money that is held for calls in progress. */
      balance: roubles(balanceUnits),
    }
  })
}

function chargesOf(sums: readonly EntrySum[]) {
  const ended = sums.filter(({ kind }) => kind === 'capture' || kind === 'release')
  return [...Map.groupBy(ended, ({ what }) => what)]
    .map(([what, some]) => {
      const paid = some.filter(({ kind }) => kind === 'capture')
      const entries = (of: readonly EntrySum[]) => of.reduce((sum, each) => sum + each.entries, 0)
      // A mode of calls, or `checkPhone`.
      return { what, all: entries(some), paid: entries(paid), sum: roubles(-unitsOf(paid)) }
    })
    .sort((one, other) => other.sum - one.sum || (one.what < other.what ? -1 : 1))
}
