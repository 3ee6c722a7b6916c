// A backend is one address, so a valid key is found before its address is limited. Strangers must not get more than their
// limit by that: neither answers nor look-ups of keys.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Client, errorOf, openClient } from '../../server/test/contract/scene.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'
import { inGroups } from './in-groups.ts'

const perSecond = 30
/** Requests of an address over its limit that are looked at for a valid key. */
const looks = 10 * perSecond
const wrongKey = 'A'.repeat(32)
const flood = 2 * (perSecond + looks)

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService({
    RINGKEY_ADDRESS_LIMIT: `api:${perSecond}/s`,
    RINGKEY_SERVICE_LIMIT: '300/s',
  })
})
afterAll(() => service.stop())
beforeEach(async () => {
  vi.restoreAllMocks()
  client = await openClient(service)
  // The limit of wrong credentials lasts a minute.
  await service.clock.advance(130_000)
})

const balance = '/v1.0/getBalance'
const json = { 'Content-Type': 'application/json' }
const guess = (id = client.id) =>
  service.raw(balance, { headers: { Authorization: `Bearer ${wrongKey}.${id}` } })
const guessInBody = () =>
  service.raw(balance, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ key: wrongKey, service_id: client.id }),
  })
let unknownId = 900_000
const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length

it('[D6-69] a valid key is served while strangers flood its address, also when the service has to read it', async () => {
  const pages = await inGroups(flood, () => service.raw(balance))
  expect(
    countOf(
      pages.map(({ status }) => status),
      401,
    ),
  ).toBe(perSecond)
  const guesses = await inGroups(2 * perSecond, () => guess())
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([429]))
  const credentials = { key: client.key, service_id: String(client.id) }
  // Nothing of this service was asked before: its first request reads the store.
  for (const answer of [
    await service.post('getBalance', credentials, { authorization: null }),
    await service.get('getBalance', credentials, { authorization: null }),
    await client.get('getBalance'),
  ])
    expect([answer.status, answer.headers.get('x-rate-limit-limit')]).toEqual([200, '300'])
  expect(errorOf(await service.raw(balance))).toEqual([429, 429])
})

it('a flood of strangers: their keys are looked for a bounded number of times, and no further body is read', async () => {
  const reads = vi.spyOn(service.store, 'service')
  const answers = [
    ...(await inGroups(flood / 2, () => guess())),
    ...(await inGroups(flood / 2, () => guess(++unknownId))),
    ...(await inGroups(perSecond, guessInBody)),
  ].map(({ status }) => status)
  expect(countOf(answers, 429)).toBeGreaterThanOrEqual(flood)
  expect(countOf(answers, 401) + countOf(answers, 429)).toBe(answers.length)
  expect(reads.mock.calls.length).toBeLessThanOrEqual(perSecond + looks)
  // A body that is announced and never sent holds nothing up.
  const unread = await service.raw(balance, {
    method: 'POST',
    headers: json,
    body: `{"key": "${'x'.repeat(15_000)}`,
  })
  expect(errorOf(unread)).toEqual([429, 429])
})

it('a flood of strangers: a key in memory is served whatever else its address sends', async () => {
  await client.get('getBalance')
  await inGroups(flood, () => guess())
  expect((await client.get('getBalance')).status).toBe(200)
})

it('a flood of strangers: the key of one service buys no guesses at the hook or the dialect of another', async () => {
  const victim = await openClient(service)
  await ringkey(service.folder, ['hook', 'add', 'logto', String(victim.id)], { clock: service.clock })
  const reads = vi.spyOn(service.store, 'hook')
  await client.get('getBalance')
  const answers = await inGroups(flood, () =>
    service.raw(`/v2/hooks/logto/${victim.id}`, {
      method: 'POST',
      headers: { ...json, Authorization: client.bearer },
      body: '{"to": "79161234567", "type": "SignIn", "payload": {"code": "1234"}}',
    }),
  )
  expect(
    countOf(
      answers.map(({ status }) => status),
      401,
    ),
  ).toBeLessThanOrEqual(perSecond)
  expect(reads.mock.calls.length).toBeLessThanOrEqual(perSecond + looks)
})

it('a flood of strangers: a valid credential of a hook is served behind their address', async () => {
  const { json: made } = await ringkey(
    service.folder,
    ['hook', 'add', 'logto', String(client.id), '--json'],
    {
      clock: service.clock,
    },
  )
  const send = (credential: string) =>
    service.raw(`/v2/hooks/logto/${client.id}`, {
      method: 'POST',
      headers: { ...json, Authorization: credential },
      body: '{"to": "79000000001", "type": "Generic", "payload": {"code": "1234"}}',
    })
  const wrong = await inGroups(3 * perSecond, () => send('wrong'))
  expect(wrong.at(-1)!.status).toBe(429)
  for (let count = 0; count < 2 * perSecond; count++) {
    const answer = await send(made!.credential)
    expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([200, '"service";q=300;w=1'])
  }
})
