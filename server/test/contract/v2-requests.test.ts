// The general rules of /v2.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { problems } from '../../src/http/v2/catalogue.ts'
import { minuteMs } from '../../src/platform/clock.ts'
import { startTestService, type TestService } from '../service.ts'
import { freshPhone, isStored } from './scene.ts'
import { openV2Client, type V2Client } from './v2-scene.ts'

let service: TestService
let client: V2Client
beforeAll(async () => {
  service = await startTestService({ RINGKEY_SERVICE_LIMIT: '1000/s' })
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
    '/steps/0/mode': '"flash", "voice", "mix", "inbound", "http"',
    '/consent/at': expect.stringContaining('RFC 3339'),
    '/consent/ip': 'an IP address',
  })
})

it('[V2-144] /v2 refuses unknown query members on every method, and takes what is no id for an unknown verification', async () => {
  for (const [path, body] of [
    ['/verifications?limits=3', undefined],
    ['/verifications?phone=79161234567', { phone: freshPhone() }],
    ['/checks?x=1', { phone: freshPhone(), code: '1234' }],
    [`/verifications/vf_${'0'.repeat(32)}/cancel?now`, {}],
  ] as const) {
    const { status, body: problem } = await client.ask(path, body)
    expect([path, status, problem.code]).toEqual([path, 400, 'invalid_request'])
  }
  for (const path of [
    '/verifications/7',
    '/verifications/vf_1',
    '/verifications/%00',
    '/verifications/a/check',
  ]) {
    const { status, body } = await client.ask(path, path.endsWith('check') ? { code: '1' } : undefined)
    expect([path, status, body.code]).toEqual([path, 404, 'verification_not_found'])
  }
  expect((await client.ask('/verifications/a/b')).body.code).toBe('not_found')
  expect((await client.ask('/verifications/search')).status).toBe(405)
})

it('[V2-145] a request to /v2 that is not HTTP is answered with problem details', async () => {
  const { hostname, port } = new URL(service.baseUrl)
  for (const request of [
    'POST /v2/verifications HTTP/1.1\r\nbad header\r\n\r\n',
    'FETCH /v2/checks HTTP/1.1\r\nHost: a\r\n\r\n',
    `GET /v2/verifications HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    'POST /v2/verifications HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
    'GET /v2/verifications HTTP/1.1\r\n\r\n',
    `POST /v2/verifications HTTP/1.1\r\nHost: a\r\nAuthorization: ${client.bearer}\r\nContent-Length: 50\r\n\r\n{"ph`,
  ]) {
    const socket = connect(Number(port), hostname)
    socket.end(request)
    const answer = await text(socket)
    expect([request, answer]).toEqual([request, expect.stringContaining('application/problem+json')])
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({
      status: 400,
      code: 'unreadable_request',
    })
  }
})

it('[V2-256] language is any tag: its voice, that of its language or of the country speaks, and the step says which', async () => {
  const spoken = async (phone: string, language?: string) => {
    const { body } = await client.create({ phone, ...(language && { language }), steps: [{ mode: 'voice' }] })
    expect(service.telephony.placed.at(-1)!.request.voiceLanguage).toBe(body.steps[0].language)
    return body.steps[0].language
  }
  expect([
    await spoken(freshPhone()),
    await spoken(freshPhone(), 'DE'),
    await spoken(freshPhone(), 'pt-BR'),
    await spoken(freshPhone(), 'zh-Hant-TW'),
    await spoken('4915112345671'),
    await spoken('4366412345672', 'pl'),
    await spoken('48512345673', 'pl'),
  ]).toEqual(['ru', 'de', 'pt', 'ru', 'de', 'de', 'en'])
  const flash = (await client.create({ phone: freshPhone(), steps: [{ mode: 'flash' }] })).body
  expect(flash.steps[0]).not.toHaveProperty('language')
  const refused = await client.create({ phone: freshPhone(), language: 'German!' })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/language'])
})

it('[V2-146] language takes a region, and consent.at is a real time that is not in the future', async () => {
  await client.create({ phone: freshPhone(), language: 'kk-KZ', steps: [{ mode: 'voice' }] })
  expect(service.telephony.placed.at(-1)!.request.voiceLanguage).toBe('kk')
  const now = service.clock.now()
  const at = (ms: number) => new Date(now + ms).toISOString()
  for (const [consent, status] of [
    ['2026-02-30T00:00:00Z', 400],
    ['2026-01-14T24:00:00Z', 400],
    [at(61_000), 400],
    [at(0), 201],
    [at(0).replace('Z', '+03:00'), 201],
  ] as const) {
    const answer = await client.create({ phone: freshPhone(), consent: { at: consent } })
    expect([consent, answer.status]).toEqual([consent, status])
    if (status === 400) expect(answer.body.errors[0].pointer).toBe('/consent/at')
  }
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

it('[V2-34] answers of /v2 carry the limit that applies in the RateLimit headers of the IETF draft', async () => {
  const { headers } = await client.ask('/verifications')
  expect(headers.get('ratelimit-policy')).toBe('"service";q=1000;w=1')
  expect(headers.get('ratelimit')).toMatch(/^"service";r=\d+;t=1$/)
  expect(headers.get('x-rate-limit-limit')).toBeNull()
  expect(headers.get('x-request-id')).toBeTruthy()
})

it('[V2-35] /docs/errors has a page for every problem of /v2, in English and Russian', async () => {
  for (const [code, { title }] of Object.entries(problems)) {
    const { status, body } = await service.raw(`/docs/errors/${code}`)
    expect([code, status]).toEqual([code, 200])
    expect(body).toContain(title.ru.replace(/`([^`]+)`/g, '<code>$1</code>'))
  }
  const unknown = await service.raw('/docs/errors/nothing')
  expect(unknown.status).toBe(404)
  for (const code of Object.keys(problems)) expect(unknown.body).toContain(`"/docs/errors/${code}"`)
})

it('[V2-36] /v2 uses real HTTP statuses whatever the error status mode of the service is', async () => {
  const quiet = await openV2Client(service, { errorStatus: '200' })
  expect((await quiet.create({})).status).toBe(400)
})

it('[V2-37] /v2 takes an Idempotency-Key of at most 255 characters', async () => {
  const { status } = await client.create({ phone: freshPhone() }, { 'Idempotency-Key': 'k'.repeat(256) })
  expect(status).toBe(400)
})

it('[V2-174] a client token reads until ten minutes after the end; then it is refused, which is no wrong credential', async () => {
  const { id, client_token: token } = (await client.create({ phone: freshPhone(), client_token: true })).body
  const statuses = async (bearer: string, times: number) => {
    const seen = new Set<number>()
    for (let left = times; left > 0; left--)
      seen.add(
        (await client.ask(`/verifications/${id}`, undefined, { Authorization: `Bearer ${bearer}` })).status,
      )
    return [...seen]
  }
  await client.ask(`/verifications/${id}/cancel`, {})
  const late = await client.ask(`/verifications/${id}/next`, {}, { Authorization: `Bearer ${token}` })
  expect(late.body.code).toBe('verification_ended')
  await service.clock.advance(10 * minuteMs - 1)
  expect(await statuses(token, 1)).toEqual([200])
  await service.clock.advance(1)
  expect(await statuses(token, 25)).toEqual([401])
  expect(await statuses(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`, 25)).toEqual([401, 429])
  await service.clock.advance(2 * minuteMs)
})

it('[V2-241] normalize reads the phone of a creation as people write it, and nothing else does', async () => {
  const phone = freshPhone()
  const written = `8 (${phone.slice(1, 4)}) ${phone.slice(4, 7)}-${phone.slice(7, 9)}-${phone.slice(9)}`
  for (const normalize of [undefined, false]) {
    const refused = await client.create({ phone: written, normalize })
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ pointer: '/phone', expected: expect.stringContaining('digits') }],
    ])
  }
  const made = await client.create({ phone: written, normalize: true, steps: [{ mode: 'flash' }] })
  expect([made.status, made.body.phone]).toEqual([201, `${phone.slice(0, 4)}***${phone.slice(-4)}`])
  expect(service.telephony.placed.at(-1)!.request.phone.e164).toBe(phone)
  expect(isStored(service, phone) || isStored(service, written)).toBe(false)
  const nonsense = await client.create({ phone: 'call me', normalize: true })
  expect([nonsense.status, nonsense.body.errors[0].pointer]).toEqual([400, '/phone'])
})
