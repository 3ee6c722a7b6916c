// Common mistakes of integrators are named, and the answer shows the right form.
import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, startTestService, type TestService } from '../service.ts'
import { type Client, errorOf, freshPhone, openClient } from './scene.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
  client = await openClient(service)
})
afterAll(() => service.stop())

const testPhone = '79000000001'
const json = { 'Content-Type': 'application/json' }
const warningOf = ({ headers }: Answer) => headers.get('x-ringkey-warning')
const post = (path: string, body: string, headers: Record<string, string>) =>
  service.raw(path, { method: 'POST', body, headers })

it('[D1-72] X-Ringkey-Warning names an unknown parameter and the nearest known name, and the request is served', async () => {
  const served = await client.post('initCall', { phone: testPhone, uniqe: 'k', foo: 1 })
  expect(served.status).toBe(200)
  expect(warningOf(served)).toBe(
    'unknown parameter "uniqe" was ignored, did you mean "unique"?; unknown parameter "foo" was ignored',
  )
  const refused = await client.get('initCall', { phone_number: testPhone })
  expect(errorOf(refused)).toEqual([2, 400])
  expect(warningOf(refused)).toContain('did you mean "phone"?')
  expect(warningOf(await client.post('initCall', { phone: testPhone, unique: 'w1', client: 'x' }))).toBeNull()
  const byBody = { key: client.key, service_id: client.id }
  expect(warningOf(await service.post('getBalance', byBody, { authorization: null }))).toBeNull()
})

it('[D1-73] X-Ringkey-Warning writes any parameter name as ASCII on one line, and a few names of many', async () => {
  const strange = { 'телефон\r\nX-Evil: 1': 1, '"': 1, ['x'.repeat(500)]: 1, fourth: 1, fifth: 1 }
  const warning = warningOf(await client.post('getBalance', strange))!
  expect(warning).toMatch(/^[ -~]{20,400}$/)
  expect(warning).toMatch(/and 2 more$/)
})

it('[D1-74] X-Ringkey-Warning reports that voice and mix together mean mix, and that a code was padded', async () => {
  expect(warningOf(await client.post('initCall', { phone: testPhone, voice: true, mix: true }))).toBe(
    '"voice" and "mix" together mean mix',
  )
  expect(warningOf(await client.post('initCall', { phone: testPhone, code: 42 }))).toBe(
    '"code" was padded to "0042"',
  )
  expect(warningOf(await client.post('initCall', { phone: testPhone, code: '0042' }))).toBeNull()
})

it('[D1-75] an empty optional parameter of initCall is read as absent', async () => {
  const empty = { code: '', client: '', unique: '', voice: '', mix: ' ' }
  for (const answer of [
    await client.get('initCall', { phone: testPhone, ...empty }),
    await client.post('initCall', { phone: testPhone, ...empty }),
  ])
    expect(answer.body).toEqual({
      status: true,
      vendor_id: expect.any(Number),
      phone: '7900***0001',
      code: expect.stringMatching(/^\d{4}$/),
      client: '',
    })
  expect(errorOf(await client.post('initCall', { phone: '' }))).toEqual([2, 400])
})

it('[D1-76] the error for JSON sent as a form names the right Content-Type, with the key in the header and in the body', async () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const body = JSON.stringify({ phone: testPhone, key: client.key, service_id: client.id })
  const known = await post('/v1.0/initCall', body, { ...form, Authorization: client.bearer })
  expect(errorOf(known)).toEqual([1, 400])
  const unknown = await post('/v1.0/initCall', body, form)
  expect(errorOf(unknown)).toEqual([401, 401])
  for (const answer of [known, unknown])
    expect(answer.body.error).toContain('`Content-Type: application/json`')
})

it('[D1-83] the error for a body of an unreadable type names that type, multipart forms among them', async () => {
  const form = new FormData()
  form.append('phone', testPhone)
  const multipart = await service.raw('/v1.0/initCall', {
    method: 'POST',
    body: form,
    headers: { Authorization: client.bearer },
  })
  expect(errorOf(multipart)).toEqual([1, 400])
  expect(multipart.body.error).toBe(
    'The request cannot be read: expected a JSON object (application/json) or a form ' +
      '(application/x-www-form-urlencoded). The body has the type `multipart/form-data`: ' +
      'send `Content-Type: application/json` and a JSON object.',
  )
  const text = await post('/v1.0/initCall', '{}', { 'Content-Type': 'text/plain; charset=utf-8' })
  expect([...errorOf(text), text.body.error]).toEqual([
    401,
    401,
    expect.stringContaining('type `text/plain`'),
  ])
})

it('[D1-84] error 2 names the right parameter when a required one came under another name', async () => {
  for (const profile of ['standard', 'ucaller'] as const) {
    const of = await openClient(service, { profile })
    for (const name of ['ucaller_id', 'vendor_id', 'id', 'call_id']) {
      const answer = await of.get('getInfo', { [name]: '100000' })
      expect([name, answer.body.code]).toEqual([name, 2])
      expect(answer.body.error).toContain(`You sent "${name}": the name of this parameter is "uid".`)
      expect(warningOf(answer)).toBe(`unknown parameter "${name}" was ignored, did you mean "uid"?`)
    }
  }
  const number = await client.post('initCall', { msisdn: testPhone })
  expect(number.body.error).toContain('You sent "msisdn": the name of this parameter is "phone".')
  // A wrong value under the right name is another mistake.
  const wrong = await client.post('getInfo', { uid: 'x', vendor_id: 1 })
  expect(wrong.body.error).not.toContain('You sent')
})

it('[D1-77] errors and warnings say where the parameters of a POST and of a GET go', async () => {
  const inQuery = await service.raw(`/v1.0/initCall?phone=${testPhone}`, {
    method: 'POST',
    headers: { Authorization: client.bearer },
  })
  expect(errorOf(inQuery)).toEqual([2, 400])
  expect(inQuery.body.error).toMatch(/query of a POST is not read.*JSON body/)
  const half = await post('/v1.0/initCall?code=1234', JSON.stringify({ phone: testPhone }), {
    ...json,
    Authorization: client.bearer,
  })
  expect(half.status).toBe(200)
  expect(warningOf(half)).toBe('the query of a POST is not read, its parameters go in the body: "code"')
  const inBody = await getWithBody('/v1.0/initCall', { phone: testPhone }, client.bearer)
  expect([inBody.code, inBody.error]).toEqual([2, expect.stringContaining('`GET /v1.0/initCall?phone=…`')])
})

it('[D2-16] error 401 says which form of credentials was expected, and never whether a key is right', async () => {
  const hintTo = async (headers: Record<string, string>, query = '') => {
    const answer = await service.raw(`/v1.0/getBalance${query}`, { method: 'POST', headers })
    expect(errorOf(answer)).toEqual([401, 401])
    return answer.body.error as string
  }
  for (const key of [client.key, 'x'.repeat(32)]) {
    expect(await hintTo({ Authorization: `Bearer ${key}` })).toMatch(
      /id of the service is missing.*`Authorization: Bearer SECRET_KEY.SERVICE_ID`/,
    )
    expect(await hintTo({ Authorization: `Basic ${key}` })).toMatch(/cannot be read.*Bearer SECRET_KEY/)
    const inQuery = `?key=${key}&service_id=${client.id}`
    expect(await hintTo({}, inQuery)).toMatch(/key of a POST does not go in its query/)
    const inBody = await getWithBody('/v1.0/getBalance', { key, service_id: client.id })
    expect([inBody.code, inBody.error]).toEqual([401, expect.stringContaining('body of a GET is not read')])
  }
})

it('[D2-17] error 401 shows the right form when credentials are missing, incomplete or named otherwise', async () => {
  const byGet = {
    en: '`?key=SECRET_KEY&service_id=SERVICE_ID`',
    header: '`Authorization: Bearer SECRET_KEY.SERVICE_ID`',
  }
  const hintTo = async (given: Record<string, string>) => {
    const answers = [
      await service.get('getBalance', given, { authorization: null }),
      await service.post('getBalance', given, { authorization: null }),
    ]
    for (const answer of answers) {
      expect(errorOf(answer)).toEqual([401, 401])
      expect(answer.body.error).toContain(byGet.header)
    }
    expect(answers[0]!.body.error).toContain(byGet.en)
    expect(answers[1]!.body.error).toContain('`key` and `service_id` in the body')
    return answers[0]!.body.error as string
  }
  for (const answer of [
    await service.get('getBalance', {}, { authorization: null }),
    await service.post('initCall', { phone: testPhone }, { authorization: null }),
  ])
    expect(answer.body.error).toMatch(
      /No credentials were found: send `Authorization: Bearer SECRET_KEY.SERVICE_ID`\.$/,
    )
  for (const key of [client.key, 'x'.repeat(32)]) {
    // Wrong credentials of one address are limited to 20 a minute.
    await service.clock.advance(120_000)
    const id = String(client.id)
    expect(await hintTo({ key })).toContain('"service_id" is missing')
    expect(await hintTo({ service_id: id })).toContain('"key" is missing')
    expect(await hintTo({ key, serviceId: id })).toContain('"serviceId" is not read')
    expect(await hintTo({ api_key: key, service_id: id })).toContain('"api_key" is not read')
    expect(await hintTo({ token: key, service: id })).toContain('"token" and "service" are not read')
    expect(await hintTo({ key: `${key}!`, service_id: id })).toContain('32 letters and digits')
    expect(await hintTo({ key, service_id: 'shop' })).toContain('32 letters and digits')
  }
  // The form is right, so nothing more is said: a hint would tell which part is wrong.
  const wrong = await service.get(
    'getBalance',
    { key: 'x'.repeat(32), service_id: '1' },
    { authorization: null },
  )
  expect(wrong.body.error).not.toContain('`')
})

it('[D1-78] error 404 names the method that was probably meant: another version, another case, a slip', async () => {
  for (const path of ['/v1/initCall', '/v1.0/initcall', '/v1.0/INITCALL', '/initCall', '/v1.0/initCal']) {
    const answer = await service.raw(path, { headers: { Authorization: client.bearer } })
    expect([path, ...errorOf(answer)]).toEqual([path, 404, 404])
    expect(answer.body.error).toBe('There is no such method. Did you mean /v1.0/initCall?')
  }
  expect((await client.get('nothing')).body.error).toBe('There is no such method.')
  // A client without valid credentials learns nothing about methods.
  expect(errorOf(await service.raw('/v1/initCall'))).toEqual([401, 401])
})

it('[D3-24] a phone as people type it gets error 3 and the form that would be accepted', async () => {
  const methods = [
    ['initCall', {}],
    ['inboundCallWaiting', { callback_url: 'https://198.41.0.4/' }],
  ] as const
  for (const [method, more] of methods) {
    for (const phone of ['+7 (916) 123-45-67', '8 916 123 45 67', '89161234567', '9161234567']) {
      const refused = await client.post(method, { phone, ...more })
      expect([phone, ...errorOf(refused)]).toEqual([phone, 3, 400])
      expect(refused.body.error).toMatch(/such as 79161234567\.$/)
    }
  }
  const nonsense = await client.post('initCall', { phone: 'hello' })
  expect(nonsense.body.error).toMatch(/such as 79001234567\.$/)
  expect((await client.post('checkPhone', { phone: '8 916 123 45 67' })).body.phone).toBe(79161234567)
})

it('[D3-25] error 1002 says that money is missing, without Retry-After, when the account has too little', async () => {
  const poor = await openClient(service, {}, { roubles: 0.5 })
  const unpaid = await poor.post('initCall', { phone: freshPhone() })
  expect([...errorOf(unpaid), unpaid.body.error]).toEqual([1002, 402, 'Not enough money on the account.'])
  expect(unpaid.headers.has('retry-after')).toBe(false)
})

function getWithBody(path: string, body: object, authorization?: string) {
  const { hostname, port } = new URL(service.baseUrl)
  const text = JSON.stringify(body)
  const headers = {
    ...json,
    'Content-Length': String(text.length),
    ...(authorization === undefined ? {} : { Authorization: authorization }),
  }
  return new Promise<{ code: number; error: string }>((resolve, reject) => {
    const sent = request({ hostname, port, path, method: 'GET', headers, agent: false }, async (response) => {
      resolve(JSON.parse(Buffer.concat(await response.toArray()).toString()))
    })
    sent.on('error', reject).end(text)
  })
}
