import { roubles } from '../../books/money.ts'
import { monthName } from '../../books/months.ts'
import { dayBorders } from '../../platform/time-zone.ts'
import { type AccountRecord, ownParty } from '../../storage/queries/accounts.ts'
import type { EntrySum, KeyedSum } from '../../storage/queries/ledger-sums.ts'
import type { Store } from '../../storage/store.ts'

export type Billed = Pick<AccountRecord, 'id' | 'email' | 'timeZone' | 'createdAt'>

/** Months of an account with money on them, newest first. */
export async function monthsOf(store: Store, account: Billed, now: number) {
  const { monthOf, startOfMonth } = dayBorders(account.timeZone)
  const first = monthOf(account.createdAt)
  // An account that another node has just opened may be of the next month by this clock.
  const count = Math.max(1, monthOf(now) - first + 1)
  const borders = Array.from({ length: count + 1 }, (_, nth) => startOfMonth(first + nth))
  // Clocks that were set may have left entries before the account.
  const sums = await sumsOf(store, account, [0, ...borders.slice(1)])
  return rowsBy(sums, 0)
    .map((row) => ({ ...row, at: Math.max(row.at, borders[0]!) }))
    .toReversed()
}

/** When each day of a month begins in the zone, and where the last one ends. */
function daysOfMonth(timeZone: string, month: number): number[] {
  const { startOfMonth, nextDay } = dayBorders(timeZone)
  const [days, end] = [[startOfMonth(month)], startOfMonth(month + 1)]
  while (days.at(-1)! < end) days.push(nextDay(days.at(-1)!))
  return days
}

export type Statement = Awaited<ReturnType<typeof statementOf>>

/**
 * One calendar month of an account in its time zone: by days, and by what was paid for. Opening, top-ups and reversals
 * less what was spent make up the closing balance.
 */
export async function statementOf(store: Store, account: Billed, month: number, now: number) {
  const days = daysOfMonth(account.timeZone, month)
  const [from, to] = [days[0]!, days.at(-1)!]
  const [before, sums, seller, buyer] = await Promise.all([
    sumsOf(store, account, [0, from]),
    sumsOf(store, account, days),
    store.party(ownParty),
    store.party(account.id),
  ])
  const openingUnits = unitsOf(before)
  return {
    number: `${account.id}-${monthName(month)}`,
    month: monthName(month),
    from,
    to,
    timeZone: account.timeZone,
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
    days: rowsBy(sums, openingUnits),
  }
}

export const sumsOf = (store: Store, { id }: Pick<Billed, 'id'>, borders: readonly number[]) =>
  store.entrySums({ accountId: id, demo: false, borders, by: 'period' })

export const unitsOf = (sums: readonly EntrySum[], ...kinds: readonly EntrySum['kind'][]): number =>
  sums.reduce((sum, { kind, units }) => sum + (kinds.length === 0 || kinds.includes(kind) ? units : 0), 0)

export const spentOf = (sums: readonly EntrySum[]) => -unitsOf(sums, 'capture', 'charge')

const countOf = (sums: readonly EntrySum[], ...kinds: readonly EntrySum['kind'][]) =>
  sums.reduce(
    (count, { kind, what, entries }) => count + (kinds.includes(kind) && what !== 'checkPhone' ? entries : 0),
    0,
  )

/** Rows with a running balance, oldest first: the one before, what came and what was spent make up the next. */
function rowsBy(sums: readonly KeyedSum[], openingUnits: number) {
  let balanceUnits = openingUnits
  return [...Map.groupBy(sums, ({ key }) => key)].map(([at, some]) => {
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
