import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  callTo,
  ended,
  type Furnished,
  furnish,
  options,
  ownerOf,
  price,
  startMs,
  waitFor,
} from '../../../test/store-contract/fixture.ts'
import { create, deliveredOnes, requestFor, wrongCode } from '../../../test/store-contract/verifications.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import { openSqliteStore } from './store.ts'

let folder: string
let its: Furnished
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringkey-steps-'))
  const onCrash = (error: Error) => {
    throw error
  }
  its = await furnish({
    open: () => openSqliteStore({ ...options, file: join(folder, 'ringkey.db'), onCrash }),
  })
})
afterEach(async () => {
  await its.store.close()
  rmSync(folder, { recursive: true, force: true })
})

const aheadMs = 3 * hourMs

it('a clock that was ahead and is set right, then a restart: what was begun meanwhile keeps its lifetime', async () => {
  const { id } = await create(its, { at: startMs + aheadMs })
  const request = waitFor('79161110001', its, {
    startedAt: startMs + aheadMs,
    deadlineAt: startMs + aheadMs + 60_000,
  })
  const waiting = await its.store.admitInbound(request)
  if (waiting.kind !== 'admitted') throw new Error('not admitted')
  await its.store.moveDeadlines({ byMs: -aheadMs })
  expect(await its.store.restartLifetimes(startMs + 1_000)).toBe(0)
  expect(await its.store.verification(id)).toMatchObject({
    status: 'pending',
    expiresAt: startMs + 300_000,
    steps: [{ status: 'started', startedAt: startMs, deadlineAt: startMs + 59_000 }, { status: 'planned' }],
  })
  expect(await its.store.call(waiting.vendorId)).toMatchObject({ deadlineAt: startMs + 60_000 })
})

it('a clock that is set 200 days ahead: the key of /v2 still names its verification', async () => {
  const { id } = await create(its, { key: 'k' })
  await its.store.moveDeadlines({ byMs: 200 * dayMs })
  const at = startMs + 200 * dayMs + 1_000
  expect(await its.store.createVerification(requestFor(its, { key: 'k', at }))).toMatchObject({
    kind: 'replayed',
    verification: { id },
  })
})

it('a clock that is set 200 days ahead: wrong codes for a phone are counted on, and its block goes on', async () => {
  const guess = async (from: number) => {
    for (const id of await deliveredOnes(its, 2, from))
      for (let attempt = 0; attempt < 5; attempt++) await wrongCode(its, id, from + 20_000)
  }
  const stepMs = 200 * dayMs
  await guess(startMs)
  await its.store.moveDeadlines({ byMs: stepMs })
  await guess(startMs + stepMs + 60_000)
  const ask = (at: number) => its.store.createVerification(requestFor(its, { at }))
  expect(await ask(startMs + stepMs + 120_000)).toMatchObject({ why: 'phone-blocked' })
  await its.store.moveDeadlines({ byMs: -stepMs })
  const firstAt = startMs + 20_000
  expect(await ask(firstAt + dayMs - 1)).toMatchObject({ why: 'phone-blocked' })
  expect(await ask(firstAt + dayMs)).toMatchObject({ kind: 'created' })
})

it('a clock that was 200 days behind for a while: what ended meanwhile is kept when the clock is right again', async () => {
  const behindMs = 200 * dayMs
  await create(its, { phone: '79161230001' })
  await its.store.moveDeadlines({ byMs: -behindMs })
  const { id, vendorId } = await create(its, { at: startMs - behindMs, key: 'k' })
  await its.store.settle({ ...ended(its, vendorId, true), settledAt: startMs - behindMs })
  await its.store.advanceVerification({ ...ownerOf(its), id, cancels: true, at: startMs - behindMs + 1 })
  await its.store.moveDeadlines({ byMs: behindMs })
  await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: startMs + 120_000 })
  const now = startMs + dayMs / 2
  await its.store.purge({ before: now - 180 * dayMs, now, limit: 100, trustsClock: true })
  expect(await its.store.verification(id)).toMatchObject({ status: 'canceled' })
  expect(await its.store.createVerification(requestFor(its, { key: 'k', at: now }))).toMatchObject({
    kind: 'replayed',
  })
})

it.each([
  ['back', -aheadMs],
  ['ahead', aheadMs],
])('a clock that is set %s between the end of a call and its step: only the step ends', async (_, byMs) => {
  const { id, vendorId } = await create(its, { at: startMs })
  await its.store.settle({ ...ended(its, vendorId, true), settledAt: startMs + 5_000 })
  await its.store.moveDeadlines({ byMs })
  const now = startMs + byMs + 6_000
  await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: now })
  const call = (await its.store.verification(id))!
  expect(call).toMatchObject({ status: 'pending', steps: [{ status: 'delivered' }, {}] })
  const endedAt = call.steps[0]!.endedAt!
  expect(endedAt).toBeGreaterThanOrEqual(startMs + byMs)
  expect(endedAt).toBeLessThanOrEqual(now)
  expect(call.nextStepAt).toBe(endedAt + call.steps[0]!.seconds * 1_000)
})

it('a clock that goes 200 days back again and again: a spend cap holds in the hour that it comes back to', async () => {
  const behindMs = 200 * dayMs
  const caps = [{ scope: 'prefix:7', perHourUnits: price, perDayUnits: 0 }]
  const call = async (phone: string, startedAt: number) =>
    (await its.store.admitCall(callTo(phone, its, { caps, startedAt }))).kind
  const purgeAt = (now: number) =>
    its.store.purge({ before: startMs - 300 * dayMs, now, limit: 100, trustsClock: true })
  await purgeAt(startMs)
  await purgeAt(startMs + 3 * dayMs)
  await its.store.moveDeadlines({ byMs: -behindMs })
  const hourOfVisit = startMs + 3 * dayMs - behindMs
  expect(await call('79161110001', hourOfVisit)).toBe('admitted')
  await its.store.moveDeadlines({ byMs: behindMs })
  for (const daysLater of [0, 1]) await purgeAt(startMs + (3 + daysLater) * dayMs)
  expect(await call('79161110002', hourOfVisit)).toBe('refused')
  // Two days without a step: the hour is forgotten.
  await purgeAt(startMs + 5 * dayMs)
  expect(await call('79161110003', hourOfVisit)).toBe('admitted')
})
