// Test numbers are free and no other limit holds them back: rows, webhooks and their retries must be bounded.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { maxTestsPerHour } from '../../server/src/books/test-quota.ts'
import { visitAs } from '../../server/test/cabinet-member.ts'
import { say } from '../../server/test/contract/dialect-scene.ts'
import {
  type Client,
  ended,
  errorOf,
  freshPhone,
  noticed,
  openClient,
} from '../../server/test/contract/scene.ts'
import { openV2Client } from '../../server/test/contract/v2-scene.ts'
import { addClient, Browser, begin, relyingParty, typePhone } from '../../server/test/oidc-scene.ts'
import { answer, type Receiver, startReceiver } from '../../server/test/receiver.ts'
import { eventually, startTestService, type TestService } from '../../server/test/service.ts'
import { callTo, changed } from '../../server/test/store-contract/fixture.ts'
import { inGroups } from './in-groups.ts'

const isLong = process.env.RINGKEY_TEST_LONG === '1'
const webhookCount = isLong ? 500 : 3
const maxAttempts = 4
/** A list of the cabinet shows so many at a time. */
const pageOfList = 50
/** The attempts follow each other, and each needs turns of three threads: a busy machine takes its time. */
const patienceMs = isLong ? 120_000 : 40_000

const testPhone = '79000000002'
const hourMs = 3_600_000

let service: TestService
let client: Client
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver(answer(500))
  service = await startTestService({
    RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8',
    RINGKEY_TRUST_PROXY: '127.0.0.1',
  })
  client = await openClient(service)
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

const call = (of: Client = client) => of.post('initCall', { phone: testPhone })

it('[D6-37] test numbers: their records are gone after 24 hours, and others are kept', async () => {
  const uid = (await call()).body.vendor_id
  await ended(service, client, uid)
  const kept = (await client.post('initCall', { phone: freshPhone() })).body.vendor_id
  await ended(service, client, kept)
  // Counted for the statistics, then purged: both by background tasks.
  await service.clock.hasten(60_000)
  await service.clock.leap(24 * hourMs)
  await eventually(
    async () => {
      await service.clock.hasten(60_000)
      return client.get('getInfo', { uid: String(uid) })
    },
    ({ body }) => body.code === 10,
  )
  expect((await client.get('getInfo', { uid: String(kept) })).status).toBe(200)
})

it('[D6-38] test numbers: 3,600 per hour and service, then error 18 with Retry-After, in every direction', async () => {
  await service.clock.leap(hourMs - (service.clock.now() % hourMs) + 1_000)
  const startedAt = service.clock.now()
  // In the long form through HTTP, as an attacker would; in the short form straight into the books.
  const owner = { accountId: client.accountId, serviceId: client.id }
  const request = callTo(testPhone, owner, {
    test: true,
    priceUnits: 0,
    startedAt,
    deadlineAt: startedAt + hourMs,
  })
  const admit = (): Promise<unknown> => (isLong ? call() : service.store.admitCall(request))
  await inGroups(maxTestsPerHour - 1, admit)
  expect((await call()).status).toBe(200)
  const refused = await call()
  expect(errorOf(refused)).toEqual([18, 429])
  expect(refused.headers.get('retry-after')).toBe('3599')
  expect(refused.body.error).toContain('test numbers')
  const waiting = { phone: '79000000001', callback_url: 'https://198.41.0.4/' }
  expect(errorOf(await client.post('inboundCallWaiting', waiting))).toEqual([18, 429])
  expect((await client.post('initCall', { phone: freshPhone() })).status).toBe(200)
  const v2 = await openV2Client(service)
  const created = await v2.create({ phone: testPhone }, { Authorization: client.bearer })
  expect([created.status, created.body.code]).toEqual([429, 'test_limit'])
  expect((await call(await openClient(service))).status).toBe(200)
  await service.clock.leap(hourMs)
  expect((await call()).status).toBe(200)
})

it('test numbers: a webhook that fails is tried four times, not for a day and a half', async () => {
  const thief = await openClient(service)
  const waiting = { phone: '79000000001', callback_url: receiver.url }
  await inGroups(webhookCount, () => thief.post('inboundCallWaiting', waiting))
  const owner = await visitAs(service, thief.accountId)
  await eventually(
    async () => {
      await service.clock.hasten(10_000)
      const { items } = (await owner.read('/webhooks?state=failed')).body
      return items.filter(({ state }: { state: string }) => state === 'failed').length
    },
    (failed) => failed >= Math.min(webhookCount, pageOfList),
    patienceMs,
  )
  expect(receiver.received).toHaveLength(webhookCount * maxAttempts)
})

/** What a program of a service needs for every way into it. */
async function openWays(terms: { readonly testNumbers: Choice; readonly demo: boolean }) {
  const { testNumbers, demo } = terms
  const live = await openV2Client(service, { testNumbers }, { demo })
  const owner = await visitAs(service, live.accountId)
  const path = `/services/${live.id}`
  const hook: string = (await owner.write(`${path}/hooks`, { kind: 'logto' })).body.credential
  const apiId: string = (await owner.write(`${path}/dialect`, { dialect: 'sms.ru' })).body.credential
  const oidc = await addClient(service, live.id, { test: true })
  return { live, hook, apiId, party: await relyingParty(service.baseUrl, oidc) }
}

let browsers = 0
/** How each way answers a test number: served, or refused with this code. */
async function waysOf({ live, hook, party, apiId }: Awaited<ReturnType<typeof openWays>>, phone: string) {
  const callback_url = receiver.url
  const bodies = [
    { phone, code: '1234' },
    { phone, steps: [{ mode: 'inbound' }] },
    { phone, steps: [{ mode: 'http', channel: 'sms' }, { mode: 'voice' }], max_cost: '0' },
  ]
  const created = await Promise.all(bodies.map((body) => live.create(body)))
  const hooked = await fetch(`${service.baseUrl}/v2/hooks/logto/${live.id}`, {
    method: 'POST',
    headers: { Authorization: hook, 'Content-Type': 'application/json' },
    body: JSON.stringify({ to: phone, type: 'SignIn', payload: { code: '1234' } }),
  })
  const spoken = await say(service, `/code/call?api_id=${apiId}&phone=${phone}&ip=-1`)
  const v1 = await live.post('initCall', { phone })
  const waiting = await live.post('inboundCallWaiting', { phone, callback_url })
  const flow = await begin(service.baseUrl, party, {}, new Browser(`198.51.100.${++browsers}`))
  return {
    v1: [v1, waiting].map(({ body }) => (body.code === 9 ? 9 : body.status)),
    dialect: JSON.parse(spoken.text).status,
    v2: created.map(({ status, body }) => body.code ?? status),
    hook: ((await hooked.json()) as { code?: string }).code ?? hooked.status,
    page: (await typePhone(flow, `+${phone}`)).status,
  }
}
const v1Alone = { v1: [true, true], dialect: 'OK' }
const served = { ...v1Alone, v2: [201, 201, 201], hook: 200, page: 303 }
const refusedInV2 = {
  v2: ['number_not_served', 'number_not_served', 'number_not_served'],
  hook: 'number_not_served',
  page: 422,
}
const refused = { v1: [9, 9], dialect: 'ERROR', ...refusedInV2 }
/** One of the contract, and one of the scenarios. */
const both = ['79000000001', '79000000106'] as const
type Choice = 'contract' | 'scenarios' | 'none' | null

it.each([
  ['that chose nothing', { demo: false, testNumbers: null }, [{ ...v1Alone, ...refusedInV2 }, refused]],
  ['that chose none', { demo: false, testNumbers: 'none' }, [refused, refused]],
  ['that chose those of the contract', { demo: false, testNumbers: 'contract' }, [served, refused]],
  ['that chose the scenarios', { demo: false, testNumbers: 'scenarios' }, [served, served]],
  ['of the demo that chose nothing', { demo: true, testNumbers: null }, [served, served]],
  ['of the demo that chose none', { demo: true, testNumbers: 'none' }, [refused, refused]],
] as const)(
  'test numbers: a service %s serves its own everywhere, and never dials one',
  async (_, terms, expected) => {
    const ways = await openWays(terms)
    const { live } = ways
    expect([await waysOf(ways, both[0]), await waysOf(ways, both[1])]).toEqual(expected)
    expect(service.telephony.placed.filter(({ request }) => request.accountId === live.accountId)).toEqual([])
    const isStored = expected.some(({ v2 }) => v2[0] === 201)
    expect((await live.ask('/verifications')).body.verifications.length > 0).toBe(isStored)
  },
)

it('[D6-39] test numbers: nobody is approved by one at a live service that chose nothing', async () => {
  const live = await openV2Client(service, {}, { demo: false })
  const request = { phone: '+79000000001', steps: [{ mode: 'inbound' }], client: 'thief' }
  expect((await live.create(request)).body.code).toBe('number_not_served')
  await service.clock.advance(2_000)
  const listed = await live.ask('/verifications?client=thief')
  expect(listed.body.verifications).toEqual([])
  expect((await live.post('initCall', { phone: '79000000106' })).body.error).toBe(
    'This service does not serve this test number: its setting "test numbers" says which ones it serves.',
  )
  expect((await live.create({ phone: freshPhone() })).status).toBe(201)
})

it('test numbers: one that was switched off meanwhile starts no further step and no free repeat', async () => {
  const live = await openV2Client(service, { testNumbers: 'contract', legacyRepeats: true }, { demo: false })
  const { body } = await live.create({ phone: '79000000001', steps: [{ mode: 'flash' }, { mode: 'voice' }] })
  const uid = (await call(live)).body.vendor_id
  await ended(service, live, uid)
  const at = service.clock.now()
  await changed(service.store, 'changeService', { id: live.id, settings: { testNumbers: 'none' }, at })
  await noticed(service)
  await service.clock.hasten(60_000)
  const { steps } = await live.until(body.id, (read) => read.steps[1].status !== 'planned')
  expect(steps[1]).toEqual({ mode: 'voice', status: 'skipped', reason: 'number_not_served' })
  const repeated = await live.post('initRepeat', { uid })
  expect(errorOf(repeated)).toEqual([9, 403])
  expect(repeated.body.error).toContain('test number')
  expect(service.telephony.placed.filter(({ request }) => request.accountId === live.accountId)).toEqual([])
})

it('[V2-213] test numbers: every answer of /v2 that has a result says that it is a test', async () => {
  const { create, read, check, ask } = await openV2Client(service)
  const { body } = await create({ phone: testPhone, code: '1234', client_token: true })
  const path = `/verifications/${body.id}`
  const asToken = { Authorization: `Bearer ${body.client_token}` }
  for (const answer of [
    body,
    (await read(body.id)).body,
    (await ask(path, undefined, asToken)).body,
    (await check(body.id, '9999')).body,
    (await ask('/checks', { phone: testPhone, code: '1234' })).body,
    (await check(body.id, '9999')).body,
    (await ask(`${path}/cancel`, {})).body,
    (await ask('/verifications')).body.verifications[0],
    (await ask('/verifications/search', { phone: testPhone })).body.verifications[0],
  ])
    expect(answer).toMatchObject({ test: true })
  const real = await create({ phone: freshPhone(), code: '1234' })
  for (const answer of [real.body, (await check(real.body.id, '9999')).body])
    expect(answer).toMatchObject({ test: false })
})
