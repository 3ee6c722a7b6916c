// Hold, capture, release, prices and caps.

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { changed } from '../store-contract/fixture.ts'
import { balanceOf, type Client, ended, errorOf, freshPhone, noticed, openClient } from './scene.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
  await service.store.changeTariff({ code: 'strict', name: 'Strict', chargesFailed: true })
  for (const [mode, prefix, priceUnits] of [
    ['flash', '', 8_000],
    ['flash', '7', 10_000],
    ['flash', '7916', 12_345],
    ['checkPhone', '', 100],
  ] as const)
    await service.store.changeTariff({ code: 'strict', prices: [{ mode, prefix, priceUnits }] })
  await service.store.changeTariff({
    code: 'suspicious',
    name: 'Suspicious',
    chargesSuspects: true,
    prices: [{ mode: 'flash', prefix: '', priceUnits: 10_000 }],
    withoutPrices: [],
  })
  await noticed(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openClient(service)
  service.telephony.outcome = { completed: true, reason: 'rang' }
})
afterEach(async () => {
  for (const { scope } of await service.store.spendCaps())
    await changed(service.store, 'changeSpendCap', { scope, perHourUnits: 0, perDayUnits: 0 })
  await noticed(service)
  const { unbalancedAccounts, wrongHolds } = await service.store.audit()
  expect([unbalancedAccounts, wrongHolds]).toEqual([[], []])
})

const kinds = async () =>
  (await service.store.ledger({ accountId: client.accountId, afterEntry: 0, limit: 100 })).map(
    ({ kind }) => kind,
  )
const call = (parameters: object = {}) => client.post('initCall', { phone: freshPhone(), ...parameters })
const cap = async (scope: string, perHourUnits: number, perDayUnits: number) => {
  await changed(service.store, 'changeSpendCap', { scope, perHourUnits, perDayUnits })
  await noticed(service)
}
const hourMs = 3_600_000

it('[D6-10] [C2.1-7] initCall holds the price at admission; balance in getInfo is the balance before that', async () => {
  service.telephony.outcome = undefined
  const first = await call()
  const second = await call()
  const info = async (uid: number) => (await client.post('getInfo', { uid })).body
  expect(await info(first.body.vendor_id)).toMatchObject({ cost: 0.8, balance: 100 })
  expect(await info(second.body.vendor_id)).toMatchObject({ cost: 0.8, balance: 99.2 })
  expect(await kinds()).toEqual(['top-up'])
})

it('[D6-11] the held price of a call is captured when the call was made', async () => {
  const { body } = await call()
  expect(await ended(service, client, body.vendor_id)).toMatchObject({ cost: 0.8, balance: 100 })
  expect(await balanceOf(client)).toBe(99.2)
  expect(await kinds()).toEqual(['top-up', 'capture'])
})

it('[D6-13] the held price of a call is returned when the call failed, and cost is 0', async () => {
  service.telephony.outcome = { completed: false, reason: 'busy' }
  const { body } = await call()
  expect(await balanceOf(client)).toBe(99.2)
  expect(await ended(service, client, body.vendor_id)).toMatchObject({ cost: 0, balance: 100 })
  expect(await balanceOf(client)).toBe(100)
  expect(await kinds()).toEqual(['top-up', 'release'])
})

it('[D6-14] failed calls are charged where the tariff says so', async () => {
  client = await openClient(service, {}, { tariff: 'strict' })
  service.telephony.outcome = { completed: false, reason: 'busy' }
  const { body } = await call()
  expect(await ended(service, client, body.vendor_id)).toMatchObject({ call_status: 0, cost: 1.2345 })
  expect(await balanceOf(client)).toBe(98.7655)
})

it('[D6-74] a voice call that perhaps nobody heard completes, and is charged only where the tariff charges suspects', async () => {
  service.telephony.outcome = { completed: true, reason: 'spoken', unheard: true }
  const { body } = await call()
  expect(await ended(service, client, body.vendor_id)).toMatchObject({ call_status: 1, cost: 0 })
  expect(await balanceOf(client)).toBe(100)
  expect(await kinds()).toEqual(['top-up', 'release'])

  client = await openClient(service, {}, { tariff: 'suspicious' })
  const { body: charged } = await call()
  expect(await ended(service, client, charged.vendor_id)).toMatchObject({ call_status: 1, cost: 1 })
  expect(await balanceOf(client)).toBe(99)
})

it('[D6-27] the held price of a call without an outcome is returned, also where failed attempts are charged', async () => {
  client = await openClient(service, {}, { tariff: 'strict' })
  service.telephony.outcome = undefined
  const { body } = await call()
  expect(await balanceOf(client)).toBe(98.7655)
  await service.clock.hasten(60_000)
  expect(await ended(service, client, body.vendor_id)).toMatchObject({ call_status: 0, cost: 0 })
  expect(await balanceOf(client)).toBe(100)
})

it('[D6-15] each mode of initCall has its own price', async () => {
  for (const [parameters, price] of [
    [{}, 0.8],
    [{ voice: true }, 1.5],
    [{ mix: true }, 2],
  ] as const)
    expect((await ended(service, client, (await call(parameters)).body.vendor_id)).cost).toBe(price)
})

it('[D6-16] the price of a call is that of the longest prefix of its destination', async () => {
  client = await openClient(service, {}, { tariff: 'strict' })
  const cost = async (phone: string) =>
    (await client.post('getInfo', { uid: (await call({ phone })).body.vendor_id })).body.cost
  expect(await cost(freshPhone())).toBe(1.2345)
  expect(await cost('79031234567')).toBe(1)
  expect(await cost('447400123456')).toBe(0.8)
  expect((await client.get('getBalance')).body).toMatchObject({ tariff: 'strict', tariff_name: 'Strict' })
})

it('[D6-17] a mode without a price in the tariff gets error 5 without Retry-After', async () => {
  client = await openClient(service, {}, { tariff: 'suspicious' })
  const waiting = { phone: freshPhone(), callback_url: 'https://198.41.0.4/' }
  for (const refused of [
    await call({ voice: true }),
    await client.post('inboundCallWaiting', waiting),
    await client.post('checkPhone', { phone: freshPhone() }),
  ]) {
    expect(errorOf(refused)).toEqual([5, 503])
    expect(refused.body.error).toContain('tariff has no price')
    // Waiting does not help.
    expect(refused.headers.has('retry-after')).toBe(false)
  }
})

it('[D6-18] rub_balance is what can be spent: the balance without the held prices', async () => {
  service.telephony.outcome = undefined
  client = await openClient(service, {}, { roubles: 1.6 })
  expect((await call()).status).toBe(200)
  expect(await balanceOf(client)).toBe(0.8)
  expect((await call()).status).toBe(200)
  expect(await balanceOf(client)).toBe(0)
  expect(errorOf(await call())).toEqual([1002, 402])
})

it('[D6-19] calls never spend more than the balance, however many arrive at once', async () => {
  client = await openClient(service, {}, { roubles: 8 })
  const answers = await Promise.all(Array.from({ length: 30 }, () => call()))
  expect(answers.filter(({ status }) => status === 200).length).toBe(10)
  expect(answers.filter(({ status }) => status === 402).length).toBe(20)
  expect(await balanceOf(client)).toBe(0)
})

it('[D6-20] a spend cap limits what a service spends in an hour', async () => {
  await cap(`service:${client.id}`, 16_000, 0)
  for (let count = 0; count < 2; count++) await ended(service, client, (await call()).body.vendor_id)
  const capped = await call()
  expect([...errorOf(capped), capped.body.error]).toEqual([
    1002,
    402,
    expect.stringMatching(/spend cap.*enough money/),
  ])
  expect(errorOf(await client.post('checkPhone', { phone: freshPhone() }))).toEqual([1002, 402])
  const sibling = await openClient(service, {}, { accountId: client.accountId })
  expect((await sibling.post('initCall', { phone: freshPhone() })).status).toBe(200)
  await service.clock.leap(hourMs)
  expect((await call()).status).toBe(200)
  expect(service.logged.filter((line) => line.includes('"event":"spend-cap"'))).toHaveLength(1)
  expect((await service.raw(service.metricsUrl)).body).toMatch(/ringkey_spend_cap_refusals_total [1-9]/)
})

it('[D6-21] a spend cap limits what an account spends in a day', async () => {
  await cap(`account:${client.accountId}`, 0, 16_000)
  const sibling = await openClient(service, {}, { accountId: client.accountId })
  const mine = await call()
  const theirs = await sibling.post('initCall', { phone: freshPhone() })
  expect(errorOf(await call())).toEqual([1002, 402])
  await ended(service, client, mine.body.vendor_id)
  await ended(service, sibling, theirs.body.vendor_id)
  await service.clock.leap(22 * hourMs)
  expect(errorOf(await call())).toEqual([1002, 402])
  await service.clock.leap(2 * hourMs)
  expect((await call()).status).toBe(200)
})

it('[D6-22] a spend cap limits what all services spend on a country prefix', async () => {
  await cap('prefix:77', 16_000, 0)
  const other = await openClient(service)
  expect((await call({ phone: '77011230001' })).status).toBe(200)
  expect((await other.post('initCall', { phone: '77011230002' })).status).toBe(200)
  expect(errorOf(await call({ phone: '77011230003' }))).toEqual([1002, 402])
  expect((await call()).status).toBe(200)
})

it('[D6-23] a spend cap gets back what a failed call did not cost', async () => {
  await cap(`service:${client.id}`, 8_000, 0)
  service.telephony.outcome = { completed: false, reason: 'busy' }
  const { body } = await call()
  expect(errorOf(await call())).toEqual([1002, 402])
  await ended(service, client, body.vendor_id)
  expect((await call()).status).toBe(200)
})
