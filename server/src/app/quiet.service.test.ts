import { afterAll, beforeAll, expect, it } from 'vitest'
import { answer, startReceiver } from '../../test/receiver.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { changed } from '../../test/store-contract/fixture.ts'

let service: TestService
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  receiver = await startReceiver(answer(200))
  service = await startTestService({ RINGKEY_QUIET: 'on' }, { hasSip: true })
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

it('RINGKEY_QUIET: opens no SIP port, and a call is refused with code 5 without a charge', async () => {
  expect(service.sipPort).toBe(0)
  const { body: before } = await service.get('getBalance')
  expect((await service.post('initCall', { phone: '79161234567' })).body).toMatchObject({ code: 5 })
  expect((await service.get('getBalance')).body).toEqual(before)
})

it('RINGKEY_QUIET: a webhook and an event stay in the queue', async () => {
  await changed(service.store, 'addEndpoint', {
    serviceId: service.serviceId,
    url: receiver.url,
    receiver: `127.0.0.1:${receiver.port}`,
    types: null,
    description: '',
    enabled: true,
    sealed: Buffer.alloc(60),
    createdAt: service.clock.now(),
  })
  // Nodes look for changed settings every two seconds.
  for (let second = 0; second < 3; second++) await service.clock.advance(1_000)
  const { body } = await service.post('inboundCallWaiting', {
    phone: '79000000001',
    callback_url: receiver.url,
  })
  expect(body).toMatchObject({ status: true })
  // The test number calls after a second; the webhook sender would check every second.
  for (let second = 0; second < 10; second++) await service.clock.advance(1_000)
  expect((await service.get('getInfo', { uid: String(body.vendor_id) })).body).toMatchObject({
    call_status: 1,
  })
  expect(await service.store.deliveryBacklog()).toMatchObject({ pending: 2 })
  expect(receiver.received).toEqual([])
})

it('RINGKEY_QUIET: reads are served, and /health shows that no carrier is used', async () => {
  expect((await service.raw('/readyz')).status).toBe(200)
  expect((await service.raw('/health')).body).toMatchObject({ status: true, providers: false })
})
