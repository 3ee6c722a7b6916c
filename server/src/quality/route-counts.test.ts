import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AccountCounts, bounded, noCounts, type RouteCounts, withCalls } from './route-counts.ts'

const calls = (trials: number, share: number): RouteCounts => ({
  ...noCounts,
  trials,
  delivered: trials * share,
  checked: trials,
  approved: trials * share,
})
const added = (batches: readonly AccountCounts[]): AccountCounts =>
  batches.reduce<AccountCounts>((accounts, more) => withCalls({ accounts, at: 0 }, more, 0), new Map())
const hostile = 666

it('a hostile tenant: moves the rates of a route by a quarter at most, however many calls it makes and when', () => {
  const rounds = fc.array(
    fc.record({
      honest: fc.array(fc.nat(200), { minLength: 3, maxLength: 8 }),
      hostileCalls: fc.nat(100_000),
      hostileShare: fc.constantFrom(0, 0.3, 1),
    }),
    { minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(rounds, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
      const batches = all.map(
        ({ honest, hostileCalls, hostileShare }) =>
          new Map([
            // Every honest account has made calls enough to be heard.
            ...honest.map((count, id) => [id, calls(count + 20, share)] as const),
            [hostile, calls(hostileCalls, hostileShare)] as const,
          ]),
      )
      const { trials, delivered, checked, approved } = bounded(added(batches))
      for (const [hits, of] of [
        [delivered, trials],
        [approved, checked],
      ] as const) {
        expect(hits / of).toBeGreaterThanOrEqual(0.75 * share - 1e-9)
        expect(hits / of).toBeLessThanOrEqual(0.75 * share + 0.25 + 1e-9)
      }
      expect(trials).toBeLessThanOrEqual(400 + 1e-6)
    }),
    { numRuns: 300 },
  )
})

it('counts of routes: below four accounts each counts in full, and one that is nearly alone says enough', () => {
  expect(bounded(new Map([[1, calls(300, 0.5)]]))).toEqual(calls(300, 0.5))
  const three = new Map([1, 2, 3].map((id) => [id, calls(id === 1 ? 300 : 1, 1)]))
  expect(bounded(three).trials).toBe(302)
  const four = new Map([1, 2, 3, 4].map((id) => [id, calls(id === 1 ? 300 : 1, 1)]))
  expect(bounded(four).trials).toBe(23)
  const even = new Map([1, 2, 3, 4].map((id) => [id, calls(50, 1)]))
  expect(bounded(even).trials).toBe(200)
})

it('counts of routes: two accounts share the window, and the flood of one leaves the calls of the other', () => {
  const accounts = added([
    new Map([[1, calls(100, 1)]]),
    new Map([[2, calls(50_000, 0)]]),
    new Map([[2, calls(50_000, 0)]]),
  ])
  expect(accounts.get(1)!.trials).toBe(100)
  expect(accounts.get(2)!.trials).toBe(200)
})
