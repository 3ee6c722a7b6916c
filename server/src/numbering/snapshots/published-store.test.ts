import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../test/folders.ts'
import { MemoryRepository } from '../test/memory-repository.ts'
import { publishedStore } from './published-store.ts'
import { snapshotChunkBytes } from './snapshot-repository.ts'
import { snapshotStore } from './snapshot-store.ts'

interface Meta {
  readonly note: string
}
const content = (note: string, count = 3) => ({
  meta: { note },
  columns: { numbers: Uint32Array.from({ length: count }, (_, index) => index * 7) },
})

async function nodes(repository = new MemoryRepository()) {
  const folders = [await temporaryFolder(), await temporaryFolder()] as const
  const [one, two] = folders.map((folder) => publishedStore<Meta>(folder, 'sample', 3, repository)) as [
    ReturnType<typeof publishedStore<Meta>>,
    ReturnType<typeof publishedStore<Meta>>,
  ]
  const publish = (store: typeof one, note: string, count?: number) =>
    store.exclusively(() => store.publish(content(note, count)))
  const noteOf = async (store: typeof one) => (await store.read((await store.currentName())!)).meta.note
  return { repository, folders, one, two, publish, noteOf }
}

it('published store: copies what one node publishes to the other, in chunks', async () => {
  const { repository, one, two, publish } = await nodes()
  const name = await publish(one, 'large', 700_000)
  expect(repository.chunksOf('sample', 1).map(({ length }) => length)).toEqual([
    snapshotChunkBytes,
    snapshotChunkBytes,
    expect.any(Number),
  ])
  expect(await two.currentName()).toBeUndefined()
  expect(await two.pull()).toBe('done')
  expect(await two.currentName()).toBe(name)
  expect((await two.read(name)).columns.numbers).toEqual(content('', 700_000).columns.numbers)
  const fetched = repository.fetchedChunks
  expect(await two.pull()).toBe('done')
  expect(repository.fetchedChunks).toBe(fetched)
})

it('published store: an import builds on what others have published, and a rollback applies to all nodes', async () => {
  const { one, two, publish, noteOf } = await nodes()
  await publish(one, 'first')
  await two.exclusively(async () => {
    expect(await noteOf(two)).toBe('first')
    return two.publish(content('second'))
  })
  await one.pull()
  expect(await noteOf(one)).toBe('second')
  expect(await one.rollback()).toBe('sample-000001.snapshot')
  await two.pull()
  expect(await noteOf(two)).toBe('first')
  await expect(two.rollback('sample-000009.snapshot')).rejects.toThrow('no snapshot "sample-000009.snapshot"')
})

it('published store: keeps as many snapshots as the folder does on every node, and lists them on any node', async () => {
  const { folders, one, two, publish } = await nodes()
  for (const note of ['a', 'b', 'c', 'd', 'e']) await publish(one, note)
  const kept = ['sample-000003.snapshot', 'sample-000004.snapshot', 'sample-000005.snapshot']
  expect((await two.list()).map(({ name }) => name)).toEqual(kept)
  expect((await two.list()).filter(({ current }) => current).map(({ name }) => name)).toEqual([kept[2]])
  for (const folder of folders)
    expect((await readdir(folder)).filter((name) => /^sample/.test(name)).sort()).toEqual(kept)
})

it('published store: refuses the slower of two imports, and leaves nothing of it', async () => {
  const { folders, one, two, publish, noteOf } = await nodes()
  await publish(one, 'before')
  await expect(
    two.exclusively(async () => {
      await publish(one, 'faster')
      return two.publish(content('slower'))
    }),
  ).rejects.toThrow('another sample import was published meanwhile; nothing was changed, import again')
  expect(await noteOf(two)).toBe('before')
  await two.pull()
  expect(await noteOf(two)).toBe('faster')
  expect((await readdir(folders[1])).filter((name) => name.includes('000003'))).toEqual([])
})

it('published store: refuses damaged data and tries again', async () => {
  const { repository, one, two, publish, noteOf } = await nodes()
  await publish(one, 'whole', 400_000)
  const chunks = repository.chunksOf('sample', 1)
  const [first] = chunks
  chunks[0] = Buffer.alloc(first!.length)
  await expect(two.pull()).rejects.toThrow('was damaged when it was read from the database')
  chunks.pop()
  await expect(two.pull()).rejects.toThrow('was removed while it was fetched')
  expect(await two.currentName()).toBeUndefined()
  const again = await nodes()
  await again.publish(again.one, 'whole')
  await again.two.pull()
  expect(await noteOf(again.two)).toBe('whole')
})

it('published store: gives numbers above those of existing files, and replaces another file of the same number', async () => {
  const { folders, one, two, publish, noteOf } = await nodes()
  const alone = (folder: string) => snapshotStore<Meta>(folder, 'sample', 3)
  for (const note of ['x', 'y']) {
    const store = alone(folders[0])
    await store.exclusively(() => store.publish(content(note)))
  }
  for (const note of ['1', '2', 'three']) {
    const store = alone(folders[1])
    await store.exclusively(() => store.publish(content(note)))
  }
  expect(await two.pull()).toBe('done')
  expect(await noteOf(two)).toBe('three')
  expect(await publish(one, 'shared')).toBe('sample-000003.snapshot')
  expect(await two.pull()).toBe('replaced')
  expect(await noteOf(two)).toBe('shared')
})

it('published store: does nothing while an import runs on the folder', async () => {
  const { folders, two } = await nodes()
  await writeFile(join(folders[1], 'note'), '')
  await two.exclusively(async () => expect(await two.pull()).toBe('busy'))
})
