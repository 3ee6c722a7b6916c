import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  addAccount,
  admitted,
  callTo,
  ended,
  type Furnished,
  furnish,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'

const rouble = 10_000
const wanted = { byEmail: true, byMessenger: false }

export function describeBalanceNotices(under: StoreUnderTest): void {
  describe('low balance notices', () => {
    let house: Furnished
    beforeEach(async () => {
      house = await furnish(under, rouble)
    })
    afterEach(() => house.store.close())
    const take = (now = startMs) => house.store.takeBalanceCrossings({ now, limit: 10 })
    const spend = async (phone: string) => {
      const vendorId = await admitted(house.store, callTo(phone, house))
      await house.store.settle(ended(house, vendorId, true))
    }

    it('are stored, changed and removed', async () => {
      const { store, accountId } = house
      expect(await store.balanceNotice(accountId)).toBeUndefined()
      await store.saveBalanceNotice({ accountId, thresholdUnits: 5_000, ...wanted })
      const changed = { accountId, thresholdUnits: 6_000, byEmail: false, byMessenger: true }
      await store.saveBalanceNotice(changed)
      expect(await store.balanceNotice(accountId)).toEqual({ ...changed, notifiedAt: 0 })
      expect(await store.removeBalanceNotice(accountId)).toBe(true)
      expect(await store.removeBalanceNotice(accountId)).toBe(false)
      expect(await store.balanceNotice(accountId)).toBeUndefined()
    })

    it('are sent once for a crossing, and again after the balance was above', async () => {
      const { store, accountId } = house
      await store.saveBalanceNotice({ accountId, thresholdUnits: 5_000, ...wanted })
      expect(await take()).toEqual([])
      await spend('79161110001')
      const crossing = {
        accountId,
        thresholdUnits: 5_000,
        ...wanted,
        notifiedAt: startMs + 1,
        balanceUnits: 2_000,
      }
      expect(await take(startMs + 1)).toEqual([crossing])
      expect(await take(startMs + 2)).toEqual([])
      // The same threshold is saved again and only the channel changed: no new notice.
      await store.saveBalanceNotice({ accountId, thresholdUnits: 5_000, byEmail: false, byMessenger: true })
      expect(await take()).toEqual([])
      await store.topUp({ accountId, amountUnits: rouble, note: '', at: startMs })
      expect(await take()).toEqual([])
      await spend('79161110002')
      expect(await take(startMs + 3)).toMatchObject([{ balanceUnits: 4_000, byMessenger: true }])
    })

    it('treat a new threshold as a new crossing, and a hold as none', async () => {
      const { store, accountId } = house
      await store.saveBalanceNotice({ accountId, thresholdUnits: 5_000, ...wanted })
      const vendorId = await admitted(store, callTo('79161110003', house))
      expect(await take()).toEqual([])
      await store.settle(ended(house, vendorId, false))
      await store.saveBalanceNotice({ accountId, thresholdUnits: 2 * rouble, ...wanted })
      expect(await take()).toMatchObject([{ balanceUnits: rouble }])
      await store.saveBalanceNotice({ accountId, thresholdUnits: 3 * rouble, ...wanted })
      expect(await take()).toHaveLength(1)
    })

    it('are returned up to the requested number', async () => {
      const { store } = house
      for (const nth of [1, 2, 3]) {
        const accountId = await addAccount(store, `poor-${nth}-${house.accountId}@example.com`)
        await store.saveBalanceNotice({ accountId, thresholdUnits: rouble, ...wanted })
      }
      expect(await store.takeBalanceCrossings({ now: startMs, limit: 2 })).toHaveLength(2)
      expect(await take()).toHaveLength(1)
    })
  })
}
