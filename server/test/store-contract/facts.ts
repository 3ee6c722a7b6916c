import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallRecord } from '../../src/books/call.ts'
import { dimensions, type FactGroup } from '../../src/quality/call-facts.ts'
import { measures } from '../../src/quality/measures.ts'
import { Amounts, stepMeasures } from '../../src/quality/rates.ts'
import type { FactsKey, FactsQuery, FactsTotal } from '../../src/storage/queries/facts.ts'
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
import { attempt, everything, live, summed } from './insight-history.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const range = { from: startMs, to: startMs + 48 * hourMs, test: false, only: {} }
const isLong = process.env.RINGKEY_TEST_LONG === '1'
let places = 0

/** Two services of one account, on two nodes. */
async function twoNodes(
  under: StoreUnderTest,
): Promise<{ nodes: [Store, Store]; houses: Furnished[]; serviceIds: number[] }> {
  const place = `facts-${++places}`
  const nodes: [Store, Store] = [await under.open(place, options), await under.open(place, options)]
  const [store] = nodes
  await store.changeTariff({ code: 'uni', name: 'Uni', chargesFailed: false })
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

const sorted = (totals: readonly FactsTotal[]) =>
  totals.map(({ keys, amounts }) => [keys.join(' | '), amounts]).sort(byFirst)
const expected = (sums: ReadonlyMap<string, readonly number[]>) => [...sums].sort(byFirst)
const byFirst = ([one]: readonly unknown[], [other]: readonly unknown[]) =>
  String(one) < String(other) ? -1 : 1

/** What plots over time read is the sum of the facts of the hours, whatever is asked for. */
async function expectTotalsOfHours(
  store: Store,
  asked: Omit<FactsQuery, 'only' | 'measures'>,
): Promise<void> {
  const places = stepMeasures.map((measure) => measures.indexOf(measure))
  for (const only of [
    {},
    { operator: 'Билайн' },
    { mode: 'flash', trunk: 'north' },
    { block: '7495120' },
  ] as const) {
    const hours = await store.factHours({ ...asked, only, measures })
    const totals = await store.factHours({ ...asked, only, measures: stepMeasures })
    expect(totals).toEqual(
      hours.map(({ at, amounts }) => ({ at, amounts: places.map((place) => amounts[place]!) })),
    )
  }
}

/** The calls of a service are counted without the block of calling numbers. */
const keyOf = (keys: readonly FactsKey[], group: FactGroup, { serviceId }: CallRecord, isAll: boolean) =>
  keys
    .map((key) => (key === 'service' ? (isAll ? 0 : serviceId) : key === 'block' && !isAll ? '' : group[key]))
    .join(' | ')

export function describeFacts(under: StoreUnderTest): void {
  describe('facts', () => {
    it('equal the counts from reading every call, however and on whichever node they were counted', async () => {
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
            const scopes = test ? [serviceIds] : [serviceIds, null]
            for (const asked of scopes) {
              const isAll = asked === null
              for (const by of [['service', 'operator', 'trunk'], [...dimensions], []] as FactsKey[][]) {
                const totals = await store.factTotals({ ...range, test, serviceIds: asked, by, measures })
                const sums = summed(own, (group, record) => keyOf(by, group, record, isAll))
                expect(sorted(totals)).toEqual(expected(sums))
              }
              const only = { operator: 'Билайн', trunk: 'north' } as const
              const hours = await store.factHours({ ...range, test, serviceIds: asked, only, measures })
              const sums = summed(own, (group, { startedAt }) =>
                group.operator === only.operator && group.trunk === only.trunk
                  ? String(Math.floor(startedAt / hourMs) * hourMs)
                  : 'others',
              )
              sums.delete('others')
              expect(hours.map(({ at, amounts }) => [String(at), amounts])).toEqual(expected(sums))
              await expectTotalsOfHours(store, { ...range, test, serviceIds: asked })
            }
          }
          for (const node of nodes) await node.close()
        }),
        { numRuns: isLong ? 8 : 4, seed: 20260115 },
      )
    })

    it('sum the same from days and from hours, wherever the range begins and ends', async () => {
      const house = await furnish(under)
      const { store, serviceId } = house
      // A call every five hours through four days.
      for (let nth = 0; nth < 20; nth++) {
        const startedAt = startMs + nth * 5 * hourMs
        await store.settle(
          ended(house, await admitted(store, callTo(`7916${3_000_000 + nth}`, house, { startedAt })), true),
        )
      }
      await digestAll(store, startMs + 5 * dayMs)
      for (const [fromHour, toHour] of [
        [0, 100],
        [7, 93],
        [12, 84],
        [12, 36],
        [13, 20],
      ] as const) {
        const query = {
          serviceIds: [serviceId],
          test: false,
          only: {},
          from: startMs + fromHour * hourMs,
          to: startMs + toHour * hourMs,
          measures: ['calls'] as const,
        }
        const [total] = await store.factTotals({ ...query, by: ['mode'] })
        const hours = await store.factHours(query)
        expect(total?.amounts[0]).toBe(hours.reduce((sum, { amounts }) => sum + amounts[0]!, 0))
        expect(total?.amounts[0]).toBe(Math.ceil(toHour / 5) - Math.ceil(fromHour / 5))
      }
      await store.close()
    })

    it('give the median and the 95th percentile of the post-dial delay, to a bucket', async () => {
      const house = await furnish(under)
      const { store, serviceId } = house
      // 1 to 100 times 100 ms: the median is 5 s, the 95th percentile 9.5 s.
      for (let nth = 1; nth <= 100; nth++) {
        const id = await admitted(store, callTo(`7916${2_000_000 + nth}`, house))
        await store.settle({
          ...ended(house, id, true),
          details: JSON.stringify({ trunk: 'a', pddMs: nth * 100 }),
        })
      }
      await digestAll(store)
      const [total] = await store.factTotals({ ...range, serviceIds: [serviceId], by: [], measures })
      const amounts = Amounts.of(measures, total!.amounts)
      expect(amounts.pddCount).toBe(100)
      expect(amounts.of('pdd_ms')).toBe(505_000)
      expect(Math.abs(amounts.pddMs(0.5)! - 5_000)).toBeLessThanOrEqual(100)
      expect(Math.abs(amounts.pddMs(0.95)! - 9_500)).toBeLessThanOrEqual(100)
      await store.close()
    })

    it('keep counts of an erased call, and keep them for 400 days, longer than calls', async () => {
      const house = await furnish(under)
      const { store, serviceId } = house
      const kept = await admitted(store, callTo('79161110001', house))
      const erased = await admitted(store, callTo('79161110002', house))
      for (const id of [kept, erased]) await store.settle(ended(house, id, true))
      await store.erasePhone(hashOf('79161110002'))
      const totals = (by: FactsKey) =>
        store.factTotals({
          ...range,
          serviceIds: [serviceId],
          by: [by],
          measures: ['calls', 'completed', 'price_units'],
        })
      // Not counted yet: a purge counts first.
      const now = startMs + 200 * dayMs
      while ((await store.purge({ before: now, now, limit: 100, trustsClock: true })).more);
      expect(await store.call(kept)).toBeUndefined()
      expect(await totals('service')).toEqual([{ keys: [String(serviceId)], amounts: [2, 2, 2 * price] }])
      expect((await totals('operator')).map(({ keys }) => keys[0]).sort()).toEqual(['', 'МТС'])
      const late = startMs + 402 * dayMs
      const hours = (serviceIds: number[] | null, only: Partial<FactGroup>) =>
        store.factHours({ ...range, serviceIds, only, measures: ['calls'] })
      expect(await hours(null, { operator: 'МТС' })).toHaveLength(1)
      await store.purge({ before: now, now: late, limit: 100, trustsClock: true })
      expect(await totals('service')).toEqual([])
      for (const serviceIds of [[serviceId], null]) expect(await hours(serviceIds, {})).toEqual([])
      expect(await hours(null, { operator: 'МТС' })).toEqual([])
      await store.close()
    })

    it('do not count calls older than their own retention', async () => {
      const house = await furnish(under)
      const { store, serviceId } = house
      await store.settle(ended(house, await admitted(store, callTo('79161110001', house)), true))
      expect(await store.hasUndigested()).toBe(true)
      expect(await digestAll(store, startMs + 402 * dayMs)).toBe(1)
      expect(await store.hasUndigested()).toBe(false)
      const query = { ...range, serviceIds: [serviceId], by: [], measures: ['calls'] as const }
      expect(await store.factTotals(query)).toEqual([])
      await store.close()
    })

    it('are told by group and hour to the watch of quality, without test numbers and calls without a trunk', async () => {
      const house = await furnish(under)
      const { store } = house
      const call = async (phone: string, trunks: readonly string[], completed: boolean, hour: number) => {
        const startedAt = startMs + hour * hourMs
        const id = await admitted(store, callTo(phone, house, { operator: 'МТС', startedAt }))
        const attempts = trunks.map((trunk, place) => ({
          trunk,
          reason: place < trunks.length - 1 ? 'route fault' : completed ? 'rang' : 'busy',
          stage: place < trunks.length - 1 ? 'sent' : 'ringing',
          callerBlock: '7495123',
        }))
        await store.settle({
          ...ended(house, id, completed),
          details: JSON.stringify({ trunk: trunks.at(-1), attempts }),
        })
      }
      await call('79162220001', ['south', 'north'], true, 0)
      await call('79162220002', ['north'], false, 0)
      await call('79162220003', ['north'], true, 1)
      await call('79162220004', ['east'], true, 2)
      await store.settle(ended(house, await admitted(store, callTo('79162220005', house)), false))
      await digestAll(store)
      const first = Math.floor(startMs / hourMs)
      const read = async (maxGroups: number) => {
        const facts = await store.groupHours({ fromHour: first, toHour: first + 2, maxGroups })
        return facts.hours
          .filter(({ group }) => facts.groups.has(group))
          .map(({ hour, group, invited, delivered }) => [
            facts.groups.get(group)!.trunk,
            hour - first,
            invited,
            delivered,
          ])
          .sort()
      }
      expect(await read(10)).toEqual([
        ['north', 0, 2, 1],
        ['north', 1, 1, 1],
        ['south', 0, 1, 0],
      ])
      expect(await read(1)).toEqual([
        ['north', 0, 2, 1],
        ['north', 1, 1, 1],
      ])
      await store.close()
    })

    it('tell which accounts have less left than they spend in a day', async () => {
      const house = await furnish(under, 10 * price)
      const { store, accountId } = house
      for (let nth = 0; nth < 7; nth++) {
        const id = await admitted(store, callTo(`7916444000${nth}`, house))
        await store.settle(ended(house, id, true))
      }
      await digestAll(store)
      const fromDay = Math.floor(startMs / dayMs) - 1
      const ask = (days: number, leastSpentUnits = 1) =>
        store.lowBalances({ fromDay, days, leastSpentUnits, limit: 5 })
      // Three prices are left, and seven were spent.
      expect(await ask(1)).toEqual([{ accountId, leftUnits: 3 * price, dayUnits: 7 * price }])
      expect(await ask(7)).toEqual([])
      expect(await ask(1, 8 * price)).toEqual([])
      await store.close()
    })

    it('tell which services ask for a key that few people press', async () => {
      const house = await furnish(under)
      const { store, serviceId } = house
      const reasons = [
        'key pressed',
        'wrong key',
        'no key pressed',
        'no key pressed',
        'hung up before the code',
      ]
      for (const [nth, reason] of reasons.entries()) {
        const id = await admitted(store, callTo(`7916444000${nth}`, house))
        await store.settle({ ...ended(house, id, nth === 0), reason })
      }
      await digestAll(store)
      const ask = (fromHour: number, fewestCalls: number) =>
        store.fewRightKeys({ fromHour, fewestCalls, limit: 5 })
      const hour = Math.floor(startMs / hourMs)
      expect(await ask(hour, 4)).toEqual([{ serviceId, calls: 4, right: 1 }])
      expect(await ask(hour, 5)).toEqual([])
      expect(await ask(hour + 24, 1)).toEqual([])
      await store.close()
    })

    it('name the calls behind them', async () => {
      const house = await furnish(under)
      const other = { ...house, serviceId: await addService(house.store, house.accountId) }
      const { store } = house
      const ids: number[] = []
      for (const [nth, trunk] of ['south', 'north', 'south'].entries()) {
        const call = callTo(`7916333000${nth}`, nth === 2 ? other : house, { operator: 'ПАО "МТС"' })
        const id = await admitted(store, call)
        const attempts = [{ trunk, reason: 'rang', stage: 'ringing' }]
        await store.settle({
          ...ended(nth === 2 ? other : house, id, true),
          details: JSON.stringify({ trunk, attempts }),
        })
        ids.unshift(id)
      }
      const any = { mode: null, state: null, test: null, reason: null, from: null, to: null, before: null }
      const behind = async (serviceIds: number[] | null, only: Partial<FactGroup>, limit = 10) => {
        const page = await store.callPage({ ...any, serviceIds, only, limit })
        return page.items.map(({ vendorId }) => vendorId)
      }
      const south = { operator: 'МТС', trunk: 'south' }
      expect(await behind(null, {})).toEqual(ids)
      expect(await behind(null, south)).toEqual([ids[0], ids[2]])
      expect(await behind(null, south, 1)).toEqual([ids[0]])
      expect(await behind([house.serviceId], south)).toEqual([ids[2]])
      expect(await behind(null, { ...south, mode: 'voice' })).toEqual([])
      await store.close()
    })
  })
}
