// verify.md 1: the general rules of /v2.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { problems } from '../../src/http/v2/catalogue.ts'
import { startTestService, type TestService } from '../service.ts'
import { freshPhone } from './scene.ts'
import { openV2Client, type V2Client } from './v2-scene.ts'

let service: TestService
let client: V2Client
beforeAll(async () => {
  service = await startTestService({ RINGKEY_ADDRESS_LIMIT: 'api:1000/s' })
  client = await openV2Client(service)
})
afterAll(() => service.stop())

it('[V2-30] /v2 says where credentials belong when they are missing, wrong or misplaced', async () => {
  const [key, id] = client.bearer.slice('Bearer '.length).split('.')
  const asked = [
    await service.raw('/v2/verifications'),
    await service.raw(`/v2/verifications?key=${key}&service_id=${id}`),
    await service.raw('/v2/verifications', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ key, service_id: Number(id), phone: freshPhone() }),
    }),
    await service.raw('/v2/nothing'),
  ]
  for (const { status, headers, body } of asked) {
    expect([status, headers.get('content-type'), headers.get('www-authenticate')]).toEqual([
      401,
      'application/problem+json; charset=utf-8',
      'Bearer realm="ringkey"',
    ])
    expect(JSON.parse(body)).toMatchObject({
      code: 'unauthorized',
      detail: expect.stringContaining('Bearer KEY.SERVICE_ID'),
    })
  }
})

it('[V2-31] /v2 names what is wrong with the input, unknown members with the nearest known name', async () => {
  const { status, headers, body } = await client.create({
    phone: 'abc',
    step: [],
    attempts: 9,
    steps: [{ mode: 'fax' }],
    consent: { ip: 'x' },
  })
  expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8'])
  expect(body).toMatchObject({ type: '/docs/errors/invalid_request', status: 400, code: 'invalid_request' })
  expect(
    Object.fromEntries(
      body.errors.map(({ pointer, expected }: Record<string, string>) => [pointer, expected]),
    ),
  ).toEqual({
    '/phone': expect.stringContaining('digits'),
    '/step': 'a known member, perhaps "steps"',
    '/attempts': 'a whole number from 1 to 5',
    '/steps/0/mode': '"flash", "voice", "mix", "inbound"',
    '/consent/at': expect.stringContaining('RFC 3339'),
    '/consent/ip': 'an IP address',
  })
})

it('[V2-31] /v2 takes no consent of a day that does not exist, or in the future', async () => {
  const at = (ms: number) => new Date(service.clock.now() + ms).toISOString()
  for (const wrong of ['2026-02-30T12:00:00Z', '2026-13-01T12:00:00Z', at(600_000)]) {
    const { status, body } = await client.create({ phone: freshPhone(), consent: { at: wrong } })
    expect([wrong, status, body.errors?.[0].pointer]).toEqual([wrong, 400, '/consent/at'])
  }
  for (const right of [at(0), at(60_000), '2024-02-29T23:59:59+03:00'])
    expect((await client.create({ phone: freshPhone(), consent: { at: right } })).status).toBe(201)
})

it('[V2-32] /v2 describes problems in Russian to clients that prefer it', async () => {
  const { body } = await client.create({}, { 'Accept-Language': 'ru' })
  expect(body).toMatchObject({
    title: 'Запрос неверен',
    errors: [{ pointer: '/phone', expected: expect.stringContaining('цифр') }],
  })
})

it('[V2-33] /v2 takes JSON objects of at most 16 KiB, and GET and POST alone', async () => {
  const large = await client.create({ phone: freshPhone(), client: 'x'.repeat(17_000) })
  expect([large.status, large.body.code]).toEqual([413, 'body_too_large'])
  expect((await client.ask('/verifications', '[1]')).body.code).toBe('unreadable_body')
  expect((await client.ask('/verifications', '{')).body.code).toBe('unreadable_body')
  const headers = { Authorization: client.bearer }
  const form = await service.raw('/v2/verifications', {
    method: 'POST',
    headers,
    body: new URLSearchParams({ phone: '1' }),
  })
  expect(form.status).toBe(400)
  const put = await service.raw('/v2/checks', { method: 'PUT', headers })
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST'])
  const head = await service.raw('/v2/verifications', { method: 'HEAD', headers })
  expect([head.status, head.headers.get('allow')]).toEqual([405, 'POST, GET'])
  expect((await client.ask('/nothing')).body.code).toBe('not_found')
})

it('[V2-34] answers of /v2 carry the limit per address in the RateLimit headers of the IETF draft', async () => {
  const { headers } = await client.ask('/verifications')
  expect(headers.get('ratelimit-policy')).toBe('"address";q=1000;w=1')
  expect(headers.get('ratelimit')).toMatch(/^"address";r=\d+;t=1$/)
  expect(headers.get('x-rate-limit-limit')).toBeNull()
  expect(headers.get('x-request-id')).toBeTruthy()
})

it('[V2-35] /docs/errors has a page for every problem of /v2, in English and Russian', async () => {
  for (const [code, { title }] of Object.entries(problems)) {
    const { status, body } = await service.raw(`/docs/errors/${code}`)
    expect([code, status]).toEqual([code, 200])
    expect(body).toContain(title.ru.replace(/`([^`]+)`/g, '<code>$1</code>'))
  }
  expect((await service.raw('/docs/errors/nothing')).status).toBe(401)
})

it('[V2-36] /v2 uses real HTTP statuses whatever the error status mode of the service is', async () => {
  const quiet = await openV2Client(service, { errorStatus: '200' })
  expect((await quiet.create({})).status).toBe(400)
})

it('[V2-37] /v2 takes an Idempotency-Key of at most 255 characters', async () => {
  const { status } = await client.create({ phone: freshPhone() }, { 'Idempotency-Key': 'k'.repeat(256) })
  expect(status).toBe(400)
})
