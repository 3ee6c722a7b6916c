import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallFilter } from '../../src/storage/queries/call-page.ts'
import {
  addService,
  admitted,
  callTo,
  ended,
  type Furnished,
  furnish,
  hashOf,
  type StoreUnderTest,
  startMs,
  waitFor,
} from './fixture.ts'
import { anyVerification } from './insight-history.ts'

const dayMs = 86_400_000
const nothing = { phoneHash: null, client: null, unique: null, limit: 10 }

export function describeLists(under: StoreUnderTest): void {
  describe('lists and search', () => {
    let house: Furnished
    let other: Furnished
    beforeEach(async () => {
      house = await furnish(under)
      other = { ...house, serviceId: await addService(house.store, house.accountId) }
    })
    afterEach(() => house.store.close())

    const ids = async (filter: Partial<CallFilter>) => {
      const serviceIds = [house.serviceId, other.serviceId]
      const page = await house.store.callPage({
        ...anyVerification,
        before: null,
        limit: 50,
        serviceIds,
        ...filter,
      })
      return page.items.map(({ vendorId }) => vendorId)
    }
    const digest = () => house.store.digest({ limit: 1_000, now: startMs })

    it('page through several services, newest first, each call once', async () => {
      const { store } = house
      const made: number[] = []
      for (let nth = 0; nth < 11; nth++) {
        made.unshift(await admitted(store, callTo(`7916111${1000 + nth}`, nth % 3 === 0 ? other : house)))
      }
      const seen: number[] = []
      const serviceIds = [house.serviceId, other.serviceId]
      let before: number | null = null
      do {
        const page = await store.callPage({ ...anyVerification, serviceIds, before, limit: 4 })
        expect(page.items.length).toBeLessThanOrEqual(4)
        seen.push(...page.items.map(({ vendorId }) => vendorId))
        before = page.next
      } while (before !== null)
      expect(seen).toEqual(made)
      expect(await ids({ serviceIds: [other.serviceId] })).toEqual(
        made.filter((_, nth) => (10 - nth) % 3 === 0),
      )
      expect(await ids({ serviceIds: [] })).toEqual([])
      expect(await ids({ serviceIds: [999] })).toEqual([])
    })

    it('filter by mode, state, reason, test and time', async () => {
      const { store } = house
      const voice = await admitted(store, callTo('79161110001', house, { mode: 'voice' }))
      const failed = await admitted(store, callTo('79161110002', house))
      const tried = await admitted(store, callTo('79161110003', house, { test: true, priceUnits: 0 }))
      const later = startMs + 10 * dayMs
      const late = await admitted(store, callTo('79161110004', house, { startedAt: later }))
      await store.settle(ended(other, voice, true))
      await store.settle(ended(other, failed, false))
      expect(await ids({ mode: 'voice' })).toEqual([voice])
      expect(await ids({ state: 'checking' })).toEqual([late, tried])
      expect(await ids({ state: 'failed' })).toEqual([failed])
      expect(await ids({ reason: 'busy' })).toEqual([failed])
      expect(await ids({ test: true })).toEqual([tried])
      expect(await ids({ test: false })).toEqual([late, failed, voice])
      expect(await ids({ from: later })).toEqual([late])
      expect(await ids({ from: later + 1 })).toEqual([])
      expect(await ids({ to: later })).toEqual([tried, failed, voice])
      expect(await ids({ from: startMs, to: startMs + 1 })).toEqual([tried, failed, voice])
    })

    it('find by phone, client and key: open, settled and counted calls, only in the requested services', async () => {
      const { store } = house
      const phoneHash = hashOf('79161110001')
      const own = await admitted(
        store,
        callTo('79161110001', house, { client: ' Анна Ivanova ', unique: 'order-1' }),
      )
      const foreign = await admitted(
        store,
        callTo('79161110001', other, { client: 'анна ivanova', startedAt: startMs + 5_000 }),
      )
      const find = async (serviceIds: number[], asked: object) =>
        (await store.findCalls({ ...nothing, serviceIds, ...asked })).map(({ vendorId }) => vendorId)
      const both = [house.serviceId, other.serviceId]
      const check = async () => {
        expect(await find(both, { phoneHash })).toEqual([foreign, own])
        expect(await find([house.serviceId], { phoneHash })).toEqual([own])
        expect(await find(both, { client: 'АННА ivanova' })).toEqual([foreign, own])
        expect(await find([other.serviceId], { client: 'анна Ivanova ' })).toEqual([foreign])
        expect(await find(both, { unique: 'order-1' })).toEqual([own])
        expect(await find([other.serviceId], { unique: 'order-1' })).toEqual([])
        // The text of a search box may be a client or a key.
        expect(await find(both, { client: 'order-1', unique: 'order-1' })).toEqual([own])
        expect(await find(both, { phoneHash, limit: 1 })).toEqual([foreign])
        expect(await find(both, { client: ' ' })).toEqual([])
        expect(await find(both, { phoneHash: hashOf('79161119999') })).toEqual([])
      }
      await check()
      for (const id of [own, foreign]) await store.settle(ended(other, id, true))
      await check()
      expect(await digest()).toBe(2)
      await check()
      await store.erasePhone(phoneHash)
      expect(await find(both, { phoneHash })).toEqual([])
      expect(await find(both, { client: 'анна ivanova' })).toEqual([])
      expect(await find(both, { unique: 'order-1' })).toEqual([own])
    })

    it('find an inbound request and nothing that was purged', async () => {
      const { store, serviceId } = house
      const waiting = await store.admitInbound(waitFor('79161110005', house))
      const phoneHash = hashOf('79161110005')
      const find = () => store.findCalls({ ...nothing, serviceIds: [serviceId], phoneHash })
      const { vendorId } = waiting as { vendorId: number }
      expect((await find()).map((found) => found.vendorId)).toEqual([vendorId])
      await store.settle(ended(other, vendorId, true))
      await digest()
      expect((await find()).map((found) => found.vendorId)).toEqual([vendorId])
      const now = startMs + 200 * dayMs
      while ((await store.purge({ before: now, now, limit: 100, trustsClock: true })).more);
      expect(await find()).toEqual([])
    })

    it('show the ledger newest first, by kind, time and call', async () => {
      const { store, accountId } = house
      const later = startMs + dayMs
      const first = await admitted(store, callTo('79161110001', house))
      await store.settle(ended(other, first, true))
      const second = await admitted(store, callTo('79161110002', house, { startedAt: later }))
      await store.settle(ended(other, second, false, later + 5_000))
      const page = (changes: object) =>
        store.ledgerPage({
          accountId,
          before: null,
          kind: null,
          from: null,
          to: null,
          vendorId: null,
          limit: 10,
          ...changes,
        })
      const kinds = async (changes: object) => (await page(changes)).items.map(({ kind }) => kind)
      expect(await kinds({})).toEqual(['release', 'capture', 'top-up'])
      expect(await kinds({ kind: 'capture' })).toEqual(['capture'])
      expect(await kinds({ vendorId: first })).toEqual(['capture'])
      expect(await kinds({ vendorId: second })).toEqual(['release'])
      expect(await kinds({ from: later })).toEqual(['release'])
      expect(await kinds({ to: later })).toEqual(['capture', 'top-up'])
      expect(await page({ limit: 1 })).toMatchObject({ next: 3 })
      expect(await kinds({ before: 3 })).toEqual(['capture', 'top-up'])
      expect(await page({ before: 3, limit: 2 })).toMatchObject({ next: null })
      expect(await page({ accountId: 999 })).toEqual({ items: [], next: null, archivedUntil: 0 })
    })
  })
}
