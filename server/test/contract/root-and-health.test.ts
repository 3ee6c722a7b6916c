// Contract 4.9, decisions 5: the root, the health page, the secondary address.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { type Client, errorOf, openClient } from './scene.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
  client = await openClient(service)
})
afterAll(() => service.stop())

const html = { Accept: 'text/html,application/xhtml+xml' }

it('[C4.9-1] [D5-1] says at the root who calls', async () => {
  const who = { status: true, service_id: client.id, name: 'Shop', version: 'v1.0' }
  const headers = { Authorization: client.bearer }
  expect((await service.raw('/', { headers })).body).toEqual(who)
  expect((await service.raw(`/?key=${client.key}&service_id=${client.id}`)).body).toEqual(who)
  const body = JSON.stringify({ key: client.key, service_id: client.id })
  const posted = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
  expect((await service.raw('/', posted)).body).toEqual(who)
})

it('[D5-2] answers 401 at the root without credentials', async () => {
  expect(errorOf(await service.raw('/'))).toEqual([401, 401])
  expect(errorOf(await service.raw('/', { method: 'POST', headers: html }))).toEqual([401, 401])
})

it('[D5-3] sends a browser without credentials to the cabinet, on the primary address only', async () => {
  const sent = await service.raw('/', { headers: html })
  expect([sent.status, sent.headers.get('location')]).toEqual([302, '/cabinet/'])
  expect(errorOf(await service.raw(`${service.altBaseUrl}/`, { headers: html }))).toEqual([401, 401])
  const known = await service.raw('/', { headers: { ...html, Authorization: client.bearer } })
  expect(known.body.service_id).toBe(client.id)
  const wrong = await service.raw('/?key=x&service_id=1', { headers: html })
  expect(errorOf(wrong)).toEqual([401, 401])
})

it('[C1-9] [D5-4] serves the same API on the secondary address, and the API alone', async () => {
  const base = service.altBaseUrl
  expect(base).toMatch(/^http:/)
  expect((await client.get('getBalance', {}, { base })).body.rub_balance).toBe(100)
  expect((await client.post('initCall', { phone: '79000000001' }, { base })).status).toBe(200)
  expect((await service.raw(`${base}/health`)).status).toBe(200)
  for (const page of ['/docs', '/openapi.json', '/cabinet/']) {
    expect([page, ...errorOf(await service.raw(base + page))]).toEqual([page, 401, 401])
    const known = await service.raw(base + page, { headers: { Authorization: client.bearer } })
    expect([page, ...errorOf(known)]).toEqual([page, 404, 404])
  }
})

it('[D5-5] [D1-40] answers /health without credentials: three booleans', async () => {
  await service.clock.advance(1_000)
  const { status, body } = await service.raw('/health')
  expect([status, body]).toEqual([200, { status: true, database: true, providers: true }])
})

it('[D5-6] answers HTTP 503 when the health is not good', async () => {
  service.telephony.isHealthy = false
  await service.clock.advance(1_000)
  const { status, body } = await service.raw('/health')
  expect([status, body]).toEqual([503, { status: false, database: true, providers: false }])
  service.telephony.isHealthy = true
  await service.clock.advance(1_000)
  expect((await service.raw('/health')).status).toBe(200)
})
