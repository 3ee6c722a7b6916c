import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  accountBalance,
  addAccount,
  addService,
  admitted,
  callTo,
  ended,
  type Furnished,
  furnish,
  isClean,
  price,
  type StoreUnderTest,
  startMs,
  waitFor,
} from './fixture.ts'

export function describeSettlement(under: StoreUnderTest): void {
  describe('settlement and money', () => {
    let house: Furnished
    beforeEach(async () => {
      house = await furnish(under)
    })
    afterEach(() => house.store.close())

    it('captures completed calls and returns the money of failed ones', async () => {
      const { store, accountId } = house
      const [won, lost] = [
        await admitted(store, callTo('79161110001', house)),
        await admitted(store, callTo('79161110002', house)),
      ]
      expect(await store.settle(ended(house, won, true))).toBe(true)
      expect(await store.settle(ended(house, lost, false))).toBe(true)
      expect(await store.call(won)).toMatchObject({
        state: 'completed',
        costUnits: price,
        reason: 'rang',
      })
      expect(await store.call(lost)).toMatchObject({ state: 'failed', costUnits: 0, reason: 'busy' })
      expect(await accountBalance(store, accountId)).toEqual({ balance: 1_000_000 - price, held: 0 })
      const kinds = (await store.ledger({ accountId, afterEntry: 0, limit: 10 })).map(({ kind }) => kind)
      expect(kinds).toEqual(['top-up', 'capture', 'release'])
      expect(await isClean(store)).toBe(true)
    })

    it('charges a failed attempt if the tariff says so', async () => {
      const { store, accountId } = house
      const id = await admitted(store, callTo('79161110001', house, { chargesFailed: true }))
      await store.settle(ended(house, id, false))
      expect(await store.call(id)).toMatchObject({ state: 'failed', costUnits: price })
      expect(await accountBalance(store, accountId)).toEqual({ balance: 1_000_000 - price, held: 0 })
    })

    it('returns the money of calls without an outcome, whatever the tariff says', async () => {
      const { store, accountId } = house
      const id = await admitted(store, callTo('79161110001', house, { chargesFailed: true }))
      await store.settle({ ...ended(house, id, false), money: 'release' })
      expect(await store.call(id)).toMatchObject({ state: 'failed', costUnits: 0 })
      expect(await accountBalance(store, accountId)).toEqual({ balance: 1_000_000, held: 0 })
      expect(await isClean(store)).toBe(true)
    })

    it('ends a call once, however many requests try', async () => {
      const { store, accountId } = house
      const id = await admitted(store, callTo('79161110001', house))
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) => store.settle(ended(house, id, index % 2 === 0))),
      )
      expect(results.filter(Boolean)).toHaveLength(1)
      expect((await store.ledger({ accountId, afterEntry: 0, limit: 100 })).length).toBe(2)
      expect(await store.settle(ended(house, 999_999, true))).toBe(false)
    })

    it('lists due and open calls', async () => {
      const { store } = house
      const early = await admitted(store, callTo('79161110001', house))
      const late = await admitted(
        store,
        callTo('79161110002', house, { startedAt: startMs + 10_000, deadlineAt: startMs + 69_000 }),
      )
      const inbound = await store.admitInbound(waitFor('79161110003', house))
      const due = await store.dueCalls({ now: startMs + 60_000, limit: 10 })
      expect(due.map(({ vendorId }) => vendorId)).toEqual([early, (inbound as { vendorId: number }).vendorId])
      expect((await store.openCalls({ limit: 10 })).map(({ vendorId }) => vendorId)).toEqual([early, late])
    })

    it('keeps the books balanced after any operations in any order', async () => {
      const step = fc.oneof(
        fc.record({
          do: fc.constant('call' as const),
          phone: fc.integer({ min: 0, max: 5 }),
          key: fc.integer({ min: 0, max: 5 }),
        }),
        fc.record({ do: fc.constant('end' as const), nth: fc.nat(10), completed: fc.boolean() }),
        fc.record({ do: fc.constant('look-up' as const), units: fc.integer({ min: 0, max: 5_000 }) }),
        fc.record({ do: fc.constant('pay' as const), units: fc.integer({ min: 1, max: 20_000 }) }),
      )
      const { store } = house
      let runs = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
          // Each run has an account and phones of its own.
          runs += 1
          const accountId = await addAccount(store, `run-${runs}@example.com`, { amountUnits: 30_000 })
          const own = { accountId, serviceId: await addService(store, accountId) }
          const ids: number[] = []
          let now = startMs
          await Promise.all(
            steps.map(async (step_) => {
              now += 7_000
              if (step_.do === 'pay')
                await store.topUp({ accountId, amountUnits: step_.units, note: '', at: now })
              else if (step_.do === 'look-up') {
                const held = {
                  lookupId: `l${runs}-${now}`,
                  accountId,
                  startedAt: now,
                  deadlineAt: now + 1,
                  fingerprint: null,
                }
                await store.holdLookup({ ...held, amountUnits: step_.units, caps: [] })
                await store.endLookup({ ...held, isAnswered: step_.units % 2 === 0, at: now })
              } else if (step_.do === 'end') {
                const id = ids[step_.nth]
                if (id !== undefined) await store.settle(ended(house, id, step_.completed, now))
              } else {
                const unique = step_.key === 0 ? null : `k${step_.key}`
                const result = await store.admitCall(
                  callTo(`7916${100_000 + runs}${step_.phone}`, own, { unique, startedAt: now }),
                )
                if (result.kind === 'admitted') ids.push(result.vendorId)
              }
            }),
          )
          expect(await isClean(store)).toBe(true)
          const { balance, held } = await accountBalance(store, accountId)
          const open = (await store.openCalls({ limit: 1_000 })).filter(
            (call) => call.accountId === accountId,
          )
          expect(held).toBe(open.length * price)
          expect(balance).toBeGreaterThanOrEqual(0)
        }),
        { numRuns: 25, seed: 20260115 },
      )
    })
  })
}
