import { describe, expect, it } from 'vitest'
import { admitted, callTo, changed, ended, furnish, type StoreUnderTest, startMs } from './fixture.ts'

export function describeFirstSteps(under: StoreUnderTest): void {
  describe('the checklist of a new account', () => {
    it('tells what was done, until it ends', async () => {
      const house = await furnish(under)
      const { store, accountId, serviceId } = house
      expect(await store.firstSteps(accountId)).toBeUndefined()
      await store.startFirstSteps({ accountId, at: startMs })
      await store.startFirstSteps({ accountId, at: startMs })
      const nothing = {
        hasRung: false,
        hasApproved: false,
        hasKeptKey: false,
        hasCalledApi: false,
        hasWebhook: false,
      }
      expect(await store.firstSteps(accountId)).toEqual(nothing)
      const failed = await admitted(store, callTo('79161110001', house))
      await store.settle(ended(house, failed, false))
      expect(await store.firstSteps(accountId)).toEqual(nothing)
      const rang = await admitted(store, callTo('79161110002', house))
      await store.settle(ended(house, rang, true))
      expect(await store.firstSteps(accountId)).toEqual({ ...nothing, hasRung: true })
      await store.noteKeyKept({ accountId, at: startMs })
      expect(await store.firstSteps(accountId)).toMatchObject({ hasKeptKey: true, hasCalledApi: false })
      await store.recordRequests([{ serviceId, at: startMs }])
      await changed(store, 'addEndpoint', {
        serviceId,
        url: 'https://example.com/events',
        receiver: 'example.com:443',
        types: null,
        description: '',
        enabled: true,
        sealed: Buffer.from('sealed'),
        createdAt: startMs,
      })
      expect(await store.firstSteps(accountId)).toMatchObject({ hasCalledApi: true, hasWebhook: true })
      await store.endFirstSteps({ accountId, at: startMs })
      expect(await store.firstSteps(accountId)).toBeUndefined()
      await store.close()
    })
  })
}
