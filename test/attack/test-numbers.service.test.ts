// Test numbers are free and no other limit holds them back: rows, webhooks and their retries must be bounded.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { maxTestsPerHour } from '../../server/src/books/test-quota.ts'
import { visitAs } from '../../server/test/cabinet-member.ts'
import { type Client, ended, errorOf, freshPhone, openClient } from '../../server/test/contract/scene.ts'
import { openV2Client } from '../../server/test/contract/v2-scene.ts'
import { answer, type Receiver, startReceiver } from '../../server/test/receiver.ts'
import { eventually, startTestService, type TestService } from '../../server/test/service.ts'
import { callTo } from '../../server/test/store-contract/fixture.ts'
import { inGroups } from './in-groups.ts'

const isLong = process.env.RINGKEY_TEST_LONG === '1'
const webhookCount = isLong ? 500 : 3
const maxAttempts = 4
/** The attempts follow each other, and each needs turns of three threads: a busy machine takes its time. */
const patienceMs = isLong ? 120_000 : 40_000

const testPhone = '79000000002'
const hourMs = 3_600_000

let service: TestService
let client: Client
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver(answer(500))
  service = await startTestService({ RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' })
  client = await openClient(service)
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

const call = (of: Client = client) => of.post('initCall', { phone: testPhone })

it('[D6-37] test numbers: their records are gone after 24 hours, and others are kept', async () => {
  const uid = (await call()).body.vendor_id
  await ended(service, client, uid)
  const kept = (await client.post('initCall', { phone: freshPhone() })).body.vendor_id
  await ended(service, client, kept)
  // Counted for the statistics, then purged: both by background tasks.
  await service.clock.hasten(60_000)
  await service.clock.leap(24 * hourMs)
  await eventually(
    async () => {
      await service.clock.hasten(60_000)
      return client.get('getInfo', { uid: String(uid) })
    },
    ({ body }) => body.code === 10,
  )
  expect((await client.get('getInfo', { uid: String(kept) })).status).toBe(200)
})

it('[D6-38] test numbers: 3,600 per hour and service, then error 18 with Retry-After, in every direction', async () => {
  await service.clock.leap(hourMs - (service.clock.now() % hourMs) + 1_000)
  const startedAt = service.clock.now()
  // In the long form through HTTP, as an attacker would; in the short form straight into the books.
  const owner = { accountId: client.accountId, serviceId: client.id }
  const request = callTo(testPhone, owner, {
    test: true,
    priceUnits: 0,
    startedAt,
    deadlineAt: startedAt + hourMs,
  })
  const admit = (): Promise<unknown> => (isLong ? call() : service.store.admitCall(request))
  await inGroups(maxTestsPerHour - 1, admit)
  expect((await call()).status).toBe(200)
  const refused = await call()
  expect(errorOf(refused)).toEqual([18, 429])
  expect(refused.headers.get('retry-after')).toBe('3599')
  expect(refused.body.error).toContain('test numbers')
  const waiting = { phone: '79000000001', callback_url: 'https://198.41.0.4/' }
  expect(errorOf(await client.post('inboundCallWaiting', waiting))).toEqual([18, 429])
  expect((await client.post('initCall', { phone: freshPhone() })).status).toBe(200)
  expect((await call(await openClient(service))).status).toBe(200)
  await service.clock.leap(hourMs)
  expect((await call()).status).toBe(200)
})

it('test numbers: a webhook that fails is tried four times, not for a day and a half', async () => {
  const thief = await openClient(service)
  const waiting = { phone: '79000000001', callback_url: receiver.url }
  await inGroups(webhookCount, () => thief.post('inboundCallWaiting', waiting))
  const owner = await visitAs(service, thief.accountId)
  await eventually(
    async () => {
      await service.clock.hasten(10_000)
      return (await owner.read('/webhooks?state=pending')).body.items.length
    },
    (pending) => pending === 0 && receiver.received.length >= webhookCount,
    patienceMs,
  )
  expect(receiver.received).toHaveLength(webhookCount * maxAttempts)
})

it('test numbers: a live service that has switched them off accepts nobody by them', async () => {
  const live = await openV2Client(service, { testNumbers: 'none' })
  const callback_url = receiver.url
  for (const phone of ['79000000001', '79000000002']) {
    expect(errorOf(await live.post('initCall', { phone }))).toEqual([9, 403])
    expect(errorOf(await live.post('inboundCallWaiting', { phone, callback_url }))).toEqual([9, 403])
    const { status, body } = await live.create({ phone, code: '1234' })
    expect([status, body.code]).toEqual([403, 'number_not_served'])
  }
  expect((await live.post('initCall', { phone: '79000000001' })).body.error).toBe(
    'Test numbers are switched off for this service.',
  )
  expect((await live.post('initCall', { phone: freshPhone() })).body.status).toBe(true)
})
