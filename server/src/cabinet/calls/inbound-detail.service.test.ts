import { afterAll, beforeAll, expect, it } from 'vitest'
import { callArrived } from '../../../test/arriving-call.ts'
import { type CabinetMember, visitAs } from '../../../test/cabinet-member.ts'
import { type Client, openClient } from '../../../test/contract/scene.ts'
import { answer, type Receiver, startReceiver } from '../../../test/receiver.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import { ensureDemoTrunk } from '../../telephony/demo-trunk.ts'
import type { Attention } from '../views/attention.ts'

const phone = '79165550404'
let service: TestService
let client: Client
let owner: CabinetMember
let receiver: Receiver
beforeAll(async () => {
  service = await startTestService({ RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' })
  await ensureDemoTrunk(service.store, service.clock.now())
  client = await openClient(service)
  owner = await visitAs(service, client.accountId)
  receiver = await startReceiver(answer(500))
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

it('detail of an inbound call: shows the caller, the time and the result of the webhook', async () => {
  const { body } = await client.post('inboundCallWaiting', { phone, callback_url: receiver.url })
  const path = `/verifications/${body.vendor_id}`
  const waiting = (await owner.read(path)).body
  expect(waiting).toMatchObject({
    status: 'checking',
    mode: 'inbound',
    mayShowCode: false,
    confirmationNumber: body.confirmation_number,
    callbackUrl: receiver.url,
    deliveries: [],
  })
  const arrived = callArrived(service, {
    callerE164: phone,
    calledE164: body.confirmation_number,
    trunk: 'simulator',
  })
  await eventually(
    async () => {
      await service.clock.advance(1_000)
      return (await owner.read(path)).body
    },
    ({ deliveries }) => deliveries[0]?.attemptCount > 0,
  )
  expect(await arrived).toBe('matched')
  const called = (await owner.read(path)).body
  expect(called.timeline.map(({ step }: { step: string }) => step)).toEqual(['admitted', 'called', 'settled'])
  expect(called).toMatchObject({
    status: 'completed',
    reason: 'called',
    deliveries: [{ state: 'retrying', attemptCount: 1 }],
  })
})

it('overview: shows webhooks that fail', async () => {
  const attention = async (): Promise<Attention[]> => {
    await service.clock.advance(20_000)
    return (await owner.read('/overview')).body.attention
  }
  const items = await eventually(
    attention,
    (seen) => seen.some(({ kind }) => kind === 'webhooks-failing'),
    20_000,
  )
  expect(items).toContainEqual({ kind: 'webhooks-failing', failing: 1, of: 1 })
})
