import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashKey, newSecretKey } from '../../src/accounts/secret-key.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { startTestService, type TestService } from '../service.ts'
import { type Client, errorOf, noticed, openClient } from './scene.ts'

let service: TestService
let client: Client
let other: Client
beforeAll(async () => {
  service = await startTestService()
  client = await openClient(service)
  other = await openClient(service)
})
afterAll(() => service.stop())

const json = { 'Content-Type': 'application/json' }
const who = (answer: { body: { service_status?: number; code?: number } }) =>
  answer.body.service_status ?? answer.body.code
const wrongKey = 'A'.repeat(32)
const getService = (query: string, headers: Record<string, string> = {}) =>
  service.raw(`/v1.0/getService${query}`, { headers })
const postService = (query: string, body: object, headers: Record<string, string> = {}) =>
  service.raw(`/v1.0/getService${query}`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  })
const wrong = () => getService('', { Authorization: `Bearer ${wrongKey}.${client.id}` })
const queryOf = (of: Client) => `?key=${of.key}&service_id=${of.id}`
const bodyOf = (of: Client) => ({ key: of.key, service_id: of.id })

it('[C5-1] /v1.0 takes key and service_id from the query of a GET', async () => {
  expect(who(await getService(queryOf(client)))).toBe(client.id)
})

it('[C5-2] /v1.0 takes key and service_id from the body of a POST', async () => {
  expect(who(await postService('', bodyOf(client)))).toBe(client.id)
  expect(who(await postService('', { key: client.key, service_id: String(client.id) }))).toBe(client.id)
  const form = await service.raw('/v1.0/getService', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: queryOf(client).slice(1),
  })
  expect(who(form)).toBe(client.id)
})

it('[C5-3] /v1.0 takes the Authorization: Bearer header with GET and with POST', async () => {
  const headers = { Authorization: client.bearer }
  expect(who(await getService('', headers))).toBe(client.id)
  expect(who(await postService('', {}, headers))).toBe(client.id)
  const withoutBody = await service.raw('/v1.0/getService', { method: 'POST', headers })
  expect(who(withoutBody)).toBe(client.id)
})

it('[C5-4] [C7-2] /v1.0 answers failed authentication with error 401 and names the correct scheme', async () => {
  const answer = await getService('')
  expect(errorOf(answer)).toEqual([401, 401])
  expect(answer.body.error).toMatch(/Authentication failed.*correct authentication scheme/)
})

it('[D2-1] /v1.0 answers wrong credentials with error 401 before it looks whether the method exists', async () => {
  expect(errorOf(await service.raw('/v1.0/nothing'))).toEqual([401, 401])
  expect(errorOf(await service.raw('/nothing/at/all'))).toEqual([401, 401])
  expect(errorOf(await service.raw('/v1.0/getBalance', { method: 'DELETE' }))).toEqual([401, 401])
  expect(errorOf(await service.raw('/v1.0/initRepeat'))).toEqual([401, 401])
  expect(errorOf(await service.raw('/%zz'))).toEqual([401, 401])
})

it('[D2-2] credentials in the Authorization header win over those in the body and in the query', async () => {
  const headers = { Authorization: client.bearer }
  expect(who(await getService(queryOf(other), headers))).toBe(client.id)
  expect(who(await postService('', bodyOf(other), headers))).toBe(client.id)
  expect(who(await postService('', { key: 'nonsense', service_id: -1 }, headers))).toBe(client.id)
})

it('[D2-3] a wrong Authorization header is refused although the query or the body has right credentials', async () => {
  for (const wrong of [
    `Bearer ${wrongKey}.${client.id}`,
    `Bearer ${client.key}`,
    `Bearer ${client.key}.`,
    `Bearer ${client.key}.0`,
    `Bearer ${client.key}.${client.id}.`,
    `Bearer ${client.key}..${client.id}`,
    `Bearer ${client.key} ${client.id}`,
    `Basic ${Buffer.from(`${client.id}:${client.key}`).toString('base64')}`,
    client.key,
    '',
  ]) {
    const headers = { Authorization: wrong }
    expect([wrong, who(await getService(queryOf(client), headers))]).toEqual([wrong, 401])
    expect([wrong, who(await postService('', bodyOf(client), headers))]).toEqual([wrong, 401])
    await service.clock.advance(120_000)
  }
})

it('[D2-4] credentials in the query of a POST are not accepted', async () => {
  expect(who(await postService(queryOf(client), {}))).toBe(401)
  expect(who(await postService(queryOf(client), { key: wrongKey, service_id: client.id }))).toBe(401)
})

it('[D2-5] credentials are accepted only as a key of 32 letters and digits and a positive service id', async () => {
  expect(client.key).toMatch(/^[A-Za-z0-9]{32}$/)
  expect(client.id).toBeGreaterThan(0)
  for (const [key, serviceId] of [
    [client.key.slice(1), client.id],
    [`${client.key}A`, client.id],
    [
      client.key.toLowerCase() === client.key ? client.key.toUpperCase() : client.key.toLowerCase(),
      client.id,
    ],
    [client.key, -client.id],
    [client.key, 0],
    [client.key, client.id + 0.5],
    [client.key, `0${client.id}`],
    [client.key, [client.id]],
    [[client.key], client.id],
    [client.key, true],
    [client.key, null],
  ]) {
    expect([serviceId, who(await postService('', { key, service_id: serviceId }))]).toEqual([serviceId, 401])
  }
  await service.clock.advance(120_000)
})

it('[D2-6] API keys are stored as hashes only', async () => {
  const stored = await service.store.service(client.id)
  expect(Buffer.from(stored!.keyHash)).toEqual(hashKey(client.key))
  expect(JSON.stringify(stored)).not.toContain(client.key)
})

it('[D2-7] the old key of a service stays valid for the overlap after a rotation and no longer', async () => {
  const rotating = await openClient(service)
  const newKey = newSecretKey(systemRandom)
  const now = service.clock.now()
  await service.store.rotateKey({
    serviceId: rotating.id,
    keyHash: hashKey(newKey),
    previousKeyEndsAt: now + 60_000,
    at: now,
  })
  await noticed(service)
  const withKey = (key: string) => postService('', { key, service_id: rotating.id })
  expect(who(await withKey(rotating.key))).toBe(rotating.id)
  expect(who(await withKey(newKey))).toBe(rotating.id)
  await service.clock.advance(60_000)
  expect(who(await withKey(rotating.key))).toBe(401)
  expect(who(await withKey(newKey))).toBe(rotating.id)
})

it('[D2-8] error 401 is the same for a wrong key and for a wrong service id', async () => {
  const badKey = await postService('', { key: wrongKey, service_id: client.id })
  const badId = await postService('', { key: client.key, service_id: 999_999 })
  const ofOther = await postService('', { key: client.key, service_id: other.id })
  expect(new Set([badKey, badId, ofOther].map(({ body }) => JSON.stringify(body))).size).toBe(1)
})

it('[D2-9] an address that sent more than 20 wrong credentials in a minute gets 429 to wrong or missing ones for a minute', async () => {
  await service.clock.advance(120_000)
  for (let count = 0; count < 21; count++) expect(who(await wrong())).toBe(401)
  for (const refused of [await wrong(), await getService('')]) {
    expect(errorOf(refused)).toEqual([429, 429])
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(refused.body.error).toMatch(/wrong credentials.*60 s/)
  }
  await service.clock.advance(59_000)
  expect((await wrong()).headers.get('retry-after')).toBe('1')
  await service.clock.advance(1_000)
  expect([who(await wrong()), who(await getService(''))]).toEqual([401, 401])
})

it('[D2-10] wrong credentials of an address are counted over a rolling minute', async () => {
  await service.clock.advance(120_000)
  await wrong()
  await service.clock.advance(55_000)
  for (let count = 0; count < 10; count++) await wrong()
  await service.clock.advance(10_000)
  for (let count = 0; count < 10; count++) await wrong()
  expect(who(await getService(''))).toBe(401)
  await wrong()
  expect(who(await getService(''))).toBe(429)
  await service.clock.advance(120_000)
})

it('[D2-15] wrong credentials are counted and limited on every path, missing ones on /v1.0 alone', async () => {
  const headers = { Authorization: `Bearer ${wrongKey}.${client.id}` }
  for (let count = 0; count < 21; count++) await service.raw(count % 2 === 0 ? '/' : '/nothing', { headers })
  for (const path of ['/', '/nothing', '/v1.0/nothing'])
    expect([path, ...errorOf(await service.raw(path, { headers }))]).toEqual([path, 429, 429])
  expect(errorOf(await service.raw('/v1.0/nothing'))).toEqual([429, 429])
  expect(errorOf(await service.raw('/'))).toEqual([401, 401])
  expect(errorOf(await service.raw('/apple-touch-icon.png'))).toEqual([401, 401])
  for (const page of ['/health', '/docs', '/openapi.json'])
    expect([page, (await service.raw(page)).status]).toEqual([page, 200])
  await service.clock.advance(120_000)
})
