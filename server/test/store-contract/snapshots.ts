import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/storage/store.ts'
import { furnish, type StoreUnderTest, startMs } from './fixture.ts'

const hourMs = 3_600_000
const chunks = [Buffer.from([0, 1, 2, 255]), Buffer.from('rest')]

async function put(store: Store, kind: string, insteadOf: number, keep = 2, at = startMs) {
  const number = await store.beginSnapshot({ kind, bytes: 8, digest: `d${insteadOf}`, at })
  for (const [position, content] of chunks.entries())
    await store.addSnapshotChunk({ kind, number, position, content })
  return store.finishSnapshot({ kind, number, insteadOf, keep, at })
}

export function describeSnapshots(under: StoreUnderTest): void {
  describe('snapshots', () => {
    it('come into use when they are complete, and nodes notice', async () => {
      const { store } = await furnish(under)
      expect(await store.publishedSnapshots('registry')).toEqual({ current: 0, snapshots: [] })
      const version = await store.settingsVersion()
      const number = await store.beginSnapshot({
        kind: 'registry',
        bytes: 8,
        digest: 'abc',
        at: startMs,
      })
      expect(number).toBe(1)
      await store.addSnapshotChunk({ kind: 'registry', number, position: 0, content: chunks[0]! })
      expect(await store.publishedSnapshots('registry')).toEqual({ current: 0, snapshots: [] })
      await store.addSnapshotChunk({ kind: 'registry', number, position: 1, content: chunks[1]! })
      const finished = { kind: 'registry', number, insteadOf: 0, keep: 2, at: startMs }
      expect(await store.finishSnapshot(finished)).toBe('in-use')
      expect(await store.publishedSnapshots('registry')).toEqual({
        current: 1,
        snapshots: [{ number: 1, bytes: 8, digest: 'abc' }],
      })
      expect(await store.publishedSnapshots('porting')).toEqual({ current: 0, snapshots: [] })
      const first = await store.snapshotChunk({ kind: 'registry', number, position: 0 })
      expect(Buffer.from(first!)).toEqual(chunks[0])
      expect(await store.snapshotChunk({ kind: 'registry', number, position: 2 })).toBeUndefined()
      expect(await store.settingsVersion()).toBe(version + 1)
      await store.close()
    })

    it('are discarded when they are incomplete, or when another import was faster', async () => {
      const { store } = await furnish(under)
      const number = await store.beginSnapshot({
        kind: 'registry',

        bytes: 8,
        digest: 'x',
        at: startMs,
      })
      await store.addSnapshotChunk({ kind: 'registry', number, position: 0, content: chunks[0]! })
      const half = { kind: 'registry', number, insteadOf: 0, keep: 2, at: startMs }
      expect(await store.finishSnapshot(half)).toBe('incomplete')
      expect(await store.snapshotChunk({ kind: 'registry', number, position: 0 })).toBeUndefined()
      expect(await put(store, 'registry', 0)).toBe('in-use')
      expect(await put(store, 'registry', 0)).toBe('another-was-faster')
      const { current, snapshots } = await store.publishedSnapshots('registry')
      expect([current, snapshots.map((each) => each.number)]).toEqual([2, [2]])
      await store.close()
    })

    it('are kept up to the requested number, can be restored, and leftovers are deleted', async () => {
      const { store } = await furnish(under)
      const left = { kind: 'registry', bytes: 8, digest: 'left', at: startMs - 2 * hourMs }
      const unfinished = await store.beginSnapshot(left)
      await store.addSnapshotChunk({
        kind: 'registry',
        number: unfinished,
        position: 0,
        content: chunks[0]!,
      })
      for (const insteadOf of [0, 2, 3]) expect(await put(store, 'registry', insteadOf)).toBe('in-use')
      const numbers = async () =>
        (await store.publishedSnapshots('registry')).snapshots.map(({ number }) => number)
      expect(await numbers()).toEqual([3, 4])
      for (const number of [unfinished, 2])
        expect(await store.snapshotChunk({ kind: 'registry', number, position: 0 })).toBeUndefined()
      expect(await store.useSnapshot({ kind: 'registry', number: 3 })).toBe(true)
      expect((await store.publishedSnapshots('registry')).current).toBe(3)
      expect(await store.useSnapshot({ kind: 'registry', number: 2 })).toBe(false)
      expect((await store.publishedSnapshots('registry')).current).toBe(3)
      await store.close()
    })
  })
}
