// Decisions 6: test numbers are free, so they are limited.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { maxTestsPerHour } from '../../src/books/test-quota.ts'
import { eventually, startTestService, type TestService } from '../service.ts'
import { callTo } from '../store-contract/fixture.ts'
import { type Client, ended, errorOf, freshPhone, openClient } from './scene.ts'

const testPhone = '79000000002'
const hourMs = 3_600_000

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
  client = await openClient(service)
})
afterAll(() => service.stop())

const call = (of: Client = client) => of.post('initCall', { phone: testPhone })

it('[D6-37] test numbers: their records are gone after 24 hours, and others are kept', async () => {
  const uid = (await call()).body.vendor_id
  await ended(service, client, uid)
  const kept = (await client.post('initCall', { phone: freshPhone() })).body.vendor_id
  await ended(service, client, kept)
  // Counted for the statistics, then purged: both by background tasks.
  await service.clock.advance(60_000)
  await service.clock.leap(24 * hourMs)
  await eventually(
    async () => {
      await service.clock.advance(60_000)
      return client.get('getInfo', { uid: String(uid) })
    },
    ({ body }) => body.code === 10,
  )
  expect((await client.get('getInfo', { uid: String(kept) })).status).toBe(200)
})

it('[D6-38] test numbers: 3,600 an hour and service, then 18 with Retry-After, in every direction', async () => {
  await service.clock.leap(hourMs - (service.clock.now() % hourMs) + 1_000)
  const startedAt = service.clock.now()
  const owner = { accountId: client.accountId, serviceId: client.id }
  const request = callTo(testPhone, owner, {
    test: true,
    priceUnits: 0,
    startedAt,
    deadlineAt: startedAt + hourMs,
  })
  await Promise.all(Array.from({ length: maxTestsPerHour - 1 }, () => service.store.admitCall(request)))
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
