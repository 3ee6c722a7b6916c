import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type CabinetMember, visitAs } from '../../../test/cabinet-member.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import { changed } from '../../../test/store-contract/fixture.ts'

let service: TestService
let accountId: number
let owner: CabinetMember
beforeAll(async () => {
  service = await startTestService()
  accountId = (await service.store.service(service.serviceId))!.accountId
  owner = await visitAs(service, accountId, 'owner')
})
afterAll(() => service.stop())
afterEach(() => {
  service.telephony.answer = 'planned'
})

const start = (body: object) =>
  owner.write('/trials', { serviceId: service.serviceId, mode: 'flash', phone: '79161234567', ...body })
const settled = (vendorId: number) =>
  eventually(
    async () => {
      await service.clock.advance(1_000)
      return (await owner.read(`/trials/${vendorId}`)).body
    },
    ({ state }) => state !== 'checking',
  )

it('Try it: places a call, shows its code, cost and result', async () => {
  const { status, body } = await start({ phone: '+79161234567', code: '4711' })
  expect([status, body]).toMatchObject([
    200,
    { state: 'checking', mode: 'flash', phoneMask: '7916***4567', code: '4711', cost: 0.8, test: false },
  ])
  expect(await settled(body.vendorId)).toMatchObject({ state: 'completed', reason: 'rang', cost: 0.8 })
  const info = await service.get('getInfo', { uid: String(body.vendorId) })
  expect(info.body).toMatchObject({ call_status: 1, code: '4711' })
  const [action] = await service.store.actions({ accountId, limit: 1 })
  const facts = { call: body.vendorId, service: service.serviceId }
  expect(action).toMatchObject({ action: 'call-placed', facts })
})

it('[C1-20] Try it: calls to test numbers are free', async () => {
  const { body: good } = await start({ phone: '79000000001', mode: 'voice' })
  const { body: bad } = await start({ phone: '79000000002' })
  expect(await settled(good.vendorId)).toMatchObject({ state: 'completed', test: true, cost: 0 })
  expect(await settled(bad.vendorId)).toMatchObject({ state: 'failed', test: true, cost: 0 })
})

it('Try it: waits for an inbound call with the given webhook address', async () => {
  const inbound = { mode: 'inbound', phone: '79000000001' }
  expect((await start(inbound)).body.error).toMatchObject({ code: 'wrong-field', field: 'callbackUrl' })
  const metadata = { ...inbound, callbackUrl: 'http://169.254.169.254/' }
  expect((await start(metadata)).body.error).toMatchObject({ field: 'callbackUrl' })
  const { body } = await start({ ...inbound, callbackUrl: 'http://127.0.0.1:9/hook' })
  expect(body).toMatchObject({ mode: 'inbound', code: '', confirmationNumber: expect.stringMatching(/^7/) })
  expect(await settled(body.vendorId)).toMatchObject({ state: 'completed', webhook: 'pending' })
})

it('Try it: is bound by limits, countries, money and standing', async () => {
  const refusedFor = async (body: object = {}) => {
    const { status, body: answer } = await start(body)
    return [status, answer.error?.code]
  }
  expect((await start({ phone: '79161230010' })).status).toBe(200)
  const { status, headers, body } = await start({ phone: '79161230010' })
  expect([status, body.error.code, headers.get('retry-after')]).toEqual([429, 'refused-wait', '15'])
  expect(await refusedFor({ phone: '375291234567', mode: 'voice' })).toEqual([403, 'refused-mode-country'])
  expect(await refusedFor({ phone: '12' })).toEqual([400, 'wrong-field'])
  // The API refuses this spelling, so the page may not take it either.
  expect(await refusedFor({ phone: '8 916 123-00-10' })).toEqual([400, 'wrong-field'])
  expect(await refusedFor({ phone: '79161230011', code: '0000' })).toEqual([400, 'wrong-field'])
  service.telephony.answer = 'no-way'
  expect(await refusedFor({ phone: '79161230012' })).toEqual([503, 'refused-no-way'])
  service.telephony.answer = 'planned'
  const path = `/services/${service.serviceId}`
  await owner.write(`${path}/limits`, { perHour: 0.1, perDay: null })
  expect(await refusedFor({ phone: '79161230013' })).toEqual([402, 'refused-spend-cap'])
  await owner.write(`${path}/limits`, { perHour: null, perDay: null })
  await owner.write(path, { settings: { allowedCountries: ['KZ'] } })
  expect(await refusedFor({ phone: '79161230014' })).toEqual([403, 'refused-country'])
  await owner.write(path, { settings: { allowedCountries: [] }, status: 'off' })
  expect(await refusedFor()).toEqual([403, 'switched-off'])
  await owner.write(path, { status: 'active' })
  await changed(service.store, 'changeAccount', {
    id: accountId,
    status: 'blocked',
    at: service.clock.now(),
  })
  await owner.write(path, { status: 'active' })
  expect(await refusedFor()).toEqual([403, 'account-blocked'])
  await changed(service.store, 'changeAccount', {
    id: accountId,
    status: 'active',
    at: service.clock.now(),
  })
  await owner.write(path, { status: 'active' })
})

it('Try it: allows sixty calls in 15 minutes', async () => {
  const patient = await visitAs(service, accountId, 'developer')
  let answer = await start({ phone: '79000000001' })
  for (let nth = 0; nth < 60 && answer.status === 200; nth++) answer = await start({ phone: '79000000001' })
  expect([answer.status, answer.body.error.code]).toEqual([429, 'too-many-attempts'])
  expect(
    (await patient.write('/trials', { serviceId: service.serviceId, mode: 'flash', phone: '79000000001' }))
      .status,
  ).toBe(429)
})
