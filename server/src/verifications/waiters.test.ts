import { beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import type { Verification } from '../books/verification.ts'
import { Waiters } from './waiters.ts'

const id = `vf_${'0'.repeat(32)}`
const at = (version: number, status = 'pending', steps: readonly object[] = []) =>
  ({ id, version, status, steps }) as Verification

let clock: ManualClock
let waiters: Waiters
let stored: Verification | undefined
let reads: number
/** Holds a read back until the test lets it go. */
let slow: Promise<void> | undefined
beforeEach(() => {
  clock = new ManualClock()
  stored = at(1)
  reads = 0
  slow = undefined
  waiters = new Waiters(clock, async () => {
    reads += 1
    const known = stored
    await slow
    return known
  })
})

const wait = (newerThan?: number, onGone: (forget: () => void) => void = () => {}) =>
  waiters.wait(7, { id, forMs: 25_000, newerThan }, onGone)
/** The reads that have begun are over. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('a request that waits is answered by the next change, all that wait for it at once', async () => {
  const asked = [wait(), wait(), wait()]
  await settled()
  expect([waiters.size, [...waiters.ids]]).toEqual([3, [id]])
  waiters.notify(at(2))
  expect(await Promise.all(asked)).toEqual([at(2), at(2), at(2)])
  expect([waiters.size, waiters.has(id), reads]).toEqual([0, false, 3])
})

it('a request that waits is answered by a change that comes while the state is being read', async () => {
  let letGo = () => {}
  slow = new Promise((resolve) => {
    letGo = resolve
  })
  const asked = [wait(), wait(1)]
  waiters.notify(at(2))
  letGo()
  expect(await Promise.all(asked)).toEqual([at(2), at(2)])
  expect(waiters.size).toBe(0)
})

it('a request that waits is not answered by a late report of the version that it has read', async () => {
  const asked = wait()
  await settled()
  waiters.notify(at(1))
  expect(waiters.size).toBe(1)
  waiters.notify(at(2))
  expect(await asked).toEqual(at(2))
})

it('a request is answered at once when the state is newer, has ended or does not exist', async () => {
  expect(await wait(0)).toEqual(at(1))
  stored = at(4, 'approved')
  expect(await wait(9)).toEqual(at(4, 'approved'))
  stored = undefined
  expect(await wait()).toBeUndefined()
  expect(waiters.size).toBe(0)
})

it('a request that names a version waits for the prices of an ended one', async () => {
  stored = at(4, 'approved', [{ status: 'started' }])
  expect(await wait()).toEqual(stored)
  const asked = wait(4)
  await settled()
  waiters.notify(at(5, 'approved', [{ status: 'delivered', isKept: false }]))
  expect((await asked)?.version).toBe(5)
})

it('a request that waits is answered with the state of that moment when its time is over', async () => {
  const asked = wait(5)
  await settled()
  stored = at(3)
  await clock.advance(24_999)
  expect(waiters.size).toBe(1)
  await clock.advance(1)
  expect([await asked, waiters.size]).toEqual([at(3), 0])
  // Its timer has passed, and a late change finds nobody.
  waiters.notify(at(4))
})

it('a client that disconnects is forgotten, others wait on', async () => {
  let gone = () => {}
  const left = wait(undefined, (forget) => {
    gone = forget
  })
  const stays = wait()
  await settled()
  gone()
  gone()
  expect(await left).toEqual(at(1))
  expect([waiters.size, reads]).toEqual([1, 3])
  waiters.notify(at(2))
  expect(await stays).toEqual(at(2))
})

it('a stop answers those who wait, those whose state is being read and those who come later', async () => {
  const early = wait()
  await settled()
  const reading = wait()
  waiters.endAll()
  expect(await Promise.all([early, reading, wait()])).toEqual([at(1), at(1), at(1)])
  expect(waiters.size).toBe(0)
})

it('a failed read is reported to its request, and nothing waits', async () => {
  slow = Promise.reject(new Error('no store'))
  await expect(wait()).rejects.toThrow('no store')
  expect(waiters.size).toBe(0)
})

it('a request whose client disconnects while the state is being read does not stay counted', async () => {
  let letGo = () => {}
  slow = new Promise((resolve) => {
    letGo = resolve
  })
  let disconnect = () => {}
  const asked = wait(undefined, (forget) => {
    disconnect = forget
  })
  disconnect()
  letGo()
  expect(await asked).toEqual(at(1))
  expect(waiters.size).toBe(0)
})
