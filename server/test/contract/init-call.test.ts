// initCall.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { type Client, ended, errorOf, freshPhone, openClient } from './scene.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  // Several tests call one number, each with its own service.
  await service.clock.leap(5_000)
  client = await openClient(service)
  service.telephony.placed.length = 0
})

const kazakhPhone = '77011234567'
const ukPhone = '447400123456'
const initCall = (parameters: object) => client.post('initCall', parameters)

it('[C2.2-1] [D4-5] initCall answers status, vendor_id, phone, code and client, client "" when none was passed', async () => {
  const { body } = await initCall({ phone: freshPhone() })
  expect(body).toEqual({
    status: true,
    vendor_id: expect.any(Number),
    phone: expect.stringMatching(/^7916\*\*\*\d{4}$/),
    code: expect.stringMatching(/^\d{4}$/),
    client: '',
  })
  expect((await initCall({ phone: freshPhone(), client: 'Ann 7' })).body.client).toBe('Ann 7')
})

it('[C2.2-2] [D4-6] initCall adds unique_request_id and exists only when unique was passed: false first, then true', async () => {
  const phone = freshPhone()
  const first = await initCall({ phone, unique: 'key' })
  expect(Object.keys(first.body).sort()).toEqual(
    ['client', 'code', 'exists', 'phone', 'status', 'unique_request_id', 'vendor_id'].sort(),
  )
  expect(first.body).toMatchObject({ unique_request_id: 'key', exists: false })
  expect((await initCall({ phone, unique: 'key' })).body).toEqual({ ...first.body, exists: true })
})

it('[C2-1] vendor_id of initCall is what getInfo and initRepeat take as uid', async () => {
  const { body } = await initCall({ phone: freshPhone() })
  expect((await client.get('getInfo', { uid: String(body.vendor_id) })).body.vendor_id).toBe(body.vendor_id)
})

it('[D4-1] vendor_id of calls starts at 100000 and always grows', async () => {
  const fresh = await startTestService()
  try {
    const phone = '79000000001'
    expect((await fresh.get('initCall', { phone })).body.vendor_id).toBe(100_000)
    expect((await fresh.get('initCall', { phone })).body.vendor_id).toBe(100_001)
    const inbound = { phone, callback_url: 'https://198.41.0.4/' }
    expect((await fresh.get('inboundCallWaiting', inbound)).body.vendor_id).toBe(100_002)
  } finally {
    await fresh.stop()
  }
})

it('[D4-2] a masked phone hides the three digits before the last four', async () => {
  expect((await initCall({ phone: 79001231010 })).body.phone).toBe('7900***1010')
  expect((await initCall({ phone: ukPhone })).body.phone).toBe('44740***3456')
})

it('[C4.1-1] initCall requires phone, in digits with the country code', async () => {
  for (const parameters of [
    {},
    { phone: '' },
    { phone: '  ' },
    { phone: 1.5 },
    { phone: [7] },
    { phone: true },
  ])
    expect(errorOf(await initCall(parameters))).toEqual([2, 400])
  for (const phone of [
    '12',
    '8 (916) 123-45-67',
    '89161234567',
    '9161234567',
    '7916123456',
    'abc',
    '+',
    0.1e12,
  ])
    expect([phone, ...errorOf(await initCall({ phone }))]).toEqual([phone, 3, 400])
})

it('[C4.1-2] [D4-4] initCall generates a code of four digits when none is given', async () => {
  const { body } = await initCall({ phone: freshPhone() })
  expect(body.code).toMatch(/^(?!0000)\d{4}$/)
  expect(service.telephony.placed[0]).toMatchObject({ code: body.code, request: { code: undefined } })
})

it('[C4.1-3] initCall calls with the code that was given', async () => {
  const { body } = await initCall({ phone: freshPhone(), code: '4711' })
  expect(body.code).toBe('4711')
  expect(service.telephony.placed[0]!.request.code).toBe('4711')
})

it('[C8-1] [D4-3] initCall pads codes of value 1 to 9999 to four digits and refuses every other code', async () => {
  for (const [given, code] of [
    [1, '0001'],
    ['1', '0001'],
    ['01', '0001'],
    ['0012', '0012'],
    [123, '0123'],
    [9999, '9999'],
    [' 42 ', '0042'],
  ] as const)
    expect([given, (await initCall({ phone: freshPhone(), code: given })).body.code]).toEqual([given, code])
  for (const code of [
    0,
    '0',
    '0000',
    10_000,
    '10000',
    '00001',
    -1,
    1.5,
    '1.5',
    'abcd',
    '１２',
    [1],
    true,
    {},
  ])
    expect([code, ...errorOf(await initCall({ phone: freshPhone(), code }))]).toEqual([code, 2, 400])
})

it('[C4.1-4] [C8-2] initCall takes up to 64 characters of client and keeps them to the letter', async () => {
  const words = ` Анна 👩‍💻 <b>"&' ${'x'.repeat(40)} `
  const { body } = await initCall({ phone: freshPhone(), client: words })
  expect(body.client).toBe(words)
  expect((await client.get('getInfo', { uid: String(body.vendor_id) })).body.client).toBe(words)
  expect((await initCall({ phone: freshPhone(), client: 'x'.repeat(64) })).status).toBe(200)
  expect(errorOf(await initCall({ phone: freshPhone(), client: 'x'.repeat(65) }))).toEqual([2, 400])
})

it('[C4.1-6] [C8-4] initCall with voice is served in Russia and Kazakhstan only', async () => {
  expect((await initCall({ phone: freshPhone(), voice: true })).status).toBe(200)
  expect((await initCall({ phone: kazakhPhone, voice: true })).status).toBe(200)
  expect(service.telephony.placed.map(({ request }) => request.mode)).toEqual(['voice', 'voice'])
  expect(errorOf(await initCall({ phone: ukPhone, voice: true }))).toEqual([20, 400])
})

it('[C4.1-7] [C8-5] initCall with mix is served in Russia only, at a price of its own', async () => {
  const mixed = await initCall({ phone: freshPhone(), mix: true })
  expect(service.telephony.placed[0]!.request.mode).toBe('mix')
  expect((await ended(service, client, mixed.body.vendor_id)).cost).toBe(2)
  expect(errorOf(await initCall({ phone: kazakhPhone, mix: true }))).toEqual([20, 400])
  expect(errorOf(await initCall({ phone: ukPhone, mix: true }))).toEqual([20, 400])
})

it('[D4-17] initCall takes voice and mix together as mix', async () => {
  await initCall({ phone: freshPhone(), voice: true, mix: true })
  expect(service.telephony.placed[0]!.request.mode).toBe('mix')
})

it('[D3-12] initCall calls only the countries that the service allows', async () => {
  client = await openClient(service, { allowedCountries: ['RU', 'KZ'] })
  expect((await initCall({ phone: freshPhone() })).status).toBe(200)
  expect((await initCall({ phone: kazakhPhone })).status).toBe(200)
  expect(errorOf(await initCall({ phone: ukPhone }))).toEqual([9, 403])
  const waiting = { phone: ukPhone, callback_url: 'https://198.41.0.4/' }
  expect(errorOf(await client.post('inboundCallWaiting', waiting))).toEqual([9, 403])
})
