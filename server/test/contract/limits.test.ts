// Limits per phone number and per client address.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { changed } from '../store-contract/fixture.ts'
import { type Client, errorOf, freshPhone, noticed, openClient } from './scene.ts'
import { openV2Client } from './v2-scene.ts'

describe('limits of a number', () => {
  let service: TestService
  let client: Client
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    client = await openClient(service)
  })
  const call = (phone: string, of: Client = client) => of.post('initCall', { phone })

  it('[D6-50] initCall wants 15 s between two calls to a number, else error 19 says how long to wait', async () => {
    const phone = freshPhone()
    expect((await call(phone)).status).toBe(200)
    await service.clock.advance(5_000)
    const early = await call(phone)
    expect(errorOf(early)).toEqual([19, 429])
    expect(early.headers.get('retry-after')).toBe('10')
    expect(early.body.error).toContain('10 s')
    await service.clock.hasten(9_999)
    expect(errorOf(await call(phone))).toEqual([19, 429])
    await service.clock.advance(1)
    expect((await call(phone)).status).toBe(200)
  })

  it('[D6-51] a service may call a number 30 times in any 24 hours, also after the rest of 10 hours', async () => {
    client = await openClient(service)
    const phone = freshPhone()
    for (let count = 0; count < 30; count++) {
      expect([count, (await call(phone)).status]).toEqual([count, 200])
      await service.clock.pass(30_000)
    }
    const blocked = await call(phone)
    expect(errorOf(blocked)).toEqual([18, 429])
    const fullForMs = 24 * 3_600_000 - 30 * 30_000
    expect(blocked.headers.get('retry-after')).toBe(String(fullForMs / 1000))
    // The rest of 10 hours empties no window.
    await service.clock.leap(fullForMs - 1)
    expect(errorOf(await call(phone))).toEqual([18, 429])
    await service.clock.leap(1)
    expect((await call(phone)).status).toBe(200)
  })

  it('[D6-52] the daily limit of calls to a number is counted over a rolling day', async () => {
    const phone = freshPhone()
    for (let count = 0; count < 29; count++) {
      await call(phone)
      await service.clock.pass(30_000)
    }
    await service.clock.leap(24 * 3_600_000 - 29 * 30_000)
    expect((await call(phone)).status).toBe(200)
    await service.clock.leap(30_000)
    expect((await call(phone)).status).toBe(200)
  })

  it('[D6-53] the limits of a number count admitted calls only, not refusals and replays', async () => {
    const phone = freshPhone()
    expect((await client.post('initCall', { phone, unique: 'k' })).status).toBe(200)
    await service.clock.hasten(14_000)
    for (let again = 0; again < 5; again++) {
      expect((await client.post('initCall', { phone, unique: 'k' })).body.exists).toBe(true)
      expect(errorOf(await call(phone))).toEqual([19, 429])
    }
    await service.clock.advance(1_000)
    service.telephony.answer = 'no-way'
    expect(errorOf(await call(phone))).toEqual([5, 503])
    service.telephony.answer = 'planned'
    expect((await call(phone)).status).toBe(200)
  })

  it('[D6-54] the limits of a number count for each service and each number on its own', async () => {
    const phone = freshPhone()
    const sibling = await openClient(service, {}, { accountId: client.accountId })
    expect((await call(phone)).status).toBe(200)
    expect((await call(freshPhone())).status).toBe(200)
    await service.clock.advance(5_000)
    expect((await call(phone, sibling)).status).toBe(200)
    await service.clock.advance(5_000)
    expect(errorOf(await call(phone))).toEqual([19, 429])
  })
})

describe('limits that the operator set', () => {
  it('[D6-55] a service may call a number 4 times in a rolling minute where RINGKEY_NUMBER_LIMIT asks for no gap', async () => {
    const service = await startTestService({ RINGKEY_NUMBER_LIMIT: '0s' })
    try {
      const phone = freshPhone()
      for (let count = 0; count < 4; count++) {
        expect((await service.post('initCall', { phone })).status).toBe(200)
        await service.clock.hasten(10_000)
      }
      const fifth = await service.post('initCall', { phone })
      expect(errorOf(fifth)).toEqual([18, 429])
      expect(fifth.headers.get('retry-after')).toBe('20')
      await service.clock.hasten(20_000)
      expect((await service.post('initCall', { phone })).status).toBe(200)
      expect(errorOf(await service.post('initCall', { phone }))).toEqual([18, 429])
    } finally {
      await service.stop()
    }
  })

  it('[D6-59] the daily limit of a number holds over a rolling day where RINGKEY_NUMBER_LIMIT asks for no rest', async () => {
    const service = await startTestService({
      RINGKEY_NUMBER_LIMIT: '3/day,0h',
    })
    try {
      const phone = freshPhone()
      for (let count = 0; count < 3; count++) {
        expect((await service.post('initCall', { phone })).status).toBe(200)
        await service.clock.pass(60_000)
      }
      const refused = await service.post('initCall', { phone })
      expect(errorOf(refused)).toEqual([18, 429])
      expect(refused.headers.get('retry-after')).toBe(String(24 * 3600 - 180))
      await service.clock.leap(24 * 3_600_000 - 180_000)
      expect((await service.post('initCall', { phone })).status).toBe(200)
      await service.clock.leap(30_000)
      expect(errorOf(await service.post('initCall', { phone }))).toEqual([18, 429])
    } finally {
      await service.stop()
    }
  })

  it('[D6-56] the limits of a number, of an address and of a service are those of the settings', async () => {
    const service = await startTestService({
      RINGKEY_NUMBER_LIMIT: '1s,60/min,3/day,30h',
      RINGKEY_NUMBER_TOTAL_LIMIT: '1s',
      RINGKEY_ADDRESS_LIMIT: 'api:5/s',
      RINGKEY_SERVICE_LIMIT: '50/s',
    })
    try {
      const phone = freshPhone()
      for (let count = 0; count < 3; count++) {
        expect((await service.post('initCall', { phone })).status).toBe(200)
        await service.clock.advance(1_000)
      }
      const blocked = await service.post('initCall', { phone })
      expect([blocked.body.code, blocked.headers.get('retry-after')]).toEqual([18, String(30 * 3600 - 1)])
      expect(blocked.headers.get('x-rate-limit-limit')).toBe('50')
      const stranger = await service.get('getBalance', {}, { authorization: null })
      expect(stranger.headers.get('x-rate-limit-limit')).toBe('5')
    } finally {
      await service.stop()
    }
  })
})

describe('limits of requests', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ RINGKEY_ADDRESS_LIMIT: 'api:30/s', RINGKEY_SERVICE_LIMIT: '300/s' })
  })
  afterAll(() => service.stop())
  beforeEach(() => service.clock.advance(2_000))

  const headersOf = ({ headers }: { headers: Headers }) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-rate-limit-${name}`) ?? Number.NaN))
  const seconds = () => Math.floor(service.clock.now() / 1000)

  it('[D6-57] an address may send 30 requests per second without a valid key, and gets 429 to the rest', async () => {
    const ask = [
      () => service.get('getBalance', {}, { authorization: null }),
      () => service.get('getBalance', {}, { authorization: `Bearer ${'x'.repeat(32)}.${service.serviceId}` }),
      () => service.raw('/health'),
      () => service.raw('/v2/verifications'),
    ]
    for (let count = 1; count <= 30; count++) {
      // Fewer than 20 wrong credentials in a minute, which have a limit of their own.
      const answer = await ask[count % 4 === 1 && count > 8 ? 0 : count % 4]!()
      expect(answer.status).not.toBe(429)
      if (count % 4 !== 3) expect(headersOf(answer)).toEqual([30, 30 - count, seconds() + 1])
    }
    for (const [index, send] of ask.entries()) {
      const refused = await send()
      expect([index, refused.status, refused.headers.get('retry-after')]).toEqual([index, 429, '1'])
      if (index === 3) continue
      expect(headersOf(refused)).toEqual([30, 0, seconds() + 1])
      expect(refused.body.error).toMatch(/from this address: at most 30 requests per second/)
    }
    await service.clock.advance(1_000)
    expect((await ask[0]!()).status).toBe(401)
  })

  it('[D6-67] a service may send 300 requests per second with its keys from one address, and gets 429 to the rest', async () => {
    const client = await openV2Client(service)
    const credentials = { key: client.key, service_id: String(client.id) }
    const ask = [
      () => client.get('getBalance'),
      () => client.get('getBalance', credentials, { authorization: null }),
      () => client.post('getBalance', credentials, { authorization: null }),
      () => client.ask('/verifications?limit=1'),
    ]
    for (let count = 1; count <= 300; count++) {
      const { status, headers } = await ask[count % 4]!()
      const policy = headers.get('ratelimit-policy')
      const left = headers.get('ratelimit')
      expect([status, policy, left]).toEqual([200, '"service";q=300;w=1', `"service";r=${300 - count};t=1`])
    }
    for (const send of ask) {
      const refused = await send()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    }
    const refused = await client.get('getBalance')
    expect(headersOf(refused)).toEqual([300, 0, seconds() + 1])
    expect(refused.body.error).toMatch(/of this service: at most 300 requests per second/)
    // Neither its address nor another service is limited by it.
    expect((await service.get('getBalance', {}, { authorization: null })).status).toBe(401)
    expect((await service.get('getBalance')).status).toBe(200)
    await service.clock.advance(1_000)
    expect((await client.get('getBalance')).status).toBe(200)
  })

  it('[D6-68] the limit of a service is its own setting when the operator has set one', async () => {
    const client = await openClient(service, { requestsPerSecond: 2 })
    for (const left of [1, 0])
      expect(headersOf(await client.get('getBalance'))).toEqual([2, left, seconds() + 1])
    expect(errorOf(await client.get('getBalance'))).toEqual([429, 429])
    const at = service.clock.now()
    await changed(service.store, 'changeService', {
      id: client.id,
      settings: { requestsPerSecond: null },
      at,
    })
    await noticed(service)
    expect(headersOf(await client.get('getBalance'))[0]).toBe(300)
  })

  it('[D6-58] every answer carries the X-Rate-Limit headers', async () => {
    for (const answer of [
      await service.get('getBalance'),
      await service.get('checkPhone', { phone: '1' }),
      await service.get('getBalance', {}, { authorization: null }),
      await service.get('nothing'),
      await service.get('getBalance', {}, { verb: 'DELETE' }),
      await service.raw('/%zz'),
      await service.raw('/health'),
      await service.raw('/docs'),
      await service.raw('/openapi.json'),
      await service.raw('/', { headers: { Accept: 'text/html' } }),
      await service.raw('/v1.0/initCall', { method: 'POST', body: 'x'.repeat(20_000) }),
    ])
      expect(headersOf(answer).every(Number.isInteger)).toBe(true)
  })

  it('[D6-75] answers carry RateLimit-Policy and RateLimit beside the X-Rate-Limit headers', async () => {
    for (const left of [29, 28]) {
      const { headers } = await service.get('getBalance', {}, { authorization: null })
      expect(headers.get('ratelimit-policy')).toBe('"address";q=30;w=1')
      expect(headers.get('ratelimit')).toBe(`"address";r=${left};t=1`)
    }
    const { headers } = await service.get('getBalance')
    expect(headers.get('ratelimit-policy')).toBe('"service";q=300;w=1')
    expect(headers.get('ratelimit')).toBe('"service";r=299;t=1')
  })
})
