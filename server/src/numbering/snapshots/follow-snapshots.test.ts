import { expect, it } from 'vitest'
import { ManualTimers } from '../../../test/numbering/manual-timers.ts'
import { followSnapshots } from './follow-snapshots.ts'

function following() {
  const timers = new ManualTimers()
  const events: string[] = []
  const store = { inUse: 'one', problem: '', reads: 0 }
  const followed = followSnapshots<string>({
    store: {
      currentName: async () => store.inUse,
      async read(name) {
        store.reads += 1
        if (store.problem !== '') throw new Error(store.problem)
        return { meta: name, columns: {} }
      },
    },
    timers,
    use: (_, { meta }) => events.push(meta),
    onProblem: (message) => events.push(message),
  })
  const pass = async () => {
    timers.advance(10_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ...followed, timers, events, store, pass }
}

it('snapshots: a new one and one that was gone back to are loaded, each once', async () => {
  const { follow, events, store } = following()
  await follow()
  await follow()
  store.inUse = 'two'
  await follow()
  store.inUse = 'one'
  await follow()
  expect(events).toEqual(['one', 'two', 'one'])
})

it('snapshots: one that cannot be read leaves the old one in use, is reported once and tried again', async () => {
  const { follow, events, store, timers, pass } = following()
  await follow()
  Object.assign(store, { inUse: 'two', problem: 'damaged' })
  await follow()
  for (let times = 0; times < 3; times++) await pass()
  expect([events, store.reads]).toEqual([['one', 'damaged'], 5])
  store.problem = ''
  await pass()
  expect(events).toEqual(['one', 'damaged', 'two'])
  expect(timers.waiting).toBe(0)
})

it('snapshots: a request while one is loaded starts one more look', async () => {
  const { follow, events, store } = following()
  const both = Promise.all([follow(), follow()])
  store.inUse = 'two'
  await both
  expect(events.at(-1)).toBe('two')
})

it('snapshots: nothing is tried again after the stop', async () => {
  const { follow, stop, store, timers } = following()
  store.problem = 'damaged'
  await follow()
  stop()
  expect(timers.waiting).toBe(0)
})
