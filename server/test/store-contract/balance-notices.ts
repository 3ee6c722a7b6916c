import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../src/storage/queries/people.ts'
import {
  addAccount,
  admitted,
  callTo,
  changed,
  ended,
  type Furnished,
  furnish,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'
import { addPerson } from './people.ts'

const rouble = 10_000
const wanted = { byEmail: true, byMessenger: false }
const roles = ['owner', 'accountant'] as const

export function describeBalanceNotices(under: StoreUnderTest): void {
  describe('low balance notices', () => {
    let house: Furnished
    beforeEach(async () => {
      house = await furnish(under, rouble)
    })
    afterEach(() => house.store.close())
    const take = (now = startMs) => house.store.takeBalanceCrossings({ now, limit: 10, roles })
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

    it('go with the crossing into the outbox: to members who look after the money, on the channels that they chose', async () => {
      const { store, accountId } = house
      const member = async (name: string, role: Role, telegramId = 0) => {
        const { id } = await addPerson(store, `${name}@example.com`)
        await store.changePerson({ id, telegramId })
        await changed(store, 'saveMembership', { accountId, personId: id, role, createdAt: startMs })
        return id
      }
      const ann = await member('ann', 'owner', 77)
      const boris = await member('boris', 'accountant')
      await member('carl', 'developer', 78)
      await store.saveBalanceNotice({ accountId, thresholdUnits: rouble, byEmail: true, byMessenger: true })
      await spend('79161110004')
      for (const _ of [1, 2]) await take()
      const told = await store.deliveries({ serviceId: 0, limit: 10 })
      expect(told.map(({ receiver, personId }) => `${receiver} ${personId}`).toSorted()).toEqual(
        [`mail ${ann}`, `mail ${boris}`, `telegram ${ann}`].toSorted(),
      )
      expect(told[0]).toMatchObject({ type: 'balance.low', state: 'pending', endpointId: null })
      expect(JSON.parse((await store.eventData(told[0]!.id))!)).toMatchObject({ balance: '0.20' })
    })

    it('are returned up to the requested number', async () => {
      const { store } = house
      for (const nth of [1, 2, 3]) {
        const accountId = await addAccount(store, `poor-${nth}-${house.accountId}@example.com`)
        await store.saveBalanceNotice({ accountId, thresholdUnits: rouble, ...wanted })
      }
      expect(await store.takeBalanceCrossings({ now: startMs, limit: 2, roles })).toHaveLength(2)
      expect(await take()).toHaveLength(1)
    })
  })
}
