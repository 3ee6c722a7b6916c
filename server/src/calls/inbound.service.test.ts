import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callArrived, confirmingCall } from '../../test/arriving-call.ts'
import { answer, type Receiver, startReceiver } from '../../test/receiver.ts'
import { eventually, startTestService, type TestService } from '../../test/service.ts'
import { readRootSecret } from '../config/root-secret.ts'
import { readSettings } from '../config/settings.ts'
import { deriveRootKey } from '../platform/keyring.ts'
import { systemRandom } from '../platform/random.ts'
import { Sealer } from '../platform/sealing.ts'
import { ensureDemoTrunk } from '../telephony/demo-trunk.ts'
import { WebhookSecrets } from '../webhooks/secrets.ts'

/** The simulated carrier, which serves the demo account. */
const trunk = 'simulator'
let service: TestService
let receiver: Receiver
let phone = '79161234567'
/** The balance before the test: one service serves all tests. */
let funds: number
beforeAll(async () => {
  service = await startTestService()
  await ensureDemoTrunk(service.store, service.clock.now())
})
afterAll(() => service.stop())
beforeEach(async () => {
  receiver = await startReceiver()
  phone = String(Number(phone) + 11)
  funds = await balance()
})
afterEach(() => receiver.close())

const wait = async (of = phone) => {
  const { status, body } = await service.post('inboundCallWaiting', { phone: of, callback_url: receiver.url })
  expect(status).toBe(200)
  return { vendorId: body.vendor_id as number, calledE164: body.confirmation_number as string }
}
const info = async (vendorId: number) => (await service.get('getInfo', { uid: String(vendorId) })).body
/** In whole kopecks, so that sums are exact. */
const balance = async () => Math.round((await service.get('getBalance')).body.rub_balance * 100)
const arrived = (count: number) =>
  eventually(
    async () => receiver.received.length,
    (seen) => seen >= count,
  )
/** Half a second for the engine to check; by then it has sent what it would send. */
const nothingMore = async (count: number) => {
  await service.clock.advance(1_000)
  await eventually(
    () => service.raw(service.metricsUrl),
    ({ body }) => /ringkey_webhooks_in_progress 0/.test(body),
  )
  expect(receiver.received).toHaveLength(count)
}
const secretsOf = ({ folder, store, clock }: TestService) => {
  const settings = readSettings({ RINGKEY_DATA: folder })
  const { sealing } = deriveRootKey(readRootSecret(settings, systemRandom.bytes))
  return new WebhookSecrets({ store, clock, random: systemRandom, sealer: new Sealer(sealing, systemRandom) })
}

describe('an inbound call from the person', () => {
  it('[C6-1] completes the call, captures the price and sends the signed webhook of the contract', async () => {
    const { vendorId, calledE164 } = await wait()
    expect(await balance()).toBe(funds - 80)
    await service.clock.advance(5_000)
    expect(await callArrived(service, { callerE164: phone, calledE164, trunk })).toBe('matched')
    await arrived(1)
    expect(await info(vendorId)).toMatchObject({ call_status: 1, cost: 0.8, code: '', balance: funds / 100 })
    expect(await balance()).toBe(funds - 80)

    const [{ method, text, body, headers }] = receiver.received as [Receiver['received'][number]]
    expect(method).toBe('POST')
    expect(headers['content-type']).toBe('application/json')
    expect(body).toEqual({
      callId: String(vendorId),
      callbackLink: receiver.url,
      clientNumber: phone,
      confirmationNumber: calledE164,
      isMnp: false,
      operatorName: '',
      operatorNameMnp: '',
      regionName: 'Город Москва, Московская область',
    })
    const { current } = (await secretsOf(service).of(service.serviceId))!
    vi.useFakeTimers({ now: service.clock.now(), toFake: ['Date'] })
    expect(new Webhook(current).verify(text, headers)).toEqual(body)
    vi.useRealTimers()
    expect(headers['webhook-id']).toMatch(/^msg_[A-Za-z0-9]{24}$/)
    await eventually(
      () => service.store.webhookOfCall(vendorId),
      (delivery) => delivery?.state === 'delivered',
    )
  })

  it('counts once, however many copies arrive at once', async () => {
    const { vendorId, calledE164 } = await wait()
    await service.clock.advance(2_000)
    const call = { callerE164: phone, calledE164, trunk }
    const results = await Promise.all(
      Array.from({ length: 20 }, () => service.inbound.confirm(vendorId, confirmingCall)),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await callArrived(service, call)).toBe('unmatched')
    expect(await service.inbound.confirm(vendorId, confirmingCall)).toBe(false)
    await arrived(1)
    await nothingMore(1)
    expect(await balance()).toBe(funds - 80)
  })

  it('is matched without any change until it is confirmed', async () => {
    const { vendorId, calledE164 } = await wait()
    for (let time = 0; time < 3; time++)
      expect(await service.inbound.match({ callerE164: phone, calledE164, trunk })).toBe(vendorId)
    await nothingMore(0)
    expect((await info(vendorId)).call_status).toBe(-1)
  })

  it('matches nothing on another number, from another phone, or for another kind of call', async () => {
    const { vendorId, calledE164 } = await wait()
    const other = calledE164.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
    expect(await callArrived(service, { callerE164: phone, calledE164: other, trunk })).toBe('unmatched')
    expect(await callArrived(service, { callerE164: '79160000000', calledE164, trunk })).toBe('unmatched')
    expect(await callArrived(service, { callerE164: '', calledE164: '', trunk })).toBe('unmatched')
    service.telephony.outcome = undefined
    const outgoing = await service.post('initCall', { phone: '79161234569' })
    expect(await service.inbound.confirm(outgoing.body.vendor_id, confirmingCall)).toBe(false)
    expect(await service.inbound.confirm(1, confirmingCall)).toBe(false)
    expect((await info(vendorId)).call_status).toBe(-1)
    service.telephony.placed[0]?.end({ completed: false, reason: 'busy' })
  })

  it('matches nothing after the lifetime: failed, money returned, no webhook', async () => {
    const { vendorId, calledE164 } = await wait()
    await service.clock.advance(60_000)
    expect(await callArrived(service, { callerE164: phone, calledE164, trunk })).toBe('unmatched')
    await service.clock.advance(1_000)
    await eventually(
      () => info(vendorId),
      ({ call_status }) => call_status === 0,
    )
    expect(await service.inbound.confirm(vendorId, confirmingCall)).toBe(false)
    await nothingMore(0)
    expect(await info(vendorId)).toMatchObject({ cost: 0 })
    const { accountId } = (await service.store.service(service.serviceId))!
    const entries = await service.store.ledger({ accountId, afterEntry: 0, limit: 1_000 })
    const own = entries.filter((entry) => entry.vendorId === vendorId)
    expect(own.map(({ kind, amountUnits }) => [kind, amountUnits])).toEqual([['release', 0]])
    expect(await service.store.webhookOfCall(vendorId)).toBeUndefined()
  })

  it('confirms the request whose number it calls, of two open requests', async () => {
    const [first, second] = [await wait(), await wait()]
    expect(first.calledE164).not.toBe(second.calledE164)
    await service.clock.advance(2_000)
    await callArrived(service, { callerE164: phone, calledE164: second.calledE164, trunk })
    await arrived(1)
    expect(receiver.received[0]?.body.callId).toBe(String(second.vendorId))
    expect((await info(first.vendorId)).call_status).toBe(-1)
  })

  it('is shown as checking during the first second', async () => {
    const { vendorId, calledE164 } = await wait()
    const arriving = callArrived(service, { callerE164: phone, calledE164, trunk })
    await eventually(
      async () => (await info(vendorId)).call_status,
      (status) => status === -1,
    )
    await service.clock.advance(1_000)
    expect(await arriving).toBe('matched')
    expect((await info(vendorId)).call_status).toBe(1)
  })
})

describe('inbound test numbers', () => {
  it('[D6-70] 79000000001: the call comes automatically after a second, free of charge', async () => {
    const { vendorId } = await wait('79000000001')
    await service.clock.advance(900)
    expect((await info(vendorId)).call_status).toBe(-1)
    await service.clock.advance(200)
    await arrived(1)
    expect(receiver.received[0]?.body).toMatchObject({
      callId: String(vendorId),
      clientNumber: '79000000001',
    })
    expect(await info(vendorId)).toMatchObject({ call_status: 1, cost: 0 })
    expect(await balance()).toBe(funds)
  })

  it('79000000002: no call comes', async () => {
    const { vendorId } = await wait('79000000002')
    await service.clock.advance(59_000)
    expect((await info(vendorId)).call_status).toBe(-1)
    await service.clock.advance(2_000)
    await eventually(
      () => info(vendorId),
      ({ call_status }) => call_status === 0,
    )
    await nothingMore(0)
  })

  it('use no number of the pool, and do not block each other', async () => {
    const waits = await Promise.all(Array.from({ length: 25 }, () => wait('79000000002')))
    expect(new Set(waits.map(({ vendorId }) => vendorId)).size).toBe(25)
  })
})

it('[D6-72] inbound calls: the number of the person is in no file, whatever the receiver answers and however often it is retried', async () => {
  await receiver.close()
  const spelled = phone.replace(/^7(...)(...)(..)(..)$/, '+7 ($1) $2-$3-$4')
  receiver = await startReceiver(answer(500, `no such user: ${spelled}, ${phone}`))
  const leaks = (text: string) => text.includes(phone.slice(1)) || text.includes(spelled)
  const { vendorId, calledE164 } = await wait()
  await service.clock.advance(2_000)
  await callArrived(service, { callerE164: phone, calledE164, trunk })
  for (let tries = 1; tries < 5; tries++) {
    const delivery = await eventually(
      () => service.store.webhookOfCall(vendorId),
      (found) => found?.attemptCount === tries,
    )
    // Exactly until it is sent: no time passes while the answer is in transit.
    await service.clock.advance(delivery!.dueAt - service.clock.now() + 1_000)
  }
  await arrived(5)
  expect(new Set(receiver.received.map(({ body }) => body.clientNumber))).toEqual(new Set([phone]))
  const { id } = (await service.store.webhookOfCall(vendorId))!
  const [attempt] = await service.store.attempts(id)
  expect(attempt?.answer).toBe('no such user: [number], [number]')
  for (const file of readdirSync(service.folder)) {
    const bytes = readFileSync(join(service.folder, file)).toString('latin1')
    expect([file, leaks(bytes)]).toEqual([file, false])
  }
  expect(leaks(service.logged.join(''))).toBe(false)
})

it('webhooks of inbound calls are never sent to the ports of the service itself', async () => {
  for (const base of [service.baseUrl, service.altBaseUrl, service.metricsUrl]) {
    const { status, body } = await service.post('inboundCallWaiting', { phone, callback_url: base })
    expect([base, status, body.code]).toEqual([base, 400, 2])
  }
})
