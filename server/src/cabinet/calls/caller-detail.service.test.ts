import { afterAll, beforeAll, expect, it } from 'vitest'
import { assertedIdentity, plainTrunk } from '../../../test/arriving-call.ts'
import { type CabinetMember, visitAs } from '../../../test/cabinet-member.ts'
import { type Client, openClient } from '../../../test/contract/scene.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import { ensureDemoTrunk } from '../../telephony/demo-trunk.ts'
import type { CallerIdentity } from '../../telephony/sip-thread/caller-identity.ts'

const phone = '79165550505'
let service: TestService
let client: Client
let owner: CabinetMember
let receiver: Receiver
beforeAll(async () => {
  service = await startTestService({ RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' })
  await ensureDemoTrunk(service.store, service.clock.now())
  client = await openClient(service, { callerLevel: 'medium' })
  owner = await visitAs(service, client.accountId)
  receiver = await startReceiver()
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

const wait = async () =>
  (await client.post('inboundCallWaiting', { phone, callback_url: receiver.url })).body.vendor_id as number
const detail = async (id: number) => (await owner.read(`/verifications/${id}`)).body
const judge = (id: number, identity: CallerIdentity) =>
  service.inbound.judge(id, { identity, attestation: undefined, trunk: plainTrunk })
const fromAlone: CallerIdentity = { ...assertedIdentity(phone), source: 'from', why: 'from-unscreened' }

it('the page of a call: a call below the level is told with its reasons, and is why it fails', async () => {
  const id = await wait()
  expect((await detail(id)).caller).toBeNull()
  expect(await judge(id, fromAlone)).toBeUndefined()
  expect(await detail(id)).toMatchObject({
    status: 'checking',
    caller: {
      level: 'low',
      source: 'from',
      why: 'from-unscreened',
      verstat: 'none',
      signals: [],
      rejectedBy: 'medium',
    },
  })
  await service.clock.advance(61_000)
  const failed = await eventually(
    () => detail(id),
    ({ status }) => status === 'failed',
  )
  expect(failed).toMatchObject({ reason: 'caller not believed', cost: 0, caller: { level: 'low' } })
  expect(receiver.received).toEqual([])
})

it('a call with a hidden number does not confirm, and the request fails with a reason of its own', async () => {
  const id = await wait()
  const { confirmationNumber } = (await service.store.call(id))!
  await service.clock.advance(2_000)
  const hidden = { callerE164: undefined, calledE164: confirmationNumber!, trunk: 'simulator' }
  expect(await service.inbound.match(hidden)).toBe(id)
  const nobody = { ...fromAlone, believed: undefined, claimed: undefined, why: 'withheld' } as const
  expect(await judge(id, nobody)).toBeUndefined()
  await service.clock.advance(61_000)
  const failed = await eventually(
    () => detail(id),
    ({ status }) => status === 'failed',
  )
  expect(failed).toMatchObject({ reason: 'number withheld', cost: 0 })
})

it('settings of a service: level and webhook field are changed in the cabinet and seen in the payload', async () => {
  const path = `/services/${client.id}`
  const wrong = await owner.write(path, { settings: { callerLevel: 'none' } })
  expect(wrong.status).toBe(400)
  const { body } = await owner.write(path, { settings: { callerLevel: 'low', webhookCaller: true } })
  expect(body.settings).toMatchObject({ callerLevel: 'low', webhookCaller: true })
  const id = await wait()
  await service.clock.advance(2_000)
  const confirming = await judge(id, fromAlone)
  expect(await service.inbound.confirm(id, confirming!)).toBe(true)
  const callerIdentity = { level: 'low', source: 'from', verstat: 'none', reasons: ['from-unscreened'] }
  await eventually(
    async () => receiver.received,
    (received) => received.length === 1,
  )
  expect(receiver.received[0]?.body).toMatchObject({ callId: String(id), callerIdentity })
  const delivery = (await service.store.webhookOfCall(id))!
  const shown = (await owner.read(`/webhooks/${delivery.id}`)).body
  expect(JSON.parse(shown.payload)).toMatchObject({ clientNumber: '7916***0505', callerIdentity })
})
