// A key that calls ranges whose price goes to their owner: premium-rate, shared-cost and satellite numbers.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { balanceOf, type Client, errorOf, noticed, openClient } from '../../server/test/contract/scene.ts'
import { openV2Client } from '../../server/test/contract/v2-scene.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'

const numbersPerRange = process.env.RINGKEY_TEST_LONG === '1' ? 500 : 1

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
  client = await openClient(service)
})
afterAll(() => service.stop())

const premium = '78091234567'
const premiumPhones = [
  premium,
  '78031234567',
  '79541020000',
  '79401234567',
  '449098790000',
  '448431234567',
  '447012345678',
  '19002345678',
  '881612345678',
  '870773111632',
  '8821651234567',
  '883510012345',
  '979123456789',
]
/** Numbers of the same ranges: only their last digits differ. */
const premiumNumbers = () =>
  premiumPhones.flatMap((phone) =>
    Array.from({ length: numbersPerRange }, (_, index) =>
      String(Number(phone) - (Number(phone) % 1_000) + ((Number(phone) + index) % 1_000)),
    ),
  )
const call = (phone: string, mode: object = {}, of: Client = client) =>
  of.post('initCall', { phone, ...mode })
const wait = (phone: string) =>
  client.post('inboundCallWaiting', { phone, callback_url: 'https://198.41.0.4/' })

it('[D3-15] premium numbers: premium-rate, shared-cost and satellite numbers get error 9, and the message says so', async () => {
  for (const phone of premiumNumbers())
    expect([phone, ...errorOf(await call(phone))]).toEqual([phone, 9, 403])
  expect((await call(premium)).body.error).toContain('Premium-rate')
  const { body } = await client.post('initCall', { phone: premium }, { headers: { 'Accept-Language': 'ru' } })
  expect(body.error).toContain('повышенной')
  expect(service.telephony.placed).toEqual([])
})

it('[D3-16] premium numbers: premium-rate and satellite numbers are refused in every mode', async () => {
  for (const mode of [{}, { voice: true }, { mix: true }])
    expect(errorOf(await call(premium, mode))).toEqual([9, 403])
  expect(errorOf(await wait(premium))).toEqual([9, 403])
  expect(errorOf(await wait('881612345678'))).toEqual([9, 403])
})

it('premium numbers: /v2 refuses numbers in them in every mode, and nothing is called or charged', async () => {
  const thief = await openV2Client(service)
  for (const phone of premiumPhones)
    for (const mode of ['flash', 'voice', 'mix', 'inbound']) {
      const { status, body } = await thief.create({ phone, steps: [{ mode }] })
      expect([phone, mode, status >= 400, body.code]).toEqual([phone, mode, true, 'number_not_served'])
    }
  expect(service.telephony.placed).toEqual([])
  expect(await balanceOf(thief)).toBe(100)
})

it('[D3-17] premium numbers: a price for the prefix opens it for that mode, a price for the country does not', async () => {
  await service.store.changeTariff({ code: 'wide', name: 'Wide', chargesFailed: false })
  for (const [prefix, priceUnits] of [
    ['', 8_000],
    ['7', 8_000],
    ['44', 9_000],
    ['7809', 500_000],
    ['881', 900_000],
  ] as const)
    await service.store.changeTariff({ code: 'wide', prices: [{ mode: 'flash', prefix, priceUnits }] })
  await service.store.changeTariff({
    code: 'wide',
    prices: [{ mode: 'voice', prefix: '', priceUnits: 8_000 }],
  })
  await noticed(service)
  const wide = await openClient(service, {}, { tariff: 'wide', roubles: 1_000 })
  expect((await call(premium, {}, wide)).status).toBe(200)
  expect((await call('881612345678', {}, wide)).status).toBe(200)
  expect(errorOf(await call(premium, { voice: true }, wide))).toEqual([9, 403])
  expect(errorOf(await call('78031234567', {}, wide))).toEqual([9, 403])
  expect(errorOf(await call('449098790000', {}, wide))).toEqual([9, 403])
  expect((await wide.get('getBalance')).body.rub_balance).toBe(860)
})

it('[D3-18] premium numbers: a service that allows Russia alone still calls no satellite phone', async () => {
  const home = await openClient(service, { allowedCountries: ['RU'] })
  expect(errorOf(await call('881612345678', {}, home))).toEqual([9, 403])
  expect((await call('79161234567', {}, home)).status).toBe(200)
})
