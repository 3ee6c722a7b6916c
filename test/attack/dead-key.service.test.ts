// A forgotten job with a dead key: it must lock out nobody who shares its address, and its answers must not reveal which
// services exist.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Client, errorOf, openClient } from '../../server/test/contract/scene.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'
import { inGroups } from './in-groups.ts'

const isLong = process.env.RINGKEY_TEST_LONG === '1'
const wrongKey = 'A'.repeat(32)
const unknownId = 999_999
/** More than the 20 wrong credentials a minute that are allowed. */
const tooMany = 22
const valid = isLong ? 2_000 : 50

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
  client = await openClient(service)
})
afterAll(() => service.stop())
afterEach(() => service.clock.advance(120_000))

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  service.raw(path, { method, headers })
const dead = (serviceId = client.id) =>
  ask('/v1.0/getService', { Authorization: `Bearer ${wrongKey}.${serviceId}` })

it('[D2-13] requests without credentials are not counted as wrong credentials', async () => {
  for (let count = 0; count < 30; count++) {
    expect((await ask('/v1.0/getService')).status).toBe(401)
    for (const method of ['OPTIONS', 'HEAD']) await ask('/v1.0/getService', {}, method)
    await ask('/apple-touch-icon.png')
  }
  expect((await dead()).status).toBe(401)
})

it('[D2-14] a valid key is served while wrong keys from the same address get 429', async () => {
  for (let count = 0; count < tooMany; count++) await dead()
  const refused = await dead()
  expect(errorOf(refused)).toEqual([429, 429])
  expect(refused.body.error).toContain('wrong credentials')
  const credentials = { key: client.key, service_id: String(client.id) }
  const bearer = { Authorization: client.bearer }
  const body = JSON.stringify(credentials)
  for (const answer of [
    await ask('/v1.0/getService', bearer),
    await ask(`/v1.0/getService?${new URLSearchParams(credentials)}`),
    await service.raw('/v1.0/getService', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    }),
    await ask('/', bearer),
    await ask('/v2/verifications?limit=1', bearer),
  ])
    expect(answer.status).toBe(200)
})

it('a dead key: a flood of it hinders no valid key beside it', async () => {
  for (let count = 0; count < tooMany; count++) await dead()
  const [right] = await Promise.all([
    inGroups(valid, () => client.get('getBalance')),
    inGroups(2 * valid, () => dead()),
  ])
  expect(new Set(right.map(({ status }) => status))).toEqual(new Set([200]))
})

it('a dead key: the store is read in the same way whether the service exists or not', async () => {
  const uncached = await openClient(service)
  const read: string[] = []
  for (const name of ['service', 'furtherKeys', 'account', 'eventTargets', 'hook'] as const) {
    const original = service.store[name].bind(service.store) as (...given: unknown[]) => Promise<unknown>
    vi.spyOn(service.store, name).mockImplementation((...given: unknown[]): never => {
      read.push(name)
      return original(...given) as never
    })
  }
  const readsOf = async (path: string, method: string, serviceId: number) => {
    read.length = 0
    const { status, body } = await ask(path, { Authorization: `Bearer ${wrongKey}.${serviceId}` }, method)
    return { status, body, read: read.join() }
  }
  expect((await client.get('getService')).status).toBe(200)
  for (const [path, method] of [
    ['/v1.0/getService', 'GET'],
    ['/v2/verifications/vf_1', 'GET'],
    ['/v2/hooks/supabase/ID', 'POST'],
    ['/v2/hooks/casdoor/ID', 'GET'],
  ] as const) {
    const seen = []
    for (const id of [unknownId, client.id, uncached.id]) {
      const { status, body, read } = await readsOf(path.replace('ID', String(id)), method, id)
      seen.push(JSON.stringify([status, body.error, body.detail, read]))
    }
    expect([path, new Set(seen).size, seen[0]]).toEqual([path, 1, seen[0]])
  }
})
