// Client tokens, with which a browser reads and continues one verification.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { secondMs } from '../../src/platform/clock.ts'
import { visitAs } from '../cabinet-member.ts'
import { eventually, startTestService, type TestService } from '../service.ts'
import { freshPhone, isStored, noticed } from './scene.ts'
import { openV2Client, type V2Answer, type V2Client } from './v2-scene.ts'

let service: TestService
let client: V2Client
beforeAll(async () => {
  service = await startTestService({ RINGKEY_LOG_LEVEL: 'debug' })
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openV2Client(service)
  service.telephony.placed.length = 0
  service.telephony.outcome = undefined
})

interface Browser {
  readonly id: string
  readonly token: string
  ask(path: string, body?: object): Promise<V2Answer>
}

/** What a page does with a token. */
const browse = (id: string, token: string): Browser => ({
  id,
  token,
  ask: (path, body) => client.ask(path, body, { Authorization: `Bearer ${token}` }),
})

async function opened(terms: object = {}): Promise<Browser> {
  const { status, body } = await client.create({ phone: freshPhone(), client_token: true, ...terms })
  expect([status, body.client_token]).toEqual([201, expect.stringMatching(/^vt_[0-9a-f]{64}$/)])
  return browse(body.id, body.client_token)
}

it('[V2-170] a client token comes with the 201 that asks for it and with its replay, and with nothing else', async () => {
  await client.ask('/events')
  const request = { phone: freshPhone(), client_token: true, client: 'Ann', steps: [{ mode: 'flash' }] }
  const first = await client.create(request, { 'Idempotency-Key': 'k' })
  const again = await client.create(request, { 'Idempotency-Key': 'k' })
  expect(first.body.client_token).toMatch(/^vt_/)
  expect([again.status, again.text]).toEqual([201, first.text])
  const { id } = first.body
  expect((await client.create({ phone: freshPhone() })).body).not.toHaveProperty('client_token')
  const pending = await client.create({ ...request, on_pending: 'return' })
  expect([pending.status, pending.body.id]).toEqual([200, id])
  const canceled = await client.ask(`/verifications/${id}/cancel`, {})
  const events = await client.ask('/events')
  expect(events.text).toContain(id)
  for (const { text } of [
    pending,
    canceled,
    events,
    await client.read(id),
    await client.ask('/verifications'),
  ])
    expect(text).not.toContain('vt_')
})

it('[V2-171] a client token reads its verification in a smaller view and waits for its changes', async () => {
  const { id, ask } = await opened({ steps: [{ mode: 'flash' }, { mode: 'voice' }], metadata: { a: 'b' } })
  const seen = await ask(`/verifications/${id}`)
  expect(Object.keys(seen.body).sort()).toEqual(
    ['status', 'version', 'test', 'attempts_left', 'steps', 'hint', 'inbound', 'expires_at'].sort(),
  )
  expect(seen.body.steps).toEqual([
    { mode: 'flash', status: 'started', reason: null, started_at: expect.any(String), ended_at: null },
    { mode: 'voice', status: 'planned' },
  ])
  const asked = ask(`/verifications/${id}?wait=25&version=1`)
  service.telephony.placed[0]!.end({ completed: true, reason: 'rang' })
  await service.clock.advance(secondMs)
  expect((await asked).body).toMatchObject({ version: 2, hint: { code_length: 4 }, steps: [{}, {}] })
  expect((await asked).text).not.toMatch(/vendor_id|price|phone|metadata|client/)
})

it('[V2-172] a client token checks the code, starts the next step and cancels', async () => {
  const { id, ask } = await opened({ steps: [{ mode: 'inbound' }, { mode: 'voice' }] })
  const next = await ask(`/verifications/${id}/next`, {})
  expect([next.status, next.body.steps[1].status]).toEqual([200, 'started'])
  expect(next.body).not.toHaveProperty('phone')
  expect((await ask(`/verifications/${id}/check`, { code: '0000' })).body).toMatchObject({ valid: false })
  const { code } = service.telephony.placed.at(-1)!
  expect((await ask(`/verifications/${id}/check`, { code })).body).toMatchObject({
    valid: true,
    status: 'approved',
  })
  const other = await opened()
  const canceled = await other.ask(`/verifications/${other.id}/cancel`, {})
  expect([canceled.body.status, canceled.body.phone]).toEqual(['canceled', undefined])
  expect((await client.read(other.id)).body.status).toBe('canceled')
})

it('[V2-173] a client token opens no other verification and no other method', async () => {
  const { id, ask } = await opened()
  const other = await opened()
  for (const [path, body] of [
    [`/verifications/${other.id}`, undefined],
    [`/verifications/${other.id}/check`, { code: '1234' }],
    [`/verifications/${other.id}/next`, {}],
    [`/verifications/${other.id}/cancel`, {}],
  ] as const) {
    const { status, body: problem } = await ask(path, body)
    expect([path, status, problem.code]).toEqual([path, 404, 'verification_not_found'])
  }
  for (const [path, body] of [
    ['/verifications', undefined],
    ['/verifications', { phone: freshPhone() }],
    ['/verifications/search', { phone: freshPhone() }],
    ['/checks', { phone: freshPhone(), code: '1234' }],
    ['/phones', { phones: [freshPhone()] }],
    ['/events', undefined],
    ['/feedback', { vendor_id: 1, approved: true }],
  ] as const) {
    const { status, body: problem } = await ask(path, body)
    expect([path, status, problem.code]).toEqual([path, 403, 'key_not_allowed'])
  }
  const v1 = await service.get('getBalance', {}, { authorization: `Bearer ${other.token}` })
  expect(v1.status).toBe(401)
  expect((await client.read(id)).body.version).toBe(1)
})

it('[V2-175] the four paths of client tokens answer pages of every site, without cookies, and no other path does', async () => {
  const { id, token } = await opened()
  const corsOf = async (method: string, path: string, authorization?: string) => {
    const { status, headers } = await service.raw(`/v2${path}`, {
      method,
      headers: { Origin: 'https://shop.example', ...(authorization ? { Authorization: authorization } : {}) },
    })
    expect([headers.get('set-cookie'), headers.get('access-control-allow-credentials')]).toEqual([null, null])
    const named = (name: string) => headers.get(`access-control-${name}`)
    return [status, named('allow-origin'), named('allow-methods'), named('allow-headers')]
  }
  const headers = 'Authorization, Content-Type'
  const one = `/verifications/${id}`
  expect(await corsOf('OPTIONS', one)).toEqual([204, '*', 'GET', headers])
  for (const act of ['check', 'next', 'cancel'])
    expect(await corsOf('OPTIONS', `${one}/${act}`)).toEqual([204, '*', 'POST', headers])
  expect(await corsOf('GET', one, `Bearer ${token}`)).toEqual([200, '*', null, null])
  expect(await corsOf('GET', one)).toEqual([401, '*', null, null])
  const refused = await service.raw(`/v2${one}`)
  expect(refused.headers.get('access-control-expose-headers')).toBe('Retry-After')
  for (const path of ['/verifications', '/verifications/search', '/checks', '/phones', '/events', `${one}/x`])
    expect(await corsOf('OPTIONS', path)).toEqual([401, null, null, null])
})

it('[V2-176] a client token works from any address, but not for a service that wants HTTPS or is off', async () => {
  const owner = await visitAs(service, client.accountId, 'owner')
  const change = async (what: object) => {
    expect((await owner.write(`/services/${client.id}`, what)).status).toBe(200)
    await noticed(service)
  }
  const { id, ask } = await opened()
  await change({ settings: { allowedAddresses: ['203.0.113.0/24'] } })
  expect((await client.read(id)).body.code).toBe('address_not_allowed')
  expect((await ask(`/verifications/${id}`)).status).toBe(200)
  await change({ settings: { httpsOnly: true } })
  expect((await ask(`/verifications/${id}`)).body.code).toBe('unauthorized')
  await change({ settings: { httpsOnly: false }, status: 'off' })
  expect((await ask(`/verifications/${id}`)).body.code).toBe('service_off')
})

it('[V2-177] a client token is in no file, no log line and not in the request log', async () => {
  const { id, token, ask } = await opened()
  await ask(`/verifications/${id}?wait=1&version=0`)
  await ask(`/verifications/${id}/check`, { code: '1234' })
  await ask(`/verifications/${token}`)
  await client.create({ phone: freshPhone(), client_token: token })
  await client.ask(`/verifications/${token}/check`, { code: '1' })
  const everything = { from: 0, to: 4e12, method: null, outcome: null, code: null, status: null }
  const page = { ...everything, requestId: null, subjects: null, before: null, limit: 10 }
  const requests = await eventually(
    async () => {
      await service.clock.advance(secondMs)
      return (await service.store.apiRequestPage({ serviceIds: [client.id], ...page })).items
    },
    ({ length }) => length === 6,
  )
  expect(requests.map(({ path }) => path)).toContain(`/v2/verifications/${id}/check`)
  const secret = token.slice(35)
  expect(JSON.stringify(requests)).not.toContain(secret)
  expect(isStored(service, secret)).toBe(false)
})
