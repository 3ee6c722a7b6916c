// Decisions 6: calls to one phone are limited over all services and accounts of the installation.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { type Client, errorOf, freshPhone, openClient } from './scene.ts'

const serviceCount = 20
const dayMs = 24 * 3_600_000

let service: TestService
let clients: Client[]
beforeAll(async () => {
  service = await startTestService()
  const one = await openClient(service)
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

it('[D6-63] one phone: 20 services at the same moment ring it once, and 5 s later once more', async () => {
  const phone = freshPhone()
  for (let round = 1; round <= 2; round++) {
    const answers = await Promise.all(clients.map((client) => call(client, phone)))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(serviceCount - 1)
    expect(new Set(refused.map((answer) => errorOf(answer).join()))).toEqual(new Set(['19,429']))
    expect(service.telephony.placed).toHaveLength(round)
    await service.clock.leap(5_000)
  }
})

it('[D6-64] one phone: at most 8 calls in a minute over all services', async () => {
  const phone = freshPhone()
  for (const client of clients.slice(0, 8)) {
    expect((await call(client, phone)).status).toBe(200)
    await service.clock.leap(5_000)
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
    await service.clock.leap(10_000)
  }
  expect(errorOf(await call(clients[0]!, phone))).toEqual([18, 429])
  await service.clock.leap(begun + dayMs - service.clock.now())
  expect((await call(clients[0]!, phone)).status).toBe(200)
})
