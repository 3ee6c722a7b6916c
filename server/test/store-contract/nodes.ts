import { describe, expect, it } from 'vitest'
import { furnish, type StoreUnderTest, startMs } from './fixture.ts'

const beat = {
  version: '1.2.3',
  address: 'http://127.0.0.1:8080',
  calls: 4,
  acknowledgedEpoch: 0,
  secrets: ['new', 'old'],
  demand: 4,
  at: startMs,
}

export function describeNodes(under: StoreUnderTest): void {
  describe('nodes', () => {
    it('are listed with their own data, until they leave', async () => {
      const { store } = await furnish(under)
      expect(await store.nodes(startMs)).toEqual([])
      const first = await store.recordHeartbeat(beat)
      expect(first).toEqual({ epoch: 1, members: [store.nodeId], demands: [4], isSettled: false })
      expect(await store.recordHeartbeat({ ...beat, calls: 5, acknowledgedEpoch: 1 })).toEqual({
        epoch: 1,
        members: [store.nodeId],
        demands: [4],
        isSettled: true,
      })
      const [node, ...others] = await store.nodes(startMs)
      expect(others).toEqual([])
      expect(node).toMatchObject({
        id: store.nodeId,
        version: '1.2.3',
        address: 'http://127.0.0.1:8080',
        calls: 5,
        secrets: ['new', 'old'],
        state: 'live',
      })
      await store.leaveNodes(startMs)
      expect(await store.nodes(startMs)).toEqual([])
      await store.close()
    })

    it('extend a lease that they hold', async () => {
      const { store } = await furnish(under)
      const lease = { name: 'register:north', forMs: 60_000, at: startMs }
      expect(await store.takeLease(lease)).toBe(true)
      expect(await store.takeLease(lease)).toBe(true)
      await store.close()
    })

    it('take a budget of short calls in parts, and never more than there is in an hour', async () => {
      const { store } = await furnish(under)
      const take = (hour: number, count = 7) =>
        store.takeShortCalls({ trunk: 'north', hour, count, perHour: 10 })
      expect([await take(100), await take(100), await take(100)]).toEqual([7, 3, 0])
      await store.releaseShortCalls({ trunk: 'north', hour: 100, count: 2 })
      expect([await take(100), await take(100)]).toEqual([2, 0])
      expect(await take(101)).toBe(7)
      expect(await store.takeShortCalls({ trunk: 'north', hour: 101, count: 5, perHour: 3 })).toBe(0)
      await store.close()
    })
  })
}
