import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/storage/store.ts'
import {
  addAccount,
  addService,
  admitted,
  callTo,
  ended,
  type Furnished,
  furnish,
  hashOf,
  options,
  price,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'
import { attempt, breakdowns, counted, everything, live, ringOf } from './insight-history.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const range = { from: startMs, to: startMs + 48 * hourMs, test: false }
const isLong = process.env.RINGKEY_TEST_LONG === '1'
let places = 0

/** Two services of one account, on two nodes. */
async function twoNodes(
  under: StoreUnderTest,
): Promise<{ nodes: [Store, Store]; houses: Furnished[]; serviceIds: number[] }> {
  const place = `statistics-${++places}`
  const nodes: [Store, Store] = [await under.open(place, options), await under.open(place, options)]
  const [store] = nodes
  await store.saveTariff({ code: 'uni', name: 'Uni', chargesFailed: false })
  const accountId = await addAccount(store, 'owner@example.com')
  await store.topUp({ accountId, amountUnits: 100_000_000, note: '', at: startMs })
  const serviceIds = [await addService(store, accountId), await addService(store, accountId)]
  return { nodes, houses: serviceIds.map((serviceId) => ({ store, accountId, serviceId })), serviceIds }
}

async function digestAll(store: Store, now = startMs): Promise<number> {
  let all = 0
  for (;;) {
    const piece = await store.digest({ limit: 3, now })
    all += piece
    if (piece < 3) return all
  }
}

export function describeStatistics(under: StoreUnderTest): void {
  describe('statistics', () => {
    it('equal the counts from reading every verification, however and on whichever node they were counted', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(attempt, { maxLength: 30 }), fc.nat(5), async (past, pause) => {
          const { nodes, houses, serviceIds } = await twoNodes(under)
          const [store, other] = nodes
          for (const [index, one] of past.entries()) {
            await live(store, houses, one)
            // Counting happens meanwhile, now and then, on both nodes at once.
            if (index % 5 === pause)
              await Promise.all(nodes.map((node) => node.digest({ limit: 2, now: startMs })))
          }
          await Promise.all(nodes.map((node) => digestAll(node)))
          await digestAll(other)
          expect(await store.digest({ limit: 100, now: startMs })).toBe(0)

          const records = (await everything(store, serviceIds)).filter(({ state }) => state !== 'checking')
          expect(records).toHaveLength(past.filter(({ end }) => end !== null).length)
          for (const test of [false, true]) {
            const own = records.filter((record) => record.test === test)
            for (const by of breakdowns) {
              const query = { ...range, test, serviceIds, by }
              expect(await store.statisticsTotals({ ...query, limit: 100 })).toEqual(counted(own, by))
              const stepHours = 6
              const series = await store.statisticsSeries({ ...query, stepHours })
              const expected = Map.groupBy(own, ({ startedAt }) =>
                Math.floor((startedAt - startMs) / (stepHours * hourMs)),
              )
              expect(new Set(series.map(({ at }) => (at - startMs) / (stepHours * hourMs)))).toEqual(
                new Set(expected.keys()),
              )
              for (const [step, among] of expected) {
                const points = series.filter(({ at }) => at === startMs + step * stepHours * hourMs)
                const totals = counted(among, by).map(({ failed: _, ...total }) => total)
                expect(points.map(({ at: _, ...point }) => point).sort(byKey)).toEqual(totals.sort(byKey))
              }
            }
            const rang = own.map(ringOf).filter((ms) => ms !== undefined)
            const times = await store.ringTimes({ ...range, test, serviceIds, stepHours: null })
            expect(times.reduce((sum, { count }) => sum + count, 0)).toBe(rang.length)
          }
          for (const node of nodes) await node.close()
        }),
        { numRuns: isLong ? 8 : 4, seed: 20260115 },
      )
    })

    it('give the median and the 95th percentile of the time to ring, to a quarter of a second', async () => {
      const house = await furnish(under)
      const { store, serviceId } = house
      // 1 to 100 times 100 ms: the median is 5 s, the 95th percentile 9.5 s. Two hours, fifty calls each.
      for (let nth = 1; nth <= 100; nth++) {
        const startedAt = startMs + (nth % 2) * hourMs
        const id = await admitted(store, callTo(`7916${2_000_000 + nth}`, house, { startedAt }))
        await store.settle({ ...ended(id, true), details: JSON.stringify({ pddMs: nth * 100 }) })
      }
      await digestAll(store)
      const [whole] = await store.ringTimes({ ...range, serviceIds: [serviceId], stepHours: null })
      expect(whole).toMatchObject({ at: startMs, count: 100 })
      expect(Math.abs(whole!.medianMs - 5_000)).toBeLessThanOrEqual(250)
      expect(Math.abs(whole!.p95Ms - 9_500)).toBeLessThanOrEqual(250)
      const hours = await store.ringTimes({ ...range, serviceIds: [serviceId], stepHours: 1 })
      expect(hours.map(({ at, count }) => [at, count])).toEqual([
        [startMs, 50],
        [startMs + hourMs, 50],
      ])
      await store.close()
    })

    it('keep counts of an erased verification, and keep them for 400 days, longer than verifications', async () => {
      const house = await furnish(under)
      const { store, serviceId } = house
      const kept = await admitted(store, callTo('79161110001', house))
      const erased = await admitted(store, callTo('79161110002', house))
      for (const id of [kept, erased]) await store.settle(ended(id, true))
      await store.erasePhone(hashOf('79161110002'))
      const totals = (by: 'operator' | 'service') =>
        store.statisticsTotals({ ...range, serviceIds: [serviceId], by, limit: 10 })
      // Not counted yet: a purge counts first.
      const now = startMs + 200 * dayMs
      while ((await store.purge({ before: now, now, limit: 100, trustsClock: true })).more);
      expect(await store.verification(kept)).toBeUndefined()
      expect(await totals('service')).toEqual([
        { key: String(serviceId), attempts: 2, completed: 2, failed: 0, costUnits: 2 * price },
      ])
      expect((await totals('operator')).map(({ key }) => key).sort()).toEqual(['', 'МТС'])
      const late = startMs + 401 * dayMs
      await store.purge({ before: now, now: late, limit: 100, trustsClock: true })
      expect(await totals('service')).toEqual([])
      await store.close()
    })

    it('do not count verifications older than their own retention', async () => {
      const house = await furnish(under)
      const { store, serviceId } = house
      await store.settle(ended(await admitted(store, callTo('79161110001', house)), true))
      expect(await digestAll(store, startMs + 402 * dayMs)).toBe(1)
      expect(
        await store.statisticsTotals({ ...range, serviceIds: [serviceId], by: 'service', limit: 1 }),
      ).toEqual([])
      await store.close()
    })
  })
}

const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1)
