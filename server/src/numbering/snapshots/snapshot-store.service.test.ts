import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../test/folders.ts'
import { takeLock } from './exclusive-lock.ts'
import { snapshotStore } from './snapshot-store.ts'

interface Meta {
  readonly note: string
}
const content = (note: string, ...numbers: number[]) => ({
  meta: { note },
  columns: { numbers: Uint32Array.from(numbers) },
})

async function storeWith(...notes: string[]) {
  const folder = await temporaryFolder()
  const store = snapshotStore<Meta>(folder, 'sample', 3)
  for (const note of notes) await store.exclusively(() => store.publish(content(note, 1, 2, 3)))
  return { store, folder }
}

describe('a folder of snapshots', () => {
  it('is empty at first', async () => {
    const store = snapshotStore<Meta>(join(await temporaryFolder(), 'not', 'there'), 'sample', 3)
    expect(await store.currentName()).toBeUndefined()
    expect(await store.list()).toEqual([])
    await expect(store.rollback()).rejects.toThrow('no older sample snapshot to go back to')
  })

  it('returns what was published', async () => {
    const { store } = await storeWith('one')
    const read = await store.read((await store.currentName())!)
    expect(read.meta).toEqual({ note: 'one' })
    expect([...read.columns.numbers!]).toEqual([1, 2, 3])
  })

  it('keeps columns of every width in their position', async () => {
    const { store } = await storeWith()
    const columns = {
      a: Uint8Array.of(1, 2, 3),
      b: Uint16Array.of(1, 65_535),
      c: Uint32Array.of(4_294_967_295),
      d: new Uint8Array(),
    }
    await store.exclusively(() => store.publish({ meta: { note: 'Ж' }, columns }))
    expect((await store.read('sample-000001.snapshot')).columns).toEqual(columns)
  })

  it('keeps the newest and goes back one by one', async () => {
    const { store } = await storeWith('one', 'two', 'three', 'four')
    const names = (await store.list()).map(({ name }) => name)
    expect(names).toEqual(['sample-000002.snapshot', 'sample-000003.snapshot', 'sample-000004.snapshot'])
    expect(await store.rollback()).toBe('sample-000003.snapshot')
    expect(await store.rollback()).toBe('sample-000002.snapshot')
    await expect(store.rollback()).rejects.toThrow('no older')
    expect(await store.rollback('sample-000004.snapshot')).toBe('sample-000004.snapshot')
    await expect(store.rollback('sample-000009.snapshot')).rejects.toThrow(
      'there is no snapshot "sample-000009',
    )
    await expect(store.rollback('../../etc/passwd')).rejects.toThrow('there is no snapshot')
  })

  it('does not go back to a damaged snapshot', async () => {
    const { store, folder } = await storeWith('one', 'two')
    await truncate(join(folder, 'sample-000001.snapshot'), 60)
    await expect(store.rollback()).rejects.toThrow('cannot be used')
    expect(await store.currentName()).toBe('sample-000002.snapshot')
  })

  it('detects any changed byte', async () => {
    const { store, folder } = await storeWith('one')
    const path = join(folder, 'sample-000001.snapshot')
    const bytes = await readFile(path)
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 0x10
      await writeFile(path, changed)
      await expect(store.read('sample-000001.snapshot'), `byte ${at}`).rejects.toThrow('cannot be used')
    }
  })

  it('detects a file cut off anywhere', async () => {
    const { store, folder } = await storeWith('one')
    const path = join(folder, 'sample-000001.snapshot')
    const bytes = await readFile(path)
    for (let length = bytes.length - 1; length >= 0; length -= 1) {
      await truncate(path, length)
      await expect(store.read('sample-000001.snapshot'), `${length} bytes`).rejects.toThrow('cannot be used')
    }
  })

  it('refuses a snapshot of another kind', async () => {
    const { folder } = await storeWith('one')
    const other = snapshotStore<Meta>(folder, 'sampl', 3)
    await expect(other.read('sample-000001.snapshot')).rejects.toThrow('it holds "sample", not "sampl"')
  })

  it('does not follow a pointer to another place', async () => {
    const { store, folder } = await storeWith('one')
    await writeFile(join(folder, 'current'), '../secret\n')
    await expect(store.currentName()).rejects.toThrow('does not name a snapshot')
  })

  it('is unchanged by an interrupted import, and the next import cleans up', async () => {
    const { store, folder } = await storeWith('one')
    await writeFile(join(folder, 'sample-000002.snapshot.part'), 'half of it')
    expect((await store.read((await store.currentName())!)).meta.note).toBe('one')
    await store.exclusively(() => store.publish(content('two')))
    expect((await readdir(folder)).sort()).toEqual([
      'current',
      'import.lock',
      'sample-000001.snapshot',
      'sample-000002.snapshot',
    ])
  })
})

describe('two imports at once', () => {
  it('in one process: the second is refused and the first continues', async () => {
    const { store } = await storeWith()
    await store.exclusively(async () => {
      await expect(store.exclusively(async () => {})).rejects.toThrow('another sample import is running')
      await store.publish(content('first'))
    })
    expect(await store.currentName()).toBe('sample-000001.snapshot')
  })

  it('in two processes: the lock is released when its holder is killed', async () => {
    const { store, folder } = await storeWith('one')
    const lockModule = new URL('./exclusive-lock.ts', import.meta.url).href
    const script = `import { takeLock } from ${JSON.stringify(lockModule)}
      const lock = takeLock(${JSON.stringify(join(folder, 'import.lock'))})
      process.stdout.write(lock ? 'held' : 'busy')
      setInterval(() => {}, 1000)`
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script])
    const [said] = await once(holder.stdout, 'data')
    expect(String(said)).toBe('held')
    await expect(store.exclusively(async () => {})).rejects.toThrow('another sample import is running')
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    await expect(store.exclusively(async () => 'mine')).resolves.toBe('mine')
  })

  it('one after the other: the lock is released when an import fails', async () => {
    const { store, folder } = await storeWith('one')
    await expect(store.exclusively(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    const lock = takeLock(join(folder, 'import.lock'))
    expect(lock).toBeDefined()
    lock!.release()
  })
})
