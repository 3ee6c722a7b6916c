import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

it('initCall: calls, shows -1 for a second, then reports the call as made and charges it', async () => {
  const started = await service.post('initCall', {
    phone: 79161234567,
    code: 12,
    client: 'Ann',
    unique: 'key-1',
  })
  expect(started).toMatchObject({
    status: 200,
    body: {
      status: true,
      phone: '7916***4567',
      code: '0012',
      client: 'Ann',
      unique_request_id: 'key-1',
      exists: false,
    },
  })
  const uid = String(started.body.vendor_id)
  expect((await service.get('getInfo', { uid })).body).toMatchObject({
    call_status: -1,
    cost: 0.8,
    balance: 100,
  })
  await service.clock.advance(1_000)
  const info = await eventually(
    () => service.get('getInfo', { uid }),
    ({ body }) => body.call_status !== -1,
  )
  expect(info.body).toMatchObject({ call_status: 1, cost: 0.8, balance: 100, unique: 'key-1', client: 'Ann' })
  expect((await service.get('getBalance')).body).toMatchObject({ rub_balance: 99.2 })
  expect(service.telephony.placed.map(({ code }) => code)).toEqual(['0012'])
})
