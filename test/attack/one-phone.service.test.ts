// Many services, or many repeats, against one phone: calls to it, and the numbers that it could confirm by.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addPerson } from '../../server/test/cabinet-member.ts'
import { type Client, errorOf, freshPhone, noticed, openClient } from '../../server/test/contract/scene.ts'
import { openV2Client } from '../../server/test/contract/v2-scene.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'
import { changed } from '../../server/test/store-contract/fixture.ts'

const phones = process.env.RINGKEY_TEST_LONG === '1' ? 100 : 1
const serviceCount = 20
const dayMs = 24 * 3_600_000

let service: TestService
let clients: Client[]
beforeAll(async () => {
  service = await startTestService()
  const one = await openClient(service, {}, { roubles: 1_000 })
  clients = [one]
  // Half of them share one account, half have their own: the latter are not written in the same order.
  while (clients.length < serviceCount)
    clients.push(await openClient(service, {}, clients.length % 2 === 0 ? { accountId: one.accountId } : {}))
})
afterAll(() => service.stop())
beforeEach(() => {
  service.telephony.placed.length = 0
})

const call = (of: Client, phone: string) => of.post('initCall', { phone })

it('[D6-63] one phone: requests of 20 services at the same moment ring it once, and 5 s later once more', async () => {
  for (let victim = 0; victim < phones; victim++) {
    const phone = freshPhone()
    service.telephony.placed.length = 0
    for (let round = 1; round <= 2; round++) {
      const answers = await Promise.all(clients.map((client) => call(client, phone)))
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(serviceCount - 1)
      expect(new Set(refused.map((answer) => errorOf(answer).join()))).toEqual(new Set(['19,429']))
      expect(service.telephony.placed).toHaveLength(round)
      await service.clock.pass(5_000)
    }
  }
})

it('one phone: requests of /v1.0 and /v2 in every mode at the same moment ring it once', async () => {
  const phone = freshPhone()
  const integrators = [await openV2Client(service), await openV2Client(service), await openV2Client(service)]
  await Promise.all([
    ...[{}, { voice: true }, { mix: true }].map((mode, index) =>
      clients[index]!.post('initCall', { phone, ...mode }),
    ),
    ...['flash', 'voice', 'mix'].map((mode, index) =>
      integrators[index]!.create({ phone, steps: [{ mode }] }),
    ),
  ])
  expect(service.telephony.placed).toHaveLength(1)
})

it('[D6-64] one phone: at most 8 calls in a minute over all services', async () => {
  const phone = freshPhone()
  for (const client of clients.slice(0, 8)) {
    expect((await call(client, phone)).status).toBe(200)
    await service.clock.pass(5_000)
  }
  const ninth = await call(clients[8]!, phone)
  expect(errorOf(ninth)).toEqual([18, 429])
  expect(ninth.headers.get('retry-after')).toBe('20')
  await service.clock.leap(20_000)
  expect((await call(clients[8]!, phone)).status).toBe(200)
})

it('[D6-65] one phone: at most 60 calls in 24 hours over all services', async () => {
  const phone = freshPhone()
  const begun = service.clock.now()
  for (let count = 0; count < 60; count++) {
    expect((await call(clients[count % serviceCount]!, phone)).status).toBe(200)
    await service.clock.pass(10_000)
  }
  expect(errorOf(await call(clients[0]!, phone))).toEqual([18, 429])
  await service.clock.leap(begun + dayMs - service.clock.now())
  expect((await call(clients[0]!, phone)).status).toBe(200)
})

it('[D7-7] initRepeat: an initCall and two repeats at once ring the phone once', async () => {
  service.telephony.outcome = undefined
  const thief = await openClient(service, { legacyRepeats: true })
  const uid = (await call(thief, freshPhone())).body.vendor_id
  const repeat = () => thief.post('initRepeat', { uid })
  for (const refused of await Promise.all([repeat(), repeat()])) {
    expect(errorOf(refused)).toEqual([13, 409])
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(refused.body.error).toContain('60 s')
  }
  expect(service.telephony.placed).toHaveLength(1)
})

it('[D8-8] inboundCallWaiting keeps at most three live requests of an account for one phone, so that others find a number', async () => {
  const request = { phone: freshPhone(), callback_url: 'https://198.41.0.4/hook' }
  const wait = (of: Client) => of.post('inboundCallWaiting', request)
  const services = [await openClient(service)]
  for (let count = 0; count < 3; count++)
    services.push(await openClient(service, {}, { accountId: services[0]!.accountId }))
  // Requests of four services of one account: three are accepted, and they wait up to a minute.
  const answers = await Promise.all(services.map(wait))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429])
  const refused = answers.find(({ status }) => status === 429)!
  expect(errorOf(refused)).toEqual([18, 429])
  expect(refused.body.error).toContain('wait for a call from this phone')
  expect(refused.headers.get('Retry-After')).toBe('60')
  expect((await wait(await openClient(service))).status).toBe(200)
})

it('[D8-11] inboundCallWaiting counts the accounts of one owner as one, and leaves half of the numbers to those who hold none', async () => {
  const request = { phone: freshPhone(), callback_url: 'https://198.41.0.4/hook' }
  const wait = (of: Client) => of.post('inboundCallWaiting', request)
  const ownedBy = async (personId: number) => {
    const of = await openClient(service)
    await changed(service.store, 'saveMembership', {
      accountId: of.accountId,
      personId,
      role: 'owner',
      createdAt: service.clock.now(),
    })
    return of
  }
  const { id: owner } = await addPerson(service, 'many-accounts@example.com')
  const own = [await ownedBy(owner), await ownedBy(owner), await ownedBy(owner), await ownedBy(owner)]
  await noticed(service)
  const statuses: number[] = []
  for (const of of own) statuses.push((await wait(of)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  // Three of ten are accepted. Clients with one account each fill the first half, and then get one number each.
  const second = await openClient(service)
  for (let count = 0; count < 3; count++) expect((await wait(second)).status).toBe(200)
  const third = await openClient(service)
  expect((await wait(third)).status).toBe(200)
  expect(errorOf(await wait(third))).toEqual([18, 429])
  expect((await wait(await openClient(service))).status).toBe(200)
})
