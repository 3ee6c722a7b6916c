import { describe, expect, it } from 'vitest'
import { defaultTrunkSettings, type TrunkSettings } from '../../src/storage/queries/trunks.ts'
import type { Store } from '../../src/storage/store.ts'
import {
  addTrunk,
  changed,
  ended,
  type Furnished,
  furnish,
  hashOf,
  type StoreUnderTest,
  startMs,
  waitFor,
} from './fixture.ts'

const phone = '79161110001'

async function waiting(store: Store, house: Furnished): Promise<number> {
  const result = await store.admitInbound(waitFor(phone, house))
  if (result.kind !== 'admitted') throw new Error(`not admitted: ${JSON.stringify(result)}`)
  return result.vendorId
}

/** What every store guarantees about the identity of callers. */
export function describeCallers(under: StoreUnderTest): void {
  describe('callers of inbound calls', () => {
    it('the identity is stored: of calls that did not confirm, then of the call that did', async () => {
      const house = await furnish(under)
      const { store } = house
      const vendorId = await waiting(store, house)
      const stored = () => store.call(vendorId)
      expect((await stored())?.callerIdentity).toBeNull()
      expect(await store.noteRejectedCall({ vendorId, callerIdentity: 'rejected' })).toBe(true)
      expect(await stored()).toMatchObject({ state: 'checking', callerIdentity: 'rejected' })
      const receiver = 'example.com:443'
      const webhook = { id: 'msg_1', receiver }
      await store.settle({ ...ended(house, vendorId, true), callerIdentity: 'believed', webhook })
      expect(await store.noteRejectedCall({ vendorId, callerIdentity: 'late' })).toBe(false)
      expect((await stored())?.callerIdentity).toBe('believed')
      const now = startMs + 6_000
      const wants = [{ receiver, limit: 1 }]
      const claimed = await store.claimDeliveries({ now, lease: 'node-1', leaseEndsAt: now + 15_000, wants })
      expect(claimed).toMatchObject([{ vendorId, call: { callerIdentity: 'believed' } }])
      await store.close()
    })

    it('the identity of a call that did not confirm stays after the deadline, until the number is erased', async () => {
      const house = await furnish(under)
      const { store } = house
      const vendorId = await waiting(store, house)
      await store.noteRejectedCall({ vendorId, callerIdentity: 'rejected' })
      await store.settle(ended(house, vendorId, false))
      expect((await store.call(vendorId))?.callerIdentity).toBe('rejected')
      await store.erasePhone(hashOf(phone))
      expect((await store.call(vendorId))?.callerIdentity).toBeNull()
      await store.close()
    })

    it('a trunk saved by an older version gets the defaults of newer settings', async () => {
      const { store } = await furnish(under)
      const trunk = { name: 'old', demo: false, sealedPassword: null, updatedAt: 1 }
      await store.saveTrunk({ ...trunk, settings: { host: 'x.example' } as TrunkSettings })
      const stored = (await store.trunks()).find(({ name }) => name === 'old')?.settings
      expect(stored).toEqual({ ...defaultTrunkSettings, host: 'x.example' })
      await store.close()
    })

    it('what came of the media of a trunk is counted, and deleted with the trunk', async () => {
      const { store } = await furnish(under)
      await addTrunk(store, 'north')
      const calls = [{ trunk: 'north', counts: { heard: 1, silent: 2, refused: 3 } }]
      await Promise.all([store.countMediaSigns(calls), store.countMediaSigns(calls)])
      const twice = { heard: 2, silent: 4, refused: 6 }
      expect(await store.mediaSigns()).toEqual([{ trunk: 'north', counts: twice }])
      await changed(store, 'removeTrunk', 'north')
      expect(await store.mediaSigns()).toEqual([])
      await store.close()
    })

    it('headers that named the callers of a trunk are counted, and deleted with the trunk', async () => {
      const { store } = await furnish(under)
      await addTrunk(store, 'north')
      const counts = { asserted: 1, 'remote-party': 2, from: 3, none: 4, 'from-refused': 5 }
      const calls = [{ trunk: 'north', counts }]
      await Promise.all([store.countCallerSources(calls), store.countCallerSources(calls)])
      const twice = { asserted: 2, 'remote-party': 4, from: 6, none: 8, 'from-refused': 10 }
      expect(await store.callerSources()).toEqual([{ trunk: 'north', counts: twice }])
      await changed(store, 'removeTrunk', 'north')
      expect(await store.callerSources()).toEqual([])
      await store.close()
    })
  })
}
