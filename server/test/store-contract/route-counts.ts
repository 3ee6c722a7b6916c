import { describe, expect, it } from 'vitest'
import { dayMs } from '../../src/platform/clock.ts'
import type { Store } from '../../src/storage/store.ts'
import {
  addAccount,
  addService,
  admitted,
  callTo,
  changed,
  checked,
  ended,
  type Furnished,
  furnish,
  hashOf,
  ownerOf,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'
import { create } from './verifications.ts'

let phones = 0

/** A call over these trunks; it rings on the last one. */
async function call(house: Furnished, trunks: readonly string[], operator = 'ПАО "МТС"'): Promise<number> {
  const { store } = house
  const id = await admitted(store, callTo(`7916${5_000_000 + phones++}`, house, { operator }))
  const attempts = trunks.map((trunk, place) =>
    place === trunks.length - 1
      ? { trunk, reason: 'rang', stage: 'ringing', costUnits: 3_000 }
      : { trunk, reason: 'route fault', stage: 'sent', costUnits: 1_000 },
  )
  const details = JSON.stringify({ trunk: trunks.at(-1), pddMs: 900, ringMs: 4_000, attempts })
  await store.settle({ ...ended(house, id, true), details })
  return id
}

/** An account of more than a week beside the new one. */
async function grown({ store }: Furnished): Promise<Furnished> {
  const accountId = await addAccount(store, `old-${++phones}@example.com`, {
    amountUnits: 100 * 10_000,
    at: startMs - 8 * dayMs,
  })
  return { store, accountId, serviceId: await addService(store, accountId) }
}

const counted = async (store: Store, since = 0) =>
  Object.fromEntries(
    (await store.routeCountsSince(since)).map(({ trunk, operator, counts }) => {
      const { trials, delivered, checked, approved } = counts
      return [`${trunk} ${operator}`, [trials, delivered, checked, approved].map(Math.round)]
    }),
  )

/** What every store guarantees about the counts by which routes are chosen. */
export function describeRouteCounts(under: StoreUnderTest): void {
  describe('counts of routes', () => {
    it('have every attempt of each trunk by operator, with approvals, and cost in the facts', async () => {
      const house = await grown(await furnish(under))
      const { store, accountId, serviceId } = house
      await call(house, ['south', 'north'])
      const checked = await call(house, ['north'])
      await call(house, ['north'], 'Билайн')
      await store.digest({ limit: 2, now: startMs })
      await store.feedback({ accountId, vendorId: checked, serviceId, approved: true, at: startMs + 9_000 })
      await store.digest({ limit: 100, now: startMs + 10_000 })
      expect(await counted(store)).toEqual({
        'south МТС': [1, 0, 0, 0],
        'north МТС': [2, 2, 1, 1],
        'north Билайн': [1, 1, 0, 0],
      })
      expect(Object.keys(await counted(store, startMs + 10_000)).sort()).toEqual([
        'north Билайн',
        'north МТС',
      ])
      const range = { from: startMs, to: startMs + dayMs, test: false, only: {} }
      const costs = await store.factTotals({
        ...range,
        serviceIds: null,
        by: ['trunk'],
        measures: ['cost_units'],
      })
      expect(Object.fromEntries(costs.map(({ keys, amounts }) => [keys[0], amounts[0]]))).toEqual({
        south: 1_000,
        north: 9_000,
      })
      await store.close()
    })

    it('take no feedback of an account that is younger than a week or has paid for no call', async () => {
      const young = await furnish(under)
      const { store } = young
      const [old, free] = [await grown(young), await grown(young)]
      const report = async ({ accountId, serviceId }: Furnished, vendorId: number, approved: boolean) =>
        store.feedback({ accountId, vendorId, serviceId, approved, at: startMs + 9_000 })
      const [ofYoung, ofOld] = [await call(young, ['north']), await call(old, ['north'])]
      // Nothing was charged for it.
      const id = await admitted(store, callTo('79165999999', free, { operator: 'ПАО "МТС"' }))
      const details = JSON.stringify({ trunk: 'north', attempts: [{ trunk: 'north', reason: 'busy' }] })
      await store.settle({ ...ended(free, id, false), details })
      await store.digest({ limit: 100, now: startMs })
      await report(young, ofYoung, false)
      await report(old, ofOld, true)
      await report(free, id, true)
      await store.digest({ limit: 100, now: startMs + 10_000 })
      expect(await counted(store)).toEqual({ 'north МТС': [3, 2, 1, 1] })
      await store.close()
    })

    it('take no verification of which no code was ever checked', async () => {
      const house = await furnish(under)
      const { store } = house
      const at = startMs + 5_000
      const delivered = async (phone: string) => {
        const { id, vendorId } = await create(house, { phone, modes: ['flash'] })
        const details = JSON.stringify({ trunk: 'north', attempts: [{ trunk: 'north', reason: 'rang' }] })
        await store.settle({ ...ended(house, vendorId, true, at), details })
        await store.advanceVerification({ ...ownerOf(house), id, cancels: false, at })
        return id
      }
      const unchecked = await delivered('79161230001')
      const wrong = await delivered('79161230002')
      await checked(house, { id: wrong, codeHash: hashOf('9999'), at })
      for (const id of [unchecked, wrong])
        await store.advanceVerification({ ...ownerOf(house), id, cancels: true, at })
      await store.digest({ limit: 100, now: at })
      const [route] = await store.routeCountsSince(0)
      expect(route!.counts).toMatchObject({ trials: 2, delivered: 2, checked: 1, approved: 0 })
      await store.close()
    })

    it('hold a hostile account to its share, from one digest to the next', async () => {
      const hostile = await furnish(under)
      const { store } = hostile
      const honest = [await grown(hostile), await grown(hostile), await grown(hostile)]
      for (let nth = 0; nth < 22; nth++) await call(hostile, ['north', 'south'])
      await store.digest({ limit: 100, now: startMs })
      expect(await counted(store)).toMatchObject({ 'north МТС': [22, 0, 0, 0] })
      for (const house of honest) await call(house, ['north'])
      await store.digest({ limit: 100, now: startMs })
      expect(await counted(store)).toMatchObject({ 'north МТС': [23, 3, 0, 0] })
      await store.close()
    })

    it('fade, leave out what is old, and go with their trunk or their age', async () => {
      const house = await furnish(under)
      const { store } = house
      for (let nth = 0; nth < 4; nth++) await call(house, ['north'])
      await store.digest({ limit: 100, now: startMs })
      await call(house, ['north'])
      await store.digest({ limit: 100, now: startMs + dayMs })
      expect(await counted(store)).toEqual({ 'north МТС': [3, 3, 0, 0] })
      await call(house, ['late'])
      await store.digest({ limit: 100, now: startMs + 3 * dayMs })
      expect(Object.keys(await counted(store))).toEqual(['north МТС'])
      await call(house, ['south'])
      await store.digest({ limit: 100, now: startMs + dayMs })
      await changed(store, 'removeTrunk', 'south')
      expect(Object.keys(await counted(store))).toEqual(['north МТС'])
      await store.purge({ before: 0, now: startMs + 30 * dayMs, limit: 100, trustsClock: true })
      expect(await counted(store)).toEqual({})
      await store.close()
    })
  })
}
