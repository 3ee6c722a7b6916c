// checkPhone, getAccount, getService, getBalance.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { balanceOf, type Client, errorOf, openClient } from './scene.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openClient(service)
})

const check = async (phone: unknown, headers: Record<string, string> = {}) =>
  (await client.post('checkPhone', { phone }, { headers })).body
const seconds = () => Math.floor(service.clock.now() / 1000)

it('[C2.4-1] [D4-40] checkPhone answers every field with its type, no status, nothing null', async () => {
  expect(await check('+7 (916) 123-45-67')).toEqual({
    source: '+7 (916) 123-45-67',
    mobile: 1,
    phone: 79161234567,
    country_iso: 'RU',
    country_code: 7,
    mnc: expect.any(Number),
    number: 9161234567,
    provider: expect.any(String),
    company: expect.any(String),
    country: 'Russia',
    region: expect.any(String),
    city: expect.any(String),
    phone_format: expect.stringMatching(/916.*123.*45.*67/),
    cost: 0.04,
    balance: 99.96,
  })
})

it('[C2.4-2] [C7-4] [D4-41] checkPhone answers an invalid number with every field, empty or zero, with error, HTTP 200, not charged', async () => {
  for (const phone of ['12', 'hello', '+7 916', '7916123456789012']) {
    const answer = await client.post('checkPhone', { phone })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      source: phone,
      error: expect.any(String),
      mobile: 0,
      phone: 0,
      country_iso: '',
      country_code: 0,
      mnc: 0,
      number: 0,
      provider: '',
      company: '',
      country: '',
      region: '',
      city: '',
      phone_format: '',
      cost: 0,
      balance: 100,
    })
  }
})

it('[C4.5-1] checkPhone requires phone and takes it in free text', async () => {
  expect(errorOf(await client.get('checkPhone'))).toEqual([2, 400])
  for (const phone of ['8 916 123-45-67', '8(916)1234567', '+7-916-123-45-67', '9161234567', 79161234567])
    expect([phone, (await check(phone)).phone]).toEqual([phone, 79161234567])
})

it('[C4.5-2] checkPhone finds the country of a number abroad', async () => {
  expect(await check('+44 7400 123456')).toMatchObject({
    mobile: 1,
    phone: 447400123456,
    country_iso: 'GB',
    country_code: 44,
    number: 7400123456,
    country: 'United Kingdom',
  })
  expect(await check('+7 701 123 45 67')).toMatchObject({ country_iso: 'KZ', country_code: 7 })
})

it('[C8-8] [D4-42] checkPhone fills company, region and city for Russian numbers only', async () => {
  expect(await check('+44 7400 123456')).toMatchObject({ company: '', region: '', city: '' })
})

it('[C2.4-3] checkPhone answers mobile 0 for a number that is not mobile', async () => {
  expect((await check('+7 495 123-45-67')).mobile).toBe(0)
})

it('[D4-43] checkPhone charges a valid number and answers the balance after the charge', async () => {
  const { cost, balance } = await check('+7 916 123-45-67')
  expect([cost, balance]).toEqual([0.04, 99.96])
  expect(await balanceOf(client)).toBe(99.96)
  const poor = await openClient(service, {}, { roubles: 0.0399 })
  expect(errorOf(await poor.post('checkPhone', { phone: '79161234567' }))).toEqual([1002, 402])
  expect((await poor.post('checkPhone', { phone: '12' })).body.balance).toBe(0.0399)
})

it('[D4-44] checkPhone names the country in Russian for clients that ask for it', async () => {
  expect((await check('79161234567', { 'Accept-Language': 'ru' })).country).toBe('Россия')
})

it('[C2.5-1] [D4-50] getAccount answers every field with its type and no status', async () => {
  const { body } = await client.get('getAccount')
  expect(body).toEqual({
    id: client.accountId,
    telegram_id: 0,
    two_auth: false,
    email: expect.stringContaining('@'),
    logs: [],
    updated: expect.any(Number),
    created: seconds(),
  })
})

it('[C2.5-2] [C8-7] getAccount lists the last 50 actions in logs, newest first', async () => {
  for (let action = 1; action <= 55; action++) {
    await service.store.recordAction({
      accountId: client.accountId,
      action: {
        action: `action ${action}`,
        facts: {},
        userAgent: 'Browser',
        ip: '203.0.113.7',
        createdAt: service.clock.now() + action * 1_000,
      },
    })
  }
  const { logs } = (await client.get('getAccount')).body
  expect(logs.length).toBe(50)
  expect(logs[0]).toEqual({
    action: 'action 55',
    user_agent: 'Browser',
    ip: '203.0.113.7',
    created: seconds() + 55,
  })
  expect(logs[49].action).toBe('action 6')
})

it('[D4-51] updated in getAccount moves with every change and every API call of the account', async () => {
  const updated = async () => (await client.get('getAccount')).body.updated
  const created = seconds()
  expect(await updated()).toBe(created)
  await service.clock.advance(5_000)
  await client.get('getBalance')
  expect(await updated()).toBe(created + 5)
  const sibling = await openClient(service, {}, { accountId: client.accountId })
  await service.clock.advance(5_000)
  await sibling.get('getBalance')
  expect(await updated()).toBe(created + 10)
})

it('[C2.6-1] getService answers every field with its type', async () => {
  const created = seconds()
  await service.clock.advance(3_000)
  await client.get('getBalance')
  const owner = (await client.get('getAccount')).body.email
  expect((await client.get('getService')).body).toEqual({
    status: true,
    service_status: client.id,
    name: 'Shop',
    creation_time: created,
    last_request: created + 3,
    owner,
    use_direction: 'sign-in',
  })
})

it('[C2.7-1] [D4-60] getBalance answers every field; the default tariff is uni, Единый', async () => {
  expect((await client.get('getBalance')).body).toEqual({
    status: true,
    rub_balance: 100,
    tariff: 'uni',
    tariff_name: 'Единый',
  })
})

it('[D4-61] amounts in answers are roubles with two to four decimals, exactly', async () => {
  const text = async (method: string, parameters: Record<string, string> = {}) => {
    const query = new URLSearchParams(parameters)
    const headers = { Authorization: client.bearer }
    return (await fetch(`${service.baseUrl}/v1.0/${method}?${query}`, { headers })).text()
  }
  expect(await text('getBalance')).toContain('"rub_balance":100.00,')
  expect(await text('checkPhone', { phone: '12' })).toContain('"cost":0.00,"balance":100.00}')
  expect(await text('checkPhone', { phone: '79161234567' })).toContain('"cost":0.04,"balance":99.96}')
  const { vendor_id } = (await client.post('initCall', { phone: '79000000001' })).body
  expect(await text('getInfo', { uid: vendor_id })).toContain('"cost":0.00,"balance":99.96}')
  client = await openClient(service, {}, { roubles: 0.3001 })
  for (const left of [0.2601, 0.2201, 0.1801]) {
    expect((await check('79161234567')).balance).toBe(left)
    expect(await balanceOf(client)).toBe(left)
  }
})
