import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closeMonths, monthName, monthOf, monthStartMs } from './close-months.ts'
import type { EntryKind, LedgerEntry } from './ledger.ts'

const january = Date.UTC(2025, 0, 31, 23, 59, 0)
const february = Date.UTC(2025, 1, 1)

/** Ledger entries with the numbers and balances that the books would write. */
function ledgerOf(
  made: readonly (readonly [kind: EntryKind, units: number, vendorId: number | null, at: number])[],
) {
  let balanceAfterUnits = 0
  return made.map(([kind, units, vendorId, createdAt], index): LedgerEntry => {
    const [amountUnits, heldUnits] =
      kind === 'hold'
        ? [-units, units]
        : kind === 'capture'
          ? [0, -units]
          : kind === 'release'
            ? [units, -units]
            : [units, 0]
    balanceAfterUnits += amountUnits
    return {
      accountId: 1,
      entry: index + 1,
      kind,
      amountUnits,
      heldUnits,
      balanceAfterUnits,
      vendorId,
      note: '',
      createdAt,
      summed: 0,
    }
  })
}

/** The ledger after its first `limit` entries were closed. */
function closed(entries: readonly LedgerEntry[], limit = entries.length): LedgerEntry[] {
  return closedPiece(entries, 0, limit).left
}

/** One part of the closing, and where the next one starts. */
function closedPiece(entries: readonly LedgerEntry[], after: number, limit: number) {
  const piece = entries.filter(({ entry }) => entry > after).slice(0, limit)
  const { carryForward, removed, neededFrom } = closeMonths(piece)
  const left = entries
    .filter(({ entry }) => !removed.includes(entry))
    .map((entry) => {
      const carried = carryForward.find((each) => each.entry === entry.entry)
      if (carried === undefined) return entry
      const { amountUnits, heldUnits, summed } = carried
      return { ...entry, amountUnits, heldUnits, summed, vendorId: null }
    })
  return { left, after: Math.max(0, neededFrom - 1) }
}

it('closing a month: makes one entry for each kind in the place of the last that it sums; top-ups stay', () => {
  const before = ledgerOf([
    ['top-up', 100, null, january],
    ['hold', 8, 7, january],
    ['hold', 8, 8, january],
    ['capture', 8, 7, january],
    ['release', 8, 8, january],
    ['hold', 8, 9, january],
    ['capture', 8, 9, february],
  ])
  expect(
    closed(before).map(({ entry, kind, amountUnits, heldUnits, summed }) => [
      entry,
      kind,
      amountUnits,
      heldUnits,
      summed,
    ]),
  ).toEqual([
    [1, 'top-up', 100, 0, 0],
    [4, 'capture', 0, -8, 1],
    [5, 'release', 8, -8, 1],
    [6, 'hold', -24, 24, 3],
    [7, 'capture', 0, -8, 1],
  ])
  expect(closeMonths(before).detail.map(({ entry }) => entry)).toEqual([2, 3, 4, 5, 6, 7])
  expect(closeMonths(closed(before))).toMatchObject({ detail: [], carryForward: [], removed: [] })
})

it('closing a month: entries of a call that ends beyond this part stay until the next part', () => {
  const before = ledgerOf([
    ['hold', 8, 7, january],
    ['hold', 8, 8, january],
    ['capture', 8, 8, january],
    ['capture', 8, 7, january],
  ])
  const first = closed(before, 3)
  expect(first.map(({ entry, vendorId, summed }) => [entry, vendorId, summed])).toEqual([
    [1, 7, 0],
    [2, null, 1],
    [3, null, 1],
    [4, 7, 0],
  ])
  expect(closed(first).map(({ entry, kind, summed }) => [entry, kind, summed])).toEqual([
    [2, 'hold', 2],
    [4, 'capture', 2],
  ])
})

it('closing in parts of any length: months, kinds, counts and holds add up to the same after every part', () => {
  const calls = fc.array(
    fc.record({
      start: fc.nat(100),
      lasts: fc.nat(30),
      units: fc.integer({ min: 1, max: 9 }),
      isCaptured: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(calls, fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 }), (made, limits) => {
      const dayMs = 86_400_000
      const moves = made.flatMap(({ start, lasts, units, isCaptured }, vendorId) => [
        ['hold' as const, units, vendorId, january + start * dayMs] as const,
        [
          isCaptured ? ('capture' as const) : ('release' as const),
          units,
          vendorId,
          january + (start + lasts) * dayMs,
        ] as const,
      ])
      let entries = ledgerOf(moves.sort((one, other) => one[3] - other[3]))
      const sums = totals(entries)
      let after = 0
      for (const limit of [...limits, entries.length]) {
        const piece = closedPiece(entries, after, limit)
        entries = piece.left
        after = piece.after
        expect(totals(entries)).toEqual(sums)
      }
      expect(totals(entries)).toEqual(sums)
      expect(entries.every(({ summed, vendorId }) => summed > 0 && vendorId === null)).toBe(true)
      expect(new Set(entries.map(({ kind, createdAt }) => `${kind} ${monthOf(createdAt)}`)).size).toBe(
        entries.length,
      )
    }),
    { numRuns: 200 },
  )
})

function totals(entries: readonly LedgerEntry[]) {
  const byMonth = Object.groupBy(entries, ({ kind, createdAt }) => `${monthName(monthOf(createdAt))} ${kind}`)
  const sums = Object.entries(byMonth).map(([name, some = []]) => [
    name,
    some.reduce((sum, { amountUnits }) => sum + amountUnits, 0),
    some.reduce((sum, { heldUnits }) => sum + heldUnits, 0),
    some.reduce((sum, { summed }) => sum + Math.max(summed, 1), 0),
  ])
  const held = new Map<number, number>()
  for (const { vendorId, heldUnits } of entries)
    if (vendorId !== null) held.set(vendorId, (held.get(vendorId) ?? 0) + heldUnits)
  return { sums: sums.sort(), wrongHolds: [...held].filter(([, units]) => units !== 0) }
}

it('months: named and bounded in UTC', () => {
  expect(monthName(monthOf(january))).toBe('2025-01')
  expect(monthStartMs(monthOf(january) + 1)).toBe(february)
  expect(monthName(monthOf(Date.UTC(2025, 11, 31)) + 1)).toBe('2026-01')
})
