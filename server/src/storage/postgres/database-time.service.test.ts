import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/manual-clock.ts'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import {
  addTrunk,
  admitted,
  callTo,
  ended,
  type Furnished,
  furnish,
  hashOf,
  options,
  price,
  waitFor,
} from '../../../test/store-contract/fixture.ts'
import { Settler } from '../../calls/settler.ts'
import { closeOldMonthsOf } from '../../operations/close-ledger.ts'
import { createLog } from '../../platform/log.ts'
import type { Store } from '../store.ts'
import { openPostgresStore } from './store.ts'

const tenMinutesMs = 600_000
const lifetimeMs = 59_000
const hourMs = 3_600_000
const { gapMs } = options.numberLimits
const leaseMs = 20_000
const retryMs = 5_000
/** Time that the statements of a test may take on a busy machine. */
const slackMs = 4_000
const receiver = 'example.com:443'

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
const stateOf = async (vendorId: number) => (await right.store.call(vendorId))?.state
/** Lets time pass for one record: moves its deadline closer by `byMs`. */
const age = (vendorId: number, byMs: number) =>
  ask(url, `UPDATE calls SET deadline_at = deadline_at - ${byMs} WHERE vendor_id = ${vendorId}`)

async function enqueuedBy(store: Store, at: number): Promise<number> {
  const waiting = await store.admitInbound(
    waitFor('79161110009', right, { startedAt: at, deadlineAt: at + lifetimeMs }),
  )
  if (waiting.kind !== 'admitted') throw new Error(waiting.kind)
  const { vendorId } = waiting
  await store.settle({ ...ended(right, vendorId, true, at), webhook: { id: 'msg', receiver } })
  return vendorId
}

describe.each([
  ['ahead', tenMinutesMs],
  ['behind', -tenMinutesMs],
] as const)('a node whose clock is ten minutes %s', (_, offsetMs) => {
  it('neither ends the calls of other nodes early nor leaves them open too long', async () => {
    const now = await databaseNow()
    const call = callTo('79161110001', right, { startedAt: now, deadlineAt: now + lifetimeMs })
    const vendorId = await admitted(right.store, call)
    await sweeper(wrong, now + offsetMs).sweep()
    expect(await stateOf(vendorId)).toBe('checking')
    await age(vendorId, lifetimeMs)
    await sweeper(wrong, now + offsetMs).sweep()
    expect(await stateOf(vendorId)).toBe('failed')
  })

  it('has its own calls ended by other nodes at their deadline', async () => {
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

  it('finds the call that waits for an inbound call, until its deadline', async () => {
    const now = await databaseNow()
    const waiting = await right.store.admitInbound(
      waitFor('79161110003', right, { startedAt: now, deadlineAt: now + lifetimeMs }),
    )
    if (waiting.kind !== 'admitted') throw new Error(waiting.kind)
    await addTrunk(right.store, 'north')
    const look = () =>
      wrong.waitingFor({
        phoneHash: hashOf('79161110003'),
        confirmationNumber: waiting.confirmationNumber,
        trunk: 'north',
        now: now + offsetMs,
      })
    expect(await look()).toBe(waiting.vendorId)
    await age(waiting.vendorId, lifetimeMs)
    expect(await look()).toBeUndefined()
  })

  it('follows a call that another node admitted, without waiting for the difference between the clocks', async () => {
    const now = await databaseNow()
    const call = callTo('79161110004', right, { startedAt: now, deadlineAt: now + lifetimeMs })
    const vendorId = await admitted(right.store, call)
    const clock = new ManualClock(now - offsetMs)
    const settler = new Settler(wrong, clock, { settled: () => {}, storeTrouble: () => {} })
    const ended = settler.follow(
      { vendorId, accountId: right.accountId, serviceId: right.serviceId, startedAt: now },
      Promise.resolve({ completed: true, reason: 'rang' }),
    )
    await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(1_000)
    expect(await ended).toBe(true)
    expect(await stateOf(vendorId)).toBe('completed')
  })

  it('shares the number limit with other nodes', async () => {
    const now = await databaseNow()
    const call = (store: Store, startedAt: number) =>
      store.admitCall(callTo('79161110005', right, { startedAt, deadlineAt: startedAt + lifetimeMs }))
    const early = { kind: 'refused', why: 'wait' }
    expect(await call(right.store, now)).toMatchObject({ kind: 'admitted' })
    for (const [store, startedAt] of [
      [wrong, now + offsetMs],
      [right.store, now],
    ] as const) {
      const answer = await call(store, startedAt)
      expect(answer).toMatchObject(early)
      expect((answer as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(0)
      expect((answer as { retryAfterMs: number }).retryAfterMs).toBeLessThanOrEqual(gapMs)
    }
    const [limits] = await ask(url, 'SELECT calls FROM number_limits')
    const earlier = (JSON.parse(String(limits!.calls)) as number[]).map((at) => at - gapMs)
    await ask(url, `UPDATE number_limits SET calls = '${JSON.stringify(earlier)}'`)
    expect(await call(wrong, now + offsetMs)).toMatchObject({ kind: 'admitted' })
    expect(await call(right.store, now)).toMatchObject(early)
    // It also keeps the calls that still count.
    await ask(url, `UPDATE number_limits SET ends_at = ${now + 60_000}`)
    expect(await wrong.forgetNumbers({ after: null, now: now + offsetMs, limit: 10 })).toMatchObject({
      deleted: 0,
    })
    await ask(url, `UPDATE number_limits SET ends_at = ${now - 1}`)
    expect(await wrong.forgetNumbers({ after: null, now: now + offsetMs, limit: 10 })).toMatchObject({
      deleted: 2,
    })
  })

  it('allows a repeat for as long as other nodes do', async () => {
    const now = await databaseNow()
    const first = await admitted(right.store, callTo('79161110006', right, { startedAt: now }))
    await right.store.settle(ended(right, first, false, now))
    const startedAt = now + offsetMs
    const repeat = await wrong.admitRepeat({
      accountId: right.accountId,
      serviceId: right.serviceId,
      vendorId: first,
      startedAt,
      deadlineAt: startedAt + lifetimeMs,
      withinMs: 300_000,
      maxRepeats: 2,
      gapMs: 0,
      capacity: 'ok',
    })
    expect(repeat).toMatchObject({ kind: 'admitted' })
  })

  it('holds a webhook until its lease ends, and no other node takes it meanwhile', async () => {
    const now = await databaseNow()
    const { id } = (await wrong.webhookOfCall(await enqueuedBy(wrong, now + offsetMs)))!
    const claim = (store: Store, at: number) =>
      store.claimDeliveries({
        now: at,
        lease: 'l',
        leaseEndsAt: at + leaseMs,
        wants: [{ receiver, limit: 5 }],
      })
    const due = async (store: Store, at: number) =>
      (await store.dueReceivers({ now: at, after: null, limit: 5 })).length
    const dueIn = async () => (await right.store.delivery(id))!.dueAt - (await databaseNow())

    expect(await due(right.store, now)).toBe(1)
    expect(await claim(wrong, now + offsetMs)).toHaveLength(1)
    expect(await dueIn()).toBeGreaterThan(leaseMs - slackMs)
    expect(await dueIn()).toBeLessThanOrEqual(leaseMs)
    expect([await due(right.store, now), await claim(right.store, now)]).toEqual([0, []])
    expect(await right.store.resendDelivery({ id, at: now })).toBe('under-way')
    expect(await wrong.resendDelivery({ id, at: now + offsetMs })).toBe('under-way')

    const attempt = { at: now + offsetMs, durationMs: 200, status: 500, error: '', answer: '' }
    const dueAt = attempt.at + attempt.durationMs + retryMs
    await wrong.recordAttempt({ id, lease: 'l', attempt, state: 'pending', tries: 1, dueAt })
    expect(await dueIn()).toBeGreaterThan(retryMs - slackMs)
    expect(await dueIn()).toBeLessThanOrEqual(retryMs)
    expect(await claim(wrong, now + offsetMs)).toEqual([])
    await ask(url, `UPDATE deliveries SET due_at = due_at - ${retryMs}`)
    await ask(url, `UPDATE delivery_receivers SET next_due_at = next_due_at - ${retryMs}`)
    expect(await claim(wrong, now + offsetMs)).toHaveLength(1)
  })
})

it.each([
  ['ahead', 25 * hourMs],
  ['behind', -25 * hourMs],
])(
  'a node whose clock is a day %s shares spend caps with other nodes, and returns what it counted',
  async (_, offsetMs) => {
    const now = await databaseNow()
    const caps = [{ scope: `service:${right.serviceId}`, perHourUnits: 0, perDayUnits: price }]
    const call = (store: Store, phone: string, startedAt: number) =>
      store.admitCall(callTo(phone, right, { caps, startedAt, deadlineAt: startedAt + lifetimeMs }))
    const first = await call(wrong, '79161110007', now + offsetMs)
    for (const [store, startedAt] of [
      [right.store, now],
      [wrong, now + offsetMs],
    ] as const) {
      const answer = await call(store, '79161110008', startedAt)
      expect(answer).toMatchObject({ kind: 'refused', why: 'spend-cap' })
      expect((answer as { retryAfterMs: number }).retryAfterMs).toBeLessThanOrEqual(hourMs)
    }
    await right.store.settle(ended(right, (first as { vendorId: number }).vendorId, false, now))
    expect(await ask(url, 'SELECT sum(spent_units)::int AS spent FROM spend WHERE spent_units <> 0')).toEqual(
      [{ spent: null }],
    )
    expect(await call(right.store, '79161110008', now)).toMatchObject({ kind: 'admitted' })
  },
)

describe.each([200, -200])('a node whose clock is %i days off', (days) => {
  const offsetMs = days * 24 * hourMs

  it('purge: deletes by the age of records in database time, not by its own clock', async () => {
    const now = await databaseNow()
    const call = (phone: string) => callTo(phone, right, { startedAt: now, deadlineAt: now + lifetimeMs })
    const [young, old] = [
      await admitted(right.store, call('79161110001')),
      await admitted(right.store, call('79161110002')),
    ].toReversed()
    for (const vendorId of [young!, old!]) await right.store.settle(ended(right, vendorId, true, now))
    const ageOfDays = (vendorId: number, age: number) =>
      ask(url, `UPDATE calls SET started_at = ${now - age * 24 * hourMs} WHERE vendor_id = ${vendorId}`)
    await ageOfDays(young!, 179)
    await ageOfDays(old!, 181)
    const wrongNow = now + offsetMs
    await wrong.purge({ before: wrongNow - 180 * 24 * hourMs, now: wrongNow, limit: 100 })
    expect(await right.store.call(old!)).toBeUndefined()
    expect(await right.store.call(young!)).toBeDefined()
  })

  it('sessions and budgets: expire in database time, not by its own clock', async () => {
    const now = await databaseNow()
    for (const [name, endsAt] of [
      ['young', now + hourMs],
      ['old', now - 1],
    ] as const)
      await ask(
        url,
        `INSERT INTO one_time_links (token_hash, purpose, email, person_id, account_id, detail, created_at, ends_at)
         VALUES ('${name}', 'sign-up', 'x@example.com', 0, 0, '', ${now}, ${endsAt})`,
      )
    await wrong.endOldSessions(now + offsetMs)
    expect(await ask(url, 'SELECT count(*)::int AS left FROM one_time_links')).toEqual([{ left: 1 }])

    const take = (store: Store, at: number) =>
      store.takeShortCalls({ trunk: 'north', hour: Math.floor(at / hourMs), count: 10, perHour: 10 })
    expect(await take(right.store, now)).toBe(10)
    await take(wrong, now + offsetMs)
    expect(await take(right.store, now)).toBe(0)
  })
})

it('ledger: a node closes months by the time of the database, not by its own clock', async () => {
  const { store, accountId } = right
  const now = await databaseNow()
  for (const phone of ['79161110001', '79161110002'])
    await store.settle(
      ended(right, await admitted(store, callTo(phone, right, { startedAt: now })), true, now),
    )
  const dataFolder = mkdtempSync(join(tmpdir(), 'ringkey-'))
  const closeBy = async (at: number) => {
    const deps = { store: wrong, clock: new ManualClock(at), log: createLog('silent'), dataFolder }
    await closeOldMonthsOf(deps, () => 1)(() => false)
    return (await store.ledger({ accountId, afterEntry: 0, limit: 10 })).length
  }
  const yearMs = 366 * 24 * hourMs
  expect(await closeBy(now + yearMs)).toBe(3)
  await ask(url, `UPDATE ledger SET created_at = created_at - ${100 * 24 * hourMs}`)
  // The last entry stays: the next audit starts from it.
  expect(await closeBy(now - yearMs)).toBe(1)
  rmSync(dataFolder, { recursive: true })
})
