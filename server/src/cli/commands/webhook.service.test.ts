import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClient } from '../../../test/contract/scene.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
let receiver: Receiver
const run = (...typed: string[]) => ringkey(service.folder, ['webhook', ...typed], { clock: service.clock })
const lastActions = async (count: number) =>
  (await service.get('getAccount')).body.logs.slice(0, count).map(({ action }: { action: string }) => action)
beforeAll(async () => {
  service = await startTestService()
  receiver = await startReceiver()
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

it('webhook secret: is shown, both sign during a change, and the owner is notified of both actions', async () => {
  const { serviceId } = service
  const first = await run('secret', String(serviceId))
  expect(first.out).toMatch(/^whsec_[A-Za-z0-9+/=]{32,}\n$/)
  expect(await lastActions(1)).toEqual([`webhook secret of service ${serviceId} shown`])
  const rotated = await run('secret', String(serviceId), '--rotate', '--json')
  expect(rotated.json).toMatchObject({ previous: first.out.trim() })
  expect(await lastActions(2)).toEqual([
    `webhook secret of service ${serviceId} rotated`,
    `webhook secret of service ${serviceId} shown`,
  ])
  expect(await run('secret', '999')).toMatchObject({
    code: 1,
    err: 'ringkey: There is no service 999: see ringkey service list\n',
  })
})

it('webhook resend: sends an existing webhook again and notifies the owner', async () => {
  const { body } = await service.post('inboundCallWaiting', {
    phone: '79000000001',
    callback_url: receiver.url,
  })
  const vendorId = String(body.vendor_id)
  const before = await lastActions(1)
  expect((await run('resend', vendorId)).code).toBe(1)
  expect(await lastActions(1)).toEqual(before)
  await eventually(
    async () => {
      await service.clock.advance(1_000)
      return run('resend', vendorId, '--json')
    },
    ({ json }) => json?.result === 'queued',
  )
  expect(await lastActions(1)).toEqual([`webhook of call ${vendorId} sent again`])
})

describe('webhook listen', () => {
  const listen = (serviceId: number, environment: Record<string, string> = {}) =>
    ringkey(service.folder, ['webhook', 'listen', String(serviceId)], { clock: service.clock, environment })

  it('explains what is needed when the service would refuse its address', async () => {
    const shop = await openClient(service)
    const refused = await listen(shop.id)
    const [, url] = /^Pass callback_url=(\S+) to inboundCallWaiting/.exec(refused.out)!
    expect(refused.out.split('\n')[1]).toBe(
      'It is refused (error 2) until Ringkey is started with RINGKEY_CALLBACK_ALLOW=127.0.0.1, which opens this machine to every account.',
    )
    const asked = await shop.post('inboundCallWaiting', { phone: '79000000001', callback_url: url })
    expect(asked.body.code).toBe(2)
    const private10 = await listen(shop.id, { RINGKEY_CALLBACK_ALLOW: '10.0.0.0/8' })
    expect(private10.out).toContain('RINGKEY_CALLBACK_ALLOW=10.0.0.0/8,127.0.0.1, ')
  })

  it('prints no explanation when the address is allowed', async () => {
    const shop = await openClient(service)
    for (const { out } of [
      await listen(service.serviceId),
      await listen(shop.id, { RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' }),
    ])
      expect(out).toMatch(/^Pass callback_url=\S+ to inboundCallWaiting\. Ctrl\+C ends it\.\n$/)
    expect((await listen(999)).code).toBe(1)
  })

  it('says that its port is taken', async () => {
    const { port } = new URL(service.baseUrl)
    const typed = ['webhook', 'listen', String(service.serviceId), '--port', port]
    const refused = await ringkey(service.folder, typed, { clock: service.clock })
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('the receiver cannot listen')])
  })
})
