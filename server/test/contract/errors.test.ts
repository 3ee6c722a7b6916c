// The error catalogue, with every code caused by a real request.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceSettings } from '../../src/storage/queries/services.ts'
import { type Answer, startTestService, type TestService } from '../service.ts'
import { changed } from '../store-contract/fixture.ts'
import { provokeErrors } from './provoke-errors.ts'
import { errorOf, freshPhone, openClient } from './scene.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ RINGKEY_TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => service.stop())
beforeEach(() => {
  service.telephony.answer = 'planned'
})

const httpStatuses: Readonly<Record<number, number>> = {
  0: 403,
  1: 400,
  2: 400,
  3: 400,
  4: 403,
  5: 503,
  9: 403,
  10: 404,
  11: 409,
  12: 409,
  13: 409,
  18: 429,
  19: 429,
  20: 400,
  21: 403,
  401: 401,
  404: 404,
  405: 405,
  429: 429,
  500: 500,
  503: 503,
  1001: 403,
  1002: 402,
  1003: 403,
  1004: 403,
  1005: 403,
  1006: 403,
}
/** When no service is known, the installation's setting decides, not that of a service. */
const beforeAuthentication = new Set([0, 401, 429])

async function provoked(
  settings: Partial<ServiceSettings>,
  headers: Record<string, string> = {},
): Promise<Map<number, Answer>> {
  return new Map(
    (await provokeErrors(service, settings, headers)).map((answer) => [answer.body.code, answer]),
  )
}

describe('every code of the catalogue', () => {
  let english: Map<number, Answer>
  let russian: Map<number, Answer>
  let always200: Map<number, Answer>
  beforeAll(async () => {
    english = await provoked({ legacyRepeats: true })
    russian = await provoked({ legacyRepeats: true }, { 'Accept-Language': 'ru' })
    always200 = await provoked({ legacyRepeats: true, errorStatus: '200' })
  })

  it('[D3-1] every error code of /v1.0 has its HTTP status', () => {
    const seen = Object.fromEntries([...english].map(([code, { status }]) => [code, status]))
    expect(seen).toEqual(httpStatuses)
  })

  it('[C1-4] [C7-1] every error of /v1.0 has the shape of the error object and nothing more', () => {
    for (const { body } of english.values()) {
      expect(Object.keys(body).sort()).toEqual(['code', 'error', 'status'])
      expect(body.status).toBe(false)
      expect(typeof body.code).toBe('number')
      expect(body.error.length).toBeGreaterThan(5)
    }
  })

  it('[D3-2] every error of /v1.0 is HTTP 200 for a service with error status 200', () => {
    const seen = Object.fromEntries([...always200].map(([code, { status }]) => [code, status]))
    expect(seen).toEqual(
      Object.fromEntries(
        Object.entries(httpStatuses).map(([code, status]) => [
          code,
          beforeAuthentication.has(Number(code)) ? status : 200,
        ]),
      ),
    )
  })

  it('[D3-3] every error message of /v1.0 is English, and Russian for clients that ask for it', () => {
    expect([...russian.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [code, { body }] of english) {
      expect([code, /[а-яё]/i.test(body.error)]).toEqual([code, false])
      expect([code, /[а-яё]/i.test(russian.get(code)!.body.error)]).toEqual([code, true])
    }
  })

  it('[D3-4] Retry-After comes with errors 429 and 503, in either error status mode, and with no other error', () => {
    for (const answers of [english, always200]) {
      for (const [code, { headers }] of answers) {
        const isTemporary = [429, 503].includes(httpStatuses[code]!)
        expect([code, headers.has('retry-after')]).toEqual([code, isTemporary])
        if (isTemporary) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      }
    }
  })
})

it('[D3-5] an error message is in the language with the greater weight in Accept-Language', async () => {
  const client = await openClient(service)
  const languageOf = async (accept: string) => {
    const { body } = await client.get('nothing', {}, { headers: { 'Accept-Language': accept } })
    return /[а-яё]/i.test(body.error) ? 'ru' : 'en'
  }
  expect(await languageOf('ru-RU,ru;q=0.9,en;q=0.8')).toBe('ru')
  expect(await languageOf('en-US,en;q=0.9,ru;q=0.8')).toBe('en')
  expect(await languageOf('de,ru;q=0.5')).toBe('ru')
  expect(await languageOf('RU')).toBe('ru')
  expect(await languageOf('de')).toBe('en')
  expect(await languageOf('ru;q=0')).toBe('en')
})

it('[D3-6] error 2 names the wrong parameter and says what is expected', async () => {
  const client = await openClient(service)
  const phone = freshPhone()
  for (const [name, parameters, expected] of [
    ['phone', {}, /digits with the country code/],
    ['code', { phone, code: 'abcd' }, /0001 to 9999/],
    ['client', { phone, client: 'x'.repeat(65) }, /64 characters/],
    ['unique', { phone, unique: 'x'.repeat(65) }, /1 to 64 characters/],
    ['voice', { phone, voice: 'maybe' }, /true or false/],
    ['mix', { phone, mix: 2 }, /true or false/],
  ] as const) {
    const answer = await client.post('initCall', parameters)
    expect(errorOf(answer)).toEqual([2, 400])
    expect(answer.body.error).toContain(`"${name}"`)
    expect(answer.body.error).toMatch(expected)
  }
})

it('[D3-7] RINGKEY_ERROR_STATUS decides the HTTP status of errors where no service is known; the limit per address stays 429', async () => {
  const other = await startTestService({ RINGKEY_ERROR_STATUS: '200' })
  try {
    expect(errorOf(await other.get('getBalance', {}, { authorization: null }))).toEqual([401, 200])
    expect(errorOf(await other.get('nothing'))).toEqual([404, 200])
    const mirrored = await openClient(other, { errorStatus: 'mirror' })
    expect(errorOf(await mirrored.get('nothing'))).toEqual([404, 404])
    // The limit per address is HTTP 429 in every mode.
    const wrong = { authorization: `Bearer ${'x'.repeat(32)}.1` }
    for (let count = 0; count < 21; count++) await other.get('getBalance', {}, wrong)
    expect(errorOf(await other.get('getBalance', {}, wrong))).toEqual([429, 429])
  } finally {
    await other.stop()
  }
})

it('[D3-8] an internal error has a request id that is in the log, and no stack', async () => {
  const client = await openClient(service)
  const plan = service.telephony.plan
  service.telephony.plan = () => {
    throw new Error('the secret of the house')
  }
  const { body } = await client.post('initCall', { phone: freshPhone() })
  service.telephony.plan = plan
  const requestId = /request id (\S+)\.$/.exec(body.error)?.[1]
  expect(requestId).toBeDefined()
  expect(JSON.stringify(body)).not.toMatch(/secret of the house|\.ts|at /)
  expect(
    service.logged.some((line) => line.includes(requestId!) && line.includes('secret of the house')),
  ).toBe(true)
})

it('[D3-9] initCall starts nothing and charges nothing when it answers error 503 or 5', async () => {
  const client = await openClient(service)
  const before = (await service.store.audit()).calls
  for (const answer of ['full', 'no-way'] as const) {
    service.telephony.answer = answer
    expect((await client.post('initCall', { phone: freshPhone() })).status).toBe(503)
  }
  expect((await client.get('getBalance')).body.rub_balance).toBe(100)
  expect((await service.store.audit()).calls).toBe(before)
})

it('[D3-10] /v1.0 answers 405 to initRepeat by default and to verbs other than GET and POST', async () => {
  const client = await openClient(service)
  expect(errorOf(await client.get('initRepeat', { uid: '100000' }))).toEqual([405, 405])
  expect(errorOf(await client.post('initRepeat', { uid: 100000 }))).toEqual([405, 405])
  for (const verb of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY'])
    expect([verb, ...errorOf(await client.get('getBalance', {}, { verb }))]).toEqual([verb, 405, 405])
  const headers = { Authorization: client.bearer }
  const head = await fetch(`${service.baseUrl}/v1.0/getBalance`, { method: 'HEAD', headers })
  expect(head.status).toBe(405)
})

it('[D3-11] a number on the do-not-call list is not called, and the person may still call in', async () => {
  const client = await openClient(service)
  const phone = freshPhone()
  const placed = service.telephony.placed.length
  expect((await client.post('initCall', { phone })).status).toBe(200)
  await changed(service.store, 'addDoNotCall', { ...(await factsOf(phone)), at: service.clock.now() })
  await service.clock.advance(15_000)
  expect(errorOf(await client.post('initCall', { phone }))).toEqual([21, 403])
  const waiting = { phone, callback_url: 'https://198.41.0.4/' }
  expect((await client.post('inboundCallWaiting', waiting)).status).toBe(200)
  expect(service.telephony.placed.length).toBe(placed + 1)
})

/** The hash and mask under which the service itself has stored a phone that it has called. */
async function factsOf(phone: string) {
  const vendorId = service.telephony.placed.find(({ request }) => request.phone.e164 === phone)!.vendorId
  const { phoneHash, phoneMask } = (await service.store.call(vendorId))!
  return { phoneHash: phoneHash!, phoneMask }
}
