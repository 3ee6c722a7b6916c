// The machine's wall clock is set while a service on the embedded store runs.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, type Client, freshPhone, noticed, openClient } from '../../test/contract/scene.ts'
import { eventually, startTestService, type TestService } from '../../test/service.ts'
import { changed } from '../../test/store-contract/fixture.ts'
import { dayMs, hourMs } from '../platform/clock.ts'
import { ensureDemoTrunk } from '../telephony/demo-trunk.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
  await ensureDemoTrunk(service.store, service.clock.now())
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openClient(service)
  service.telephony.outcome = undefined
})

const hook = 'https://198.41.0.4/hook'
const statusOf = async (uid: number) => (await client.get('getInfo', { uid: String(uid) })).body.call_status
const logs = (event: string) => service.logged.filter((line) => line.includes(`"event":"${event}"`))
const counted = async () =>
  Number(/ringkey_clock_steps_total (\d+)/.exec((await service.raw(service.metricsUrl)).body)![1])
/** Advances little by little, so that other threads keep pace. */
const advance = async (ms: number) => {
  for (let left = ms; left > 0; left -= 500) {
    await service.clock.advance(Math.min(500, left))
    await service.store.settingsVersion()
  }
}

describe.each([
  ['3 hours back', -3 * hourMs],
  ['3 hours forwards', 3 * hourMs],
  ['200 days back', -200 * dayMs],
  ['200 days forwards', 200 * dayMs],
])('the clock is set %s', (_, jumpMs) => {
  it('holds: money returns at the deadline of its call, neither sooner nor later', async () => {
    const [before, lines] = [await counted(), logs('clock-step').length]
    const { vendor_id: uid } = (await client.post('initCall', { phone: freshPhone() })).body
    expect(await balanceOf(client)).toBe(99.2)
    await advance(10_000)
    service.clock.jumpWall(jumpMs)
    await advance(48_000)
    expect([await statusOf(uid), await balanceOf(client)]).toEqual([-1, 99.2])
    await advance(2_000)
    await eventually(
      () => statusOf(uid),
      (status) => status === 0,
    )
    expect(await balanceOf(client)).toBe(100)
    expect([await counted(), logs('clock-step').length]).toEqual([before + 1, lines + 1])
  })

  it('inbound: a call confirms until the lifetime of its request ends, and not afterwards', async () => {
    const [early, late] = [freshPhone(), freshPhone()]
    const wait = async (phone: string) =>
      (await client.post('inboundCallWaiting', { phone, callback_url: hook })).body.confirmation_number
    const numbers = [await wait(early), await wait(late)]
    service.clock.jumpWall(jumpMs)
    await advance(58_000)
    const arrives = (callerE164: string, calledE164: string) =>
      service.inbound.match({ callerE164, calledE164, trunk: 'simulator' })
    expect(await arrives(early, numbers[0]!)).toEqual(expect.any(Number))
    await advance(3_000)
    expect(await arrives(late, numbers[1]!)).toBeUndefined()
    expect(await balanceOf(client)).toBe(100)
  })

  it('limits per number: hold for as long as they would have, and no longer', async () => {
    const phone = freshPhone()
    const call = async () => (await client.post('initCall', { phone })).body
    expect(await call()).toMatchObject({ status: true })
    service.clock.jumpWall(jumpMs)
    await advance(10_000)
    expect(await call()).toMatchObject({ code: 19 })
    await advance(6_000)
    expect(await call()).toMatchObject({ status: true })
    // Four in a minute, also with the clock set back in between.
    await advance(16_000)
    expect(await call()).toMatchObject({ status: true })
    service.clock.jumpWall(-jumpMs)
    await advance(16_000)
    expect(await call()).toMatchObject({ status: true })
    service.clock.jumpWall(jumpMs)
    await advance(16_000)
    expect(await call()).toMatchObject({ status: true })
  })

  it('/health: reports within a second that telephony has ended', async () => {
    expect((await service.raw('/health')).body.providers).toBe(true)
    service.telephony.isHealthy = false
    service.clock.jumpWall(jumpMs)
    await advance(1_000)
    expect((await service.raw('/health')).body.providers).toBe(false)
    service.telephony.isHealthy = true
    await advance(1_000)
  })
})

it('purge: a new store deletes nothing by a clock that was set 200 days ahead in its first minute', async () => {
  const fresh = await startTestService()
  try {
    await ensureDemoTrunk(fresh.store, fresh.clock.now())
    fresh.telephony.outcome = { completed: true, reason: 'rang' }
    const own = await openClient(fresh)
    const asked = { phone: freshPhone(), unique: 'order-1' }
    const { vendor_id: uid } = (await own.post('initCall', asked)).body
    fresh.clock.jumpWall(200 * dayMs)
    for (let second = 0; second < 70; second++) {
      await fresh.clock.advance(1_000)
      await fresh.store.settingsVersion()
      // Calls of the wrong time are the newest in the store when the first minute ends.
      if (second === 30) await own.post('initCall', { phone: freshPhone() })
    }
    expect(fresh.logged.filter((line) => line.includes('"event":"purge-refused"'))).not.toEqual([])
    expect((await own.post('initCall', asked)).body).toMatchObject({ exists: true, vendor_id: uid })
  } finally {
    await fresh.stop()
  }
})

it('purge: deletes nothing by a clock that is 200 days ahead, reports that, and continues when the clock is right', async () => {
  service.telephony.outcome = { completed: true, reason: 'rang' }
  await advance(60_000)
  const asked = { phone: freshPhone(), unique: 'order-1' }
  const { vendor_id: uid } = (await client.post('initCall', asked)).body
  await advance(2_000)
  await eventually(
    () => statusOf(uid),
    (status) => status === 1,
  )
  const lines = logs('purge-refused').length
  service.clock.jumpWall(200 * dayMs)
  await advance(62_000)
  // A call in the wrong time does not make that time trusted.
  await client.post('initCall', { phone: freshPhone() })
  await advance(62_000)
  expect(logs('purge-refused').length).toBeGreaterThan(lines)
  expect(await statusOf(uid)).toBe(1)
  expect((await client.post('initCall', asked)).body).toMatchObject({ exists: true, vendor_id: uid })
  service.clock.jumpWall(-200 * dayMs)
  await advance(2_000)
  const after = logs('purge-refused').length
  await advance(62_000)
  expect(logs('purge-refused')).toHaveLength(after)
})

it('spend caps: hold in an hour that the clock comes back to after it was set right for a while', async () => {
  service.telephony.outcome = { completed: true, reason: 'rang' }
  const scope = `service:${client.id}`
  await changed(service.store, 'changeSpendCap', { scope, perHourUnits: 8_000, perDayUnits: 0 })
  await noticed(service)
  const call = async () => (await client.post('initCall', { phone: freshPhone() })).status
  service.clock.jumpWall(-200 * dayMs)
  await advance(2_000)
  expect([await call(), await call()]).toEqual([200, 402])
  service.clock.jumpWall(200 * dayMs)
  // The purge of each minute runs in the right time.
  await advance(62_000)
  service.clock.jumpWall(-200 * dayMs)
  await advance(2_000)
  expect(await call()).toBe(402)
  service.clock.jumpWall(200 * dayMs)
  await advance(2_000)
  await changed(service.store, 'changeSpendCap', { scope, perHourUnits: 0, perDayUnits: 0 })
})
