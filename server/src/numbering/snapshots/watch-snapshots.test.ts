import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../test/folders.ts'
import { ManualTimers } from '../test/manual-timers.ts'
import { snapshotStore } from './snapshot-store.ts'
import { watchSnapshots } from './watch-snapshots.ts'

async function watched() {
  const folder = await temporaryFolder()
  const store = snapshotStore<{ note: string }>(folder, 'sample', 3)
  const timers = new ManualTimers()
  const events: string[] = []
  const watch = watchSnapshots({
    store,
    timers,
    use: (_, { meta }) => events.push(meta.note),
    onProblem: (message) => events.push(message.replace(folder, '')),
  })
  const publish = (note: string) =>
    store.exclusively(() => store.publish({ meta: { note }, columns: { x: Uint8Array.of(1) } }))
  const pass = async (byMs: number) => {
    timers.advance(byMs)
    await watch.look()
    // The next look is planned when the last one is over.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { folder, store, timers, events, watch, publish, pass }
}

describe('a running service', () => {
  it('loads a new snapshot within a second, once', async () => {
    const { publish, pass, events } = await watched()
    await pass(1000)
    await publish('one')
    await pass(1000)
    await pass(1000)
    await publish('two')
    await pass(1000)
    expect(events).toEqual(['one', 'two'])
  })

  it('follows a rollback', async () => {
    const { publish, pass, events, store } = await watched()
    await publish('one')
    await publish('two')
    await pass(1000)
    await store.rollback()
    await pass(1000)
    expect(events).toEqual(['two', 'one'])
  })

  it('keeps its snapshot when the new one is corrupt, reports that once and tries again later', async () => {
    const { publish, pass, events, folder } = await watched()
    await publish('one')
    await pass(1000)
    await publish('two')
    await writeFile(join(folder, 'sample-000002.snapshot'), 'rubbish')
    for (let second = 0; second < 40; second += 1) await pass(1000)
    expect(events).toEqual(['one', '/sample-000002.snapshot cannot be used: it is not a snapshot'])
    await publish('three')
    await pass(1000)
    expect(events.at(-1)).toBe('three')
  })

  it('stops looking when it is closed', async () => {
    const { watch, timers } = await watched()
    expect(timers.waiting).toBe(1)
    watch.stop()
    expect(timers.waiting).toBe(0)
  })
})
