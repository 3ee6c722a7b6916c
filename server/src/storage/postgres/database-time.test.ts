import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/manual-clock.ts'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import {
  admitted,
  callTo,
  type Furnished,
  furnish,
  hashOf,
  options,
  waitFor,
} from '../../../test/store-contract/fixture.ts'
import { Settler } from '../../verification/settler.ts'
import type { Store } from '../store.ts'
import { openPostgresStore } from './store.ts'

const tenMinutesMs = 600_000
const lifetimeMs = 59_000

let url: string
let right: Furnished
let wrong: Store
beforeEach(async () => {
  url = await freshDatabase()
  const open = (nodeId: string) => openPostgresStore({ ...options, url, nodeId, now: () => 0 })
  right = await furnish({ open: () => open('right') })
  wrong = await open('wrong')
})
afterEach(async () => {
  await right.store.close()
  await wrong.close()
})

const databaseNow = async () =>
  Math.floor(Number((await ask(url, 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now'))[0]!.now))
const sweeper = (store: Store, now: number) =>
  new Settler(store, new ManualClock(now), { settled: () => {}, storeTrouble: () => {} })
const stateOf = async (vendorId: number) => (await right.store.verification(vendorId))?.state
/** Stops time's passing for one record: its deadline comes nearer by so much. */
const age = (vendorId: number, byMs: number) =>
  ask(url, `UPDATE verifications SET deadline_at = deadline_at - ${byMs} WHERE vendor_id = ${vendorId}`)

describe.each([
  ['ahead', tenMinutesMs],
  ['behind', -tenMinutesMs],
])('a node whose clock is ten minutes %s', (_, offsetMs) => {
  it('neither ends the calls of others early nor leaves them open too long', async () => {
    const now = await databaseNow()
    const call = callTo('79161110001', right, { startedAt: now, deadlineAt: now + lifetimeMs })
    const vendorId = await admitted(right.store, call)
    await sweeper(wrong, now + offsetMs).sweep()
    expect(await stateOf(vendorId)).toBe('checking')
    await age(vendorId, lifetimeMs)
    await sweeper(wrong, now + offsetMs).sweep()
    expect(await stateOf(vendorId)).toBe('failed')
  })

  it('gets its own calls ended by the others at their time', async () => {
    const now = await databaseNow()
    const startedAt = now + offsetMs
    const call = callTo('79161110002', right, { startedAt, deadlineAt: startedAt + lifetimeMs })
    const vendorId = await admitted(wrong, call)
    await sweeper(right.store, now).sweep()
    expect(await stateOf(vendorId)).toBe('checking')
    await age(vendorId, lifetimeMs)
    await sweeper(right.store, now).sweep()
    expect(await stateOf(vendorId)).toBe('failed')
  })

  it('finds who waits for an inbound call, until the deadline', async () => {
    const now = await databaseNow()
    const waiting = await right.store.admitInbound(
      waitFor('79161110003', right, { startedAt: now, deadlineAt: now + lifetimeMs }),
    )
    if (waiting.kind !== 'admitted') throw new Error(waiting.why)
    const look = () =>
      wrong.waitingFor({
        phoneHash: hashOf('79161110003'),
        confirmationNumber: waiting.confirmationNumber,
        now: now + offsetMs,
      })
    expect(await look()).toBe(waiting.vendorId)
    await age(waiting.vendorId, lifetimeMs)
    expect(await look()).toBeUndefined()
  })

  it('follows a call that another node admitted without waiting for the clocks to meet', async () => {
    const now = await databaseNow()
    const call = callTo('79161110004', right, { startedAt: now, deadlineAt: now + lifetimeMs })
    const vendorId = await admitted(right.store, call)
    const clock = new ManualClock(now - offsetMs)
    const settler = new Settler(wrong, clock, { settled: () => {}, storeTrouble: () => {} })
    const ended = settler.follow(
      { vendorId, startedAt: now },
      Promise.resolve({ completed: true, reason: 'rang' }),
    )
    await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(1_000)
    expect(await ended).toBe(true)
    expect(await stateOf(vendorId)).toBe('completed')
  })
})
