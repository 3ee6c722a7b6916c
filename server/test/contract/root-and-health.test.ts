// The root, the health page, the secondary address.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openInstallation } from '../../src/app/open-installation.ts'
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

it('[C4.9-1] [D5-1] the root path shows the service that a key belongs to', async () => {
  const who = { status: true, service_id: client.id, name: 'Shop', version: 'v1.0' }
  const headers = { Authorization: client.bearer }
  expect((await service.raw('/', { headers })).body).toEqual(who)
  expect((await service.raw(`/?key=${client.key}&service_id=${client.id}`)).body).toEqual(who)
  const body = JSON.stringify({ key: client.key, service_id: client.id })
  const posted = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
  expect((await service.raw('/', posted)).body).toEqual(who)
})

it('[D5-2] the root path answers 401 without credentials', async () => {
  expect(errorOf(await service.raw('/'))).toEqual([401, 401])
  expect(errorOf(await service.raw('/', { method: 'POST', headers: html }))).toEqual([401, 401])
})

it('[D5-3] the root path sends a browser without credentials to the cabinet, on the primary address only', async () => {
  const sent = await service.raw('/', { headers: html })
  expect([sent.status, sent.headers.get('location')]).toEqual([302, '/cabinet/'])
  expect(errorOf(await service.raw(`${service.altBaseUrl}/`, { headers: html }))).toEqual([401, 401])
  const known = await service.raw('/', { headers: { ...html, Authorization: client.bearer } })
  expect(known.body.service_id).toBe(client.id)
  const wrong = await service.raw('/?key=x&service_id=1', { headers: html })
  expect(errorOf(wrong)).toEqual([401, 401])
})

it('[C1-9] [D5-4] the secondary address serves the same API as the primary one, and the API alone', async () => {
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

it('[D5-5] [D1-40] /health answers three booleans without credentials', async () => {
  await service.clock.advance(1_000)
  const { status, body } = await service.raw('/health')
  expect([status, body]).toEqual([200, { status: true, database: true, providers: true }])
})

it('[D5-6] /health stays HTTP 200 and status true when no carrier can be used, with providers false', async () => {
  service.telephony.isHealthy = false
  const { status, body } = await service.raw('/health')
  service.telephony.isHealthy = true
  expect([status, body]).toEqual([200, { status: true, database: true, providers: false }])
})

it('[D5-7] /health and /readyz answer HTTP 503 while the database is away, and /livez still answers 200', async () => {
  let isAway = false
  const broken = await startTestService(
    {},
    {
      async open(...given) {
        const opened = await openInstallation(given[0], given[1], given[2], { deadlinesBy: 'callers' })
        const heartbeat = opened.store.heartbeat.bind(opened.store)
        const failing = async (at: number) => (isAway ? Promise.reject(new Error('away')) : heartbeat(at))
        return { ...opened, store: Object.assign(opened.store, { heartbeat: failing }) }
      },
    },
  )
  try {
    expect((await broken.raw('/readyz')).body).toEqual({ status: true, database: true, serving: true })
    isAway = true
    await broken.clock.advance(1_000)
    expect(await seen(broken, '/health')).toEqual([503, { status: false, database: false, providers: true }])
    expect(await seen(broken, '/readyz')).toEqual([503, { status: false, database: false, serving: true }])
    expect(await seen(broken, '/livez')).toEqual([200, { status: true }])
    isAway = false
    await broken.clock.advance(1_000)
    expect(await seen(broken, '/readyz')).toEqual([200, { status: true, database: true, serving: true }])
  } finally {
    await broken.stop()
  }
})

it('[D5-8] /livez and /readyz answer without credentials, on both addresses', async () => {
  for (const base of [service.baseUrl, service.altBaseUrl]) {
    expect(await seen(service, `${base}/livez`)).toEqual([200, { status: true }])
    expect(await seen(service, `${base}/readyz`)).toEqual([
      200,
      { status: true, database: true, serving: true },
    ])
  }
})

it('[D5-9] /health reports a usable carrier at the end of a start in demo mode: the simulated carrier has answered', async () => {
  const withSip = await startTestService({ RINGKEY_SIP_PORT: '0' }, { hasSip: true })
  try {
    expect(await seen(withSip, '/health')).toEqual([200, { status: true, database: true, providers: true }])
  } finally {
    await withSip.stop()
  }
})

async function seen(of: TestService, path: string) {
  const { status, body } = await of.raw(path)
  return [status, body]
}
