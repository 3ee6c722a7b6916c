import { expect, it } from 'vitest'
import { MemoryRepository } from '../../../test/numbering/memory-repository.ts'
import { SnapshotStore } from './snapshot-store.ts'

interface Meta {
  readonly note: string
}
const content = (note: string, count = 3) => ({
  meta: { note },
  columns: { numbers: Uint32Array.from({ length: count }, (_, index) => index * 7) },
})
const first = 'sample-000001.snapshot'

async function storeWith(...notes: string[]) {
  const repository = new MemoryRepository()
  const store = new SnapshotStore<Meta>('sample', 3, repository)
  for (const note of notes) await store.publish(content(note), await store.currentName(), 0)
  return { repository, store }
}

it('snapshots: there are none at first', async () => {
  const { store } = await storeWith()
  expect(await store.currentName()).toBeUndefined()
  expect(await store.list()).toEqual([])
  await expect(store.rollback()).rejects.toThrow('no older sample snapshot to go back to')
})

it('snapshots: columns of every width come back as they were published', async () => {
  const { store } = await storeWith()
  const columns = {
    none: new Uint8Array(),
    a: Uint8Array.of(1, 2, 3),
    b: Uint16Array.of(1, 65_535),
    c: Uint32Array.of(4_294_967_295),
    end: new Uint16Array(),
  }
  const name = await store.publish({ meta: { note: 'Ж' }, columns }, undefined, 0)
  expect(await store.read(name)).toEqual({ meta: { note: 'Ж' }, columns })
})

it('snapshots: a column larger than a chunk comes back whole', async () => {
  const { store, repository } = await storeWith()
  const name = await store.publish(content('large', 700_000), undefined, 0)
  expect(repository.chunksOf('sample', 1).map(({ length }) => length)).toEqual([
    expect.any(Number),
    2 ** 20,
    2 ** 20,
    700_000 * 4 - 2 ** 21,
  ])
  expect(await store.read(name)).toEqual(content('large', 700_000))
})

it('snapshots: the newest are kept, and a rollback goes back one by one or to a name', async () => {
  const { store } = await storeWith('one', 'two', 'three', 'four')
  const names = (await store.list()).map(({ name }) => name)
  expect(names).toEqual(['sample-000002.snapshot', 'sample-000003.snapshot', 'sample-000004.snapshot'])
  expect(await store.rollback()).toBe('sample-000003.snapshot')
  expect(await store.rollback()).toBe('sample-000002.snapshot')
  expect((await store.list()).filter(({ current }) => current)).toMatchObject([{ name: names[0] }])
  await expect(store.rollback()).rejects.toThrow('no older')
  expect(await store.rollback('sample-000004.snapshot')).toBe('sample-000004.snapshot')
  for (const wrong of ['sample-000009.snapshot', '../../etc/passwd'])
    await expect(store.rollback(wrong)).rejects.toThrow(`there is no snapshot "${wrong}"`)
})

it('snapshots: any changed byte is noticed, and no rollback goes to a damaged one', async () => {
  const { repository, store } = await storeWith('one', 'two')
  for (const chunk of repository.chunksOf('sample', 1)) {
    for (let at = 0; at < chunk.length; at += 1) {
      chunk[at]! ^= 0x10
      await expect(store.read(first), `byte ${at}`).rejects.toThrow(`${first} cannot be used`)
      chunk[at]! ^= 0x10
    }
  }
  repository.chunksOf('sample', 1).pop()
  await expect(store.rollback()).rejects.toThrow(`${first} cannot be used: a part of it is missing`)
  expect(await store.currentName()).toBe('sample-000002.snapshot')
})

it('snapshots: the slower of two imports is refused, and nothing of it is in use', async () => {
  const { store } = await storeWith('before')
  const inUse = await store.currentName()
  await store.publish(content('faster'), inUse, 0)
  await expect(store.publish(content('slower'), inUse, 0)).rejects.toThrow(
    'another sample import was published meanwhile; nothing was changed, import again',
  )
  expect((await store.read((await store.currentName())!)).meta.note).toBe('faster')
})

it('snapshots: what the repository did not store as it was written never comes into use', async () => {
  const { repository, store } = await storeWith('one')
  const add = repository.addSnapshotChunk.bind(repository)
  repository.addSnapshotChunk = (chunk) => add({ ...chunk, content: chunk.content.map((byte) => byte ^ 1) })
  await expect(store.publish(content('two'), first, 0)).rejects.toThrow('cannot be used')
  expect(await store.currentName()).toBe(first)
})
