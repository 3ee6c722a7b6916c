import { renderSVG } from 'uqr'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { OutcomeUnknown } from '../../src/storage/store.ts'
import { callArrived } from '../arriving-call.ts'
import { eventually, startTestService, type TestService } from '../service.ts'
import { addTrunk } from '../store-contract/fixture.ts'
import { untilAnswered } from '../until-answered.ts'
import { balanceOf, freshPhone, isStored, noticed } from './scene.ts'
import { openV2Client, type V2Client } from './v2-scene.ts'

let service: TestService
let client: V2Client
beforeAll(async () => {
  service = await startTestService({ RINGKEY_ADDRESS_LIMIT: 'api:0/s,cabinet:0/s,connections:0' })
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openV2Client(service)
  service.telephony.placed.length = 0
  service.telephony.answer = 'planned'
  service.telephony.outcome = { completed: true, reason: 'rang' }
})

/** Calls of this test; verifications of earlier tests may still be in progress. */
const placed = () => service.telephony.placed.filter(({ request }) => request.accountId === client.accountId)
const busy = { completed: false, reason: 'busy' }
const wrongCode = (code: string) => (code === '4321' ? '4322' : '4321')

it('[V2-1] POST /v2/verifications creates a verification, calls, and never shows the code', async () => {
  service.telephony.outcome = undefined
  const { status, headers, body, text } = await client.create({
    phone: `+${freshPhone()}`,
    client: 'Ann',
    metadata: { order: '7' },
  })
  expect(status).toBe(201)
  expect(headers.get('location')).toBe(`/v2/verifications/${body.id}`)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-request-id')).toBeTruthy()
  const [call] = placed()
  expect(body).toEqual({
    id: expect.stringMatching(/^vf_[0-9a-f]{32}$/),
    version: 1,
    status: 'pending',
    reason: null,
    test: false,
    phone: expect.stringMatching(/^7916\*\*\*\d{4}$/),
    country: 'RU',
    operator: expect.any(String),
    created_at: expect.stringMatching(/^2026-01-15T12:.*Z$/),
    expires_at: expect.any(String),
    attempts_left: 3,
    currency: 'RUB',
    steps: [
      {
        mode: 'flash',
        status: 'started',
        reason: null,
        vendor_id: call!.vendorId,
        started_at: expect.any(String),
        ended_at: null,
        price: null,
      },
      { mode: 'voice', status: 'planned' },
    ],
    hint: { code_length: 4, caller: '+7495123****' },
    inbound: null,
    client: 'Ann',
    metadata: { order: '7' },
  })
  expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(300_000)
  expect(body.steps[0].started_at).toBe(body.created_at)
  expect(text).not.toContain(call!.code)
  const info = await client.get('getInfo', { uid: String(call!.vendorId) })
  expect(info.body).toMatchObject({ code: '', client: 'Ann', call_status: -1 })
  call!.end({ completed: true, reason: 'rang' })
})

it('[V2-2] a check of /v2 approves the right code once, and repeats that answer for a minute', async () => {
  service.telephony.outcome = undefined
  const { body } = await client.create({ phone: freshPhone() })
  const { code, end } = placed()[0]!
  const wrong = await client.check(body.id, wrongCode(code))
  expect(wrong.body).toEqual({ valid: false, status: 'pending', test: false, attempts_left: 2, version: 1 })
  const right = await client.check(body.id, code)
  expect(right.body).toEqual({ valid: true, status: 'approved', test: false, attempts_left: 2, version: 2 })
  expect((await client.check(body.id, code)).body).toMatchObject({ valid: true, status: 'approved' })
  const late = await client.check(body.id, wrongCode(code))
  expect([late.status, late.body.code, late.body.verification_status]).toEqual([
    409,
    'verification_ended',
    'approved',
  ])
  end({ completed: true, reason: 'rang' })
})

it('[V2-120] approval of a verification ends the ringing: the step whose code was typed is charged, one that had not rung is not', async () => {
  await service.store.changeTariff({ code: 'failed too', name: 'Failed too', chargesFailed: true })
  await service.store.changeTariff({
    code: 'failed too, approved',
    name: 'Failed too, approved',
    chargesFailed: true,
    chargesOnApproval: true,
  })
  for (const tariff of ['failed too', 'failed too, approved'])
    await service.store.changeTariff({
      code: tariff,
      prices: [{ mode: 'flash', prefix: '', priceUnits: 8_000 }],
    })
  await noticed(service)
  const steps = [{ mode: 'flash', seconds: 5 }, { mode: 'flash' }]
  for (const tariff of ['failed too', 'failed too, approved']) {
    for (const typed of [0, 1]) {
      client = await openV2Client(service, {}, { tariff, roubles: 100 })
      service.telephony.outcome = { completed: true, reason: 'rang' }
      const { body } = await client.create({ phone: freshPhone(), steps })
      await service.clock.advance(1_000)
      await client.until(body.id, (read) => read.steps[0].status === 'delivered')
      service.telephony.outcome = undefined
      await service.clock.hasten(20_000)
      await client.until(body.id, (read) => read.steps[1].status === 'started')
      placed()[1]!.hasRung = false
      await client.check(body.id, placed()[typed]!.code)
      expect(placed()[1]!.isHungUp).toBe(true)
      await service.clock.advance(1_000)
      const second = typed === 1 ? ['delivered', 'code typed', '0.80'] : ['undelivered', 'stopped', '0.00']
      await client.until(body.id, (read) => read.steps[1].price === second[2])
      const read = (await client.read(body.id)).body
      expect(
        read.steps.map(({ status, reason, price }: Record<string, string>) => [status, reason, price]),
      ).toEqual([['delivered', 'rang', '0.80'], second])
      expect(await balanceOf(client)).toBe(typed === 1 ? 98.4 : 99.2)
      expect((await service.store.audit()).wrongHolds).toEqual([])
      const info = await client.get('getInfo', { uid: String(placed()[1]!.vendorId) })
      expect(info.body.call_status).toBe(typed)
    }
  }
})

it('[V2-200] an own code that is typed before anybody was dialled approves, and the step is not charged', async () => {
  await service.store.changeTariff({ code: 'by approval', name: 'By approval', chargesOnApproval: true })
  const prices = [{ mode: 'flash' as const, prefix: '', priceUnits: 8_000 }]
  await service.store.changeTariff({ code: 'by approval', prices })
  await noticed(service)
  service.telephony.outcome = undefined
  for (const tariff of ['uni', 'by approval']) {
    client = await openV2Client(service, {}, { tariff, roubles: 100 })
    const { body } = await client.create({ phone: freshPhone(), steps: [{ mode: 'flash' }], code: '4821' })
    const call = placed()[0]!
    call.isAnswered = true
    expect((await client.check(body.id, '4821')).body.status).toBe('approved')
    call.end({ completed: false, reason: 'stopped', details: { attempts: [{ stage: 'unsent' }] } })
    await service.clock.advance(1_000)
    const { steps } = await client.until(body.id, (read) => read.steps[0].status !== 'started')
    expect(steps[0]).toMatchObject({ status: 'undelivered', reason: 'stopped', price: '0.00' })
    expect(await balanceOf(client)).toBe(100)
    expect((await service.store.audit()).wrongHolds).toEqual([])
  }
})

it('[V2-121] an answered voice call is not hung up when its code is typed, and is charged although nobody was heard', async () => {
  service.telephony.outcome = undefined
  const { body } = await client.create({ phone: freshPhone(), steps: [{ mode: 'voice' }] })
  const call = placed()[0]!
  call.isAnswered = true
  expect((await client.check(body.id, call.code)).body.status).toBe('approved')
  expect(call.isHungUp).toBe(false)
  call.end({ completed: true, reason: 'spoken', unheard: true, details: { suspect: true } })
  await service.clock.advance(1_000)
  const { steps } = await client.until(body.id, (read) => read.steps[0].status !== 'started')
  expect(steps[0]).toMatchObject({ status: 'delivered', price: expect.not.stringMatching(/^0\.00$/) })
})

it('[V2-122] a ringing step is hung up when the person calls in', async () => {
  service.telephony.outcome = undefined
  await addTrunk(service.store, 'simulator', true)
  const phone = freshPhone()
  const { body } = await client.create({ phone, steps: [{ mode: 'inbound' }, { mode: 'flash' }] })
  await client.ask(`/verifications/${body.id}/next`, {})
  placed()[0]!.hasRung = false
  void callArrived(service, {
    callerE164: phone,
    calledE164: body.inbound.number.slice(1),
    trunk: 'simulator',
  })
  const { status, steps } = await eventually(
    async () => {
      await service.clock.advance(200)
      return (await client.read(body.id)).body
    },
    (read) => read.steps[1].status === 'undelivered',
  )
  expect([status, placed()[0]!.isHungUp]).toEqual(['approved', true])
  expect(steps[1]).toMatchObject({ status: 'undelivered', reason: 'stopped', price: '0.00' })
})

it('[V2-3] a verification fails after the last wrong code, and 0000 is a wrong code', async () => {
  const { body } = await client.create({ phone: freshPhone(), attempts: 2 })
  expect((await client.check(body.id, '0000')).body).toMatchObject({ valid: false, attempts_left: 1 })
  expect((await client.check(body.id, '0000')).body).toMatchObject({
    valid: false,
    status: 'failed',
    attempts_left: 0,
  })
  expect((await client.read(body.id)).body).toMatchObject({ status: 'failed', reason: 'max_attempts' })
})

it('[V2-4] a verification compares only as many of a thousand parallel guesses as it has attempts', async () => {
  const { body } = await client.create({ phone: freshPhone(), attempts: 5 })
  const guess = () => untilAnswered(() => client.check(body.id, '0000'))
  const guesses = await Promise.all(Array.from({ length: 1000 }, guess))
  const statuses = guesses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBe(5)
  expect(statuses.filter((status) => status === 409).length).toBe(995)
})

it('[V2-5] the next step of a verification starts after an undelivered one, when the number has rested', async () => {
  service.telephony.outcome = busy
  const { body } = await client.create({ phone: freshPhone() })
  await service.clock.advance(1_000)
  const waiting = await client.until(body.id, ({ steps }) => steps[0].status === 'undelivered')
  expect(waiting.steps[0]).toMatchObject({ reason: 'busy', price: '0.00' })
  expect(placed().length).toBe(1)
  await service.clock.hasten(15_000)
  const second = await client.until(body.id, ({ steps }) => steps[1].status !== 'planned')
  expect(placed().map(({ request }) => request.mode)).toEqual(['flash', 'voice'])
  expect(second.hint.caller).toBe('+74951230000')
})

it('[V2-6] a verification fails as not reached when no step was delivered, and costs nothing', async () => {
  service.telephony.outcome = busy
  const before = await balanceOf(client)
  const { body } = await client.create({ phone: freshPhone(), steps: [{ mode: 'flash' }] })
  await service.clock.advance(1_000)
  expect(await client.until(body.id, ({ status }) => status !== 'pending')).toMatchObject({
    status: 'failed',
    reason: 'not_reached',
  })
  expect(await balanceOf(client)).toBe(before)
})

it('[V2-7] a verification fails without further steps when the number does not exist', async () => {
  service.telephony.outcome = { completed: false, reason: 'bad number' }
  const { body } = await client.create({ phone: freshPhone() })
  await service.clock.advance(1_000)
  expect(await client.until(body.id, ({ status }) => status !== 'pending')).toMatchObject({
    status: 'failed',
    reason: 'bad_number',
    steps: [{ status: 'undelivered' }, { status: 'skipped' }],
  })
})

it('[V2-8] the next step starts the given seconds after a delivered one, and codes of all started steps are accepted', async () => {
  const { body } = await client.create({
    phone: freshPhone(),
    steps: [{ mode: 'flash', seconds: 30 }, { mode: 'voice' }],
  })
  await service.clock.advance(1_000)
  const delivered = await client.until(body.id, ({ steps }) => steps[0].status === 'delivered')
  expect(Date.parse(delivered.steps[1].starts_at) - Date.parse(delivered.steps[0].ended_at)).toBe(30_000)
  await service.clock.hasten(29_000)
  expect(placed().length).toBe(1)
  await service.clock.advance(2_000)
  await client.until(body.id, ({ steps }) => steps[1].status !== 'planned')
  expect(placed().length).toBe(2)
  expect((await client.check(body.id, placed()[0]!.code)).body.valid).toBe(true)
})

it('[V2-142] a step that would begin after the verification expires is skipped as soon as that is known', async () => {
  const steps = [{ mode: 'flash', seconds: 60 }, { mode: 'voice' }]
  const { body } = await client.create({ phone: freshPhone(), expires_in: 60, steps })
  await service.clock.advance(1_000)
  const read = await client.until(body.id, ({ steps: [step] }) => step.status === 'delivered')
  expect([read.status, read.steps[1]]).toEqual([
    'pending',
    { mode: 'voice', status: 'skipped', reason: 'expires_first' },
  ])
})

it('[V2-9] a verification expires after expires_in, and its ringing call is hung up', async () => {
  service.telephony.outcome = undefined
  const { body } = await client.create({
    phone: freshPhone(),
    expires_in: 60,
    steps: [{ mode: 'flash', seconds: 5 }, { mode: 'mix' }],
  })
  placed()[0]!.end({ completed: true, reason: 'rang' })
  await service.clock.advance(1_000)
  await client.until(body.id, ({ steps }) => steps[0].status === 'delivered')
  await service.clock.hasten(20_000)
  await client.until(body.id, ({ steps }) => steps[1].status === 'started')
  await service.clock.hasten(40_000)
  expect(await client.until(body.id, ({ status }) => status !== 'pending')).toMatchObject({
    status: 'expired',
  })
  expect(placed()[1]!.isHungUp).toBe(true)
  const settled = await client.until(body.id, ({ steps }) => steps[1].status === 'delivered')
  expect(settled).toMatchObject({ status: 'expired', steps: [{}, { price: expect.any(String) }] })
})

it('[V2-10] canceling a verification hangs the ringing call up, which is charged like a call of /v1.0', async () => {
  service.telephony.outcome = undefined
  const { body } = await client.create({ phone: freshPhone() })
  const canceled = await client.ask(`/verifications/${body.id}/cancel`, {})
  expect([canceled.status, canceled.body.status]).toEqual([200, 'canceled'])
  expect(placed()[0]!.isHungUp).toBe(true)
  await service.clock.advance(1_000)
  const settled = await client.until(body.id, ({ steps }) => steps[0].status === 'delivered')
  expect(settled.steps[0].price).toBe('0.80')
  const again = await client.ask(`/verifications/${body.id}/cancel`, '')
  expect([again.status, again.body.status]).toEqual([200, 'canceled'])
  const { body: other } = await client.create({ phone: freshPhone() })
  await client.check(other.id, placed()[1]!.code)
  const late = await client.ask(`/verifications/${other.id}/cancel`, {})
  expect([late.status, late.body.verification_status]).toEqual([409, 'approved'])
  placed()[1]!.end({ completed: true, reason: 'rang' })
})

it('[V2-11] /next starts the next step: not while one rings, not before the number has rested, not when none is left', async () => {
  service.telephony.outcome = undefined
  const { body } = await client.create({ phone: freshPhone() })
  const next = () => client.ask(`/verifications/${body.id}/next`, {})
  const ringing = await next()
  expect([ringing.status, ringing.body.code]).toEqual([409, 'step_in_progress'])
  placed()[0]!.end({ completed: true, reason: 'rang' })
  await service.clock.advance(1_000)
  await client.until(body.id, ({ steps }) => steps[0].status === 'delivered')
  const resting = await next()
  expect([resting.status, resting.body.code, resting.headers.get('retry-after')]).toEqual([
    429,
    'number_rests',
    '14',
  ])
  await service.clock.hasten(14_000)
  const started = await next()
  expect([started.status, started.body.steps[1].status]).toEqual([200, 'started'])
  placed()[1]!.end({ completed: true, reason: 'spoken' })
  await service.clock.advance(1_000)
  await client.until(body.id, ({ steps }) => steps[1].status === 'delivered')
  const none = await next()
  expect([none.status, none.body.code]).toEqual([409, 'no_step_left'])
  const lost = (await client.create({ phone: freshPhone() })).body.id
  placed()[2]!.end({ completed: false, reason: 'no result in time' })
  await service.clock.advance(1_000)
  await client.until(lost, ({ steps }) => steps[0].status === 'undelivered')
  const mayRing = await client.ask(`/verifications/${lost}/next`, {})
  expect([mayRing.status, mayRing.body.code]).toEqual([409, 'step_in_progress'])
})

it('[V2-12] POST /v2/checks checks a code by phone against the newest pending verification', async () => {
  const phone = freshPhone()
  const missing = await client.ask('/checks', { phone, code: '1234' })
  expect([missing.status, missing.body.code]).toEqual([404, 'verification_not_found'])
  await client.create({ phone: `+${phone}` })
  const { code } = placed()[0]!
  const checked = await client.ask('/checks', { phone, code })
  expect(checked.body).toMatchObject({ valid: true, status: 'approved' })
  expect((await client.ask('/checks', { phone, code })).body).toMatchObject({
    valid: true,
    status: 'approved',
  })
  const wrong = await client.ask('/checks', { phone, code: '0000' })
  expect([wrong.status, wrong.body.code]).toEqual([409, 'verification_ended'])
  await service.clock.hasten(60_000)
  expect((await client.ask('/checks', { phone, code })).status).toBe(404)
  const other = await openV2Client(service)
  expect((await other.ask('/checks', { phone, code })).status).toBe(404)
})

it('[V2-13] a repeated Idempotency-Key gets the first answer byte for byte, while the step rings and after', async () => {
  service.telephony.outcome = undefined
  const request = { phone: freshPhone() }
  const key = { 'Idempotency-Key': 'k1' }
  const [first, ...others] = await Promise.all([0, 1, 2].map(() => client.create(request, key)))
  expect(new Set([first!.text, ...others.map(({ text }) => text)]).size).toBe(1)
  expect(placed().length).toBe(1)
  placed()[0]!.end({ completed: true, reason: 'rang' })
  await service.clock.advance(1_000)
  await client.until(first!.body.id, ({ steps }) => steps[0].status === 'delivered')
  const again = await client.create(request, key)
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
    201,
    first!.text,
    'true',
  ])
  const other = await client.create({ ...request, client: 'x' }, key)
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
})

it('[V2-143] on_pending "return" answers with the pending verification of the same phone and client or device, and with no other', async () => {
  service.telephony.outcome = undefined
  const phone = freshPhone()
  const first = await client.create({ phone, client: 'Ann', device_id: 'd1', on_pending: 'return' })
  expect(first.status).toBe(201)
  const again = await client.create({
    phone,
    client: 'Ann',
    on_pending: 'return',
    steps: [{ mode: 'voice' }],
  })
  expect([again.status, again.body.id, again.headers.get('location')]).toEqual([200, first.body.id, null])
  const byDevice = await client.create({ phone, client: 'Bob', device_id: 'd1', on_pending: 'return' })
  expect([byDevice.status, byDevice.body.id]).toEqual([200, first.body.id])
  expect(placed()).toHaveLength(1)
  // Somebody else's, nobody's or a new one is asked for: the number rests.
  for (const body of [
    { phone, client: 'Bob', on_pending: 'return' },
    { phone, client: '', on_pending: 'return' },
    { phone, on_pending: 'return' },
    { phone, device_id: 'd2', on_pending: 'return' },
    { phone, client: 'Ann', on_pending: 'new' },
    { phone, client: 'Ann' },
  ])
    expect((await client.create(body)).body.code).toBe('number_rests')
  await client.ask(`/verifications/${first.body.id}/cancel`, {})
  expect((await client.create({ phone, client: 'Ann', on_pending: 'return' })).body.code).toBe('number_rests')
  const other = await openV2Client(service)
  await service.clock.hasten(15_000)
  expect((await other.create({ phone, client: 'Ann', on_pending: 'return' })).status).toBe(201)
})

it('[V2-98] nobody is called after a 503 of /v2: the stored verification is ended, and its key is free again', async () => {
  const { store, clock } = service
  const create = store.createVerification
  vi.spyOn(store, 'createVerification').mockImplementationOnce(async (request) => {
    throw new OutcomeUnknown('the answer to the commit was lost', { result: await create(request) })
  })
  const request = { phone: freshPhone(), steps: [{ mode: 'flash' }, { mode: 'flash' }] }
  const key = { 'Idempotency-Key': 'k98' }
  expect((await client.create(request, key)).status).toBe(503)
  const made = async () => (await client.ask('/verifications')).body.verifications
  const [lost] = await eventually(made, ([first]) => first?.status === 'canceled')
  expect(lost).toMatchObject({ reason: 'not_acknowledged', steps: [{}, { status: 'skipped' }] })
  await clock.advance(20_000)
  const again = await client.create(request, key)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null])
  expect(again.body.id).not.toBe(lost.id)
  await clock.hasten(90_000)
  await client.until(lost.id, ({ steps }) => steps[0].status === 'undelivered')
  expect(new Set(placed().map(({ vendorId }) => vendorId)).has(lost.steps[0].vendor_id)).toBe(false)
  expect((await client.read(lost.id)).body.steps[0]).toMatchObject({ price: '0.00' })
})

it('[V2-14] a verification that cannot start is refused with the first reason, and nothing is stored', async () => {
  service.telephony.answer = 'no-way'
  const refused = await client.create({ phone: freshPhone() })
  expect([refused.status, refused.body.code]).toEqual([503, 'no_route'])
  const poor = await openV2Client(service, {}, { roubles: 0 })
  service.telephony.answer = 'planned'
  const unpaid = await poor.create({ phone: freshPhone() })
  expect([unpaid.status, unpaid.body.code]).toEqual([402, 'insufficient_funds'])
  expect((await poor.ask('/verifications')).body).toEqual({ verifications: [], next_cursor: null })
  await service.store.changeTariff({ code: 'flash only', name: 'Flash', chargesFailed: false })
  const price = { mode: 'flash' as const, prefix: '', priceUnits: 8_000 }
  await service.store.changeTariff({ code: 'flash only', prices: [price] })
  await noticed(service)
  const its = await openV2Client(service, {}, { tariff: 'flash only' })
  const unpriced = await its.create({ phone: freshPhone(), steps: [{ mode: 'voice' }, { mode: 'inbound' }] })
  expect([unpriced.status, unpriced.body.code, unpriced.headers.get('retry-after')]).toEqual([
    403,
    'no_price',
    null,
  ])
})

it('[V2-15] a step that cannot start is skipped, and the verification begins with the next', async () => {
  const { status, body } = await client.create({
    phone: freshPhone(),
    steps: [{ mode: 'http', channel: 'sms' }, { mode: 'flash' }],
  })
  expect(status).toBe(201)
  expect(body.steps).toMatchObject([{ status: 'skipped', reason: 'no_gateway' }, { status: 'started' }])
})

it('[V2-16] a verification never costs more than its max_cost', async () => {
  const { body } = await client.create({ phone: freshPhone(), max_cost: '0.80' })
  await service.clock.advance(1_000)
  await client.until(body.id, ({ steps }) => steps[0].status === 'delivered')
  await service.clock.hasten(20_000)
  const skipped = await client.until(body.id, ({ steps }) => steps[1].status === 'skipped')
  expect(skipped).toMatchObject({ status: 'pending', steps: [{}, { reason: 'max_cost' }] })
  const dear = await client.create({ phone: freshPhone(), max_cost: '0.10' })
  expect([dear.status, dear.body.code]).toEqual([422, 'max_cost'])
  const free = await client.create({ phone: freshPhone(), max_cost: '0' })
  expect([free.status, free.body.code]).toEqual([422, 'max_cost'])
  expect((await client.create({ phone: '+79000000001', max_cost: '0' })).status).toBe(201)
})

it('[V2-17] codes of other lengths than four are spoken only; flash steps have four digits', async () => {
  const { status, body } = await client.create({ phone: freshPhone(), code_length: 6 })
  expect([status, body.steps.map(({ mode }: { mode: string }) => mode)]).toEqual([201, ['voice']])
  expect(placed()[0]!.code).toMatch(/^\d{6}$/)
  const shown = await client.create({ phone: freshPhone(), code_length: 6, steps: [{ mode: 'flash' }] })
  expect([shown.status, shown.body.errors[0].pointer]).toEqual([400, '/steps/0/mode'])
  const other = await client.create({ phone: freshPhone(), code: '123456' })
  expect([other.status, other.body.errors[0].pointer]).toEqual([400, '/code'])
  const own = await client.create({
    phone: freshPhone(),
    code: '7410',
    steps: [{ mode: 'flash' }, { mode: 'voice' }],
  })
  expect(placed().at(-1)!.code).toBe('7410')
  expect((await client.check(own.body.id, '7410')).body.valid).toBe(true)
})

it('[V2-18] a code that the request gives is used in every step', async () => {
  service.telephony.outcome = busy
  const { body } = await client.create({ phone: freshPhone(), code: '7411' })
  await service.clock.advance(1_000)
  await client.until(body.id, ({ steps }) => steps[0].status === 'undelivered')
  await service.clock.hasten(16_000)
  await client.until(body.id, ({ steps }) => steps[1].status !== 'planned')
  expect(placed().map(({ code }) => code)).toEqual(['7411', '7411'])
})

it('[V2-260] reuse_code: steps whose calling number does not show the code have one, for the price of a drawn code', async () => {
  service.telephony.outcome = busy
  const steps = ['flash', 'voice', 'voice'].map((mode) => ({ mode, seconds: 5 }))
  const { body } = await client.create({ phone: freshPhone(), steps, reuse_code: true })
  for (const step of [0, 1]) {
    await service.clock.advance(1_000)
    await client.until(body.id, ({ steps }) => steps[step].status === 'undelivered')
    // The last one rings.
    if (step === 1) service.telephony.outcome = undefined
    await service.clock.hasten(16_000)
    await client.until(body.id, ({ steps }) => steps[step + 1].status !== 'planned')
  }
  const [flash, first, second] = placed().map(({ request }) => request)
  expect([flash!.code, first!.mode, second!.code]).toEqual([undefined, 'voice', first!.code])
  expect(first!.code).toMatch(/^\d{4}$/)
  const stored = await service.store.verification(body.id)
  expect(stored!.sealedCode).not.toBeNull()
  await client.check(body.id, first!.code!)
  expect((await service.store.verification(body.id))!.sealedCode).toBeNull()
})

/** Types five wrong codes after the first call was delivered. */
async function guessFive(body: object) {
  const made = await client.create({ attempts: 5, steps: [{ mode: 'flash' }], ...body })
  if (made.status !== 201) return made
  await service.clock.advance(1_000)
  await client.until(made.body.id, ({ steps }) => steps[0].status === 'delivered')
  for (let guess = 0; guess < 5; guess++) await client.check(made.body.id, '0000')
  await service.clock.leap(15_000)
  return made
}

it('[V2-19] a phone is blocked after twenty wrong codes in a day, except for calls from it', async () => {
  const phone = freshPhone()
  for (let nth = 0; nth < 4; nth++) expect((await guessFive({ phone })).status).toBe(201)
  const blocked = await guessFive({ phone })
  expect([blocked.status, blocked.body.code]).toEqual([429, 'phone_blocked'])
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(86_000)
  const steps = [{ mode: 'flash' }, { mode: 'inbound' }]
  const inbound = await client.create({ phone, steps })
  expect(inbound.body.steps).toMatchObject([{ status: 'skipped', reason: 'blocked' }, { status: 'started' }])
})

it('[V2-48] an end-user address or device is refused for a phone after ten wrong codes for it in a day', async () => {
  const phone = freshPhone()
  for (let nth = 0; nth < 2; nth++) await guessFive({ phone, ip: `2001:db8::${nth}` })
  const refused = await guessFive({ phone, ip: '2001:db8::9' })
  expect([refused.status, refused.body.code]).toEqual([429, 'source_blocked'])
  expect((await client.create({ phone: freshPhone(), ip: '2001:db8::9' })).status).toBe(201)
  expect((await client.create({ phone, ip: '2001:db8:1::9' })).status).toBe(201)
  const other = freshPhone()
  for (let nth = 0; nth < 2; nth++) await guessFive({ phone: other, device_id: 'd1' })
  const device = await guessFive({ phone: other, device_id: 'd1', trusted: true })
  expect([device.status, device.body.code]).toEqual([429, 'source_blocked'])
  expect((await client.create({ phone: other, device_id: 'd2' })).status).toBe(201)
})

it('[V2-49] a code that is one of fewer than 1,000 may be tried twice, one of fewer than 200 once', async () => {
  const attemptsLeft = async (codes: number) => {
    service.telephony.codes = codes
    return (await client.create({ phone: freshPhone(), attempts: 5 })).body.attempts_left
  }
  expect([await attemptsLeft(199), await attemptsLeft(999), await attemptsLeft(1_000)]).toEqual([1, 2, 5])
})

it('[V2-29] requests of one end-user address in an hour are limited, each limit with a code of its own', async () => {
  const limits = { verifications: 5, phones: 3, countries: 2 }
  const its = await openV2Client(service, { addressLimits: limits })
  const ask = (phone: string, ip: string, headers = {}) =>
    its.create({ phone, ip, steps: [{ mode: 'flash' }] }, headers)
  const first = freshPhone()
  expect((await ask(first, '2001:db8::1')).status).toBe(201)
  expect((await ask('77011234568', '2001:0DB8:0:0:ffff::2')).status).toBe(201)
  const third = await ask('375291234567', '2001:db8::3')
  expect([third.status, third.body.code]).toEqual([429, 'ip_country_limit'])
  expect((await ask(freshPhone(), '2001:db8::4')).status).toBe(201)
  const before = await balanceOf(its)
  const fourth = await ask(freshPhone(), '2001:db8::5', { 'Accept-Language': 'ru' })
  expect(fourth.body).toMatchObject({
    code: 'ip_phone_limit',
    type: '/docs/errors/ip_phone_limit',
    title: 'Слишком много разных телефонов с этого адреса',
  })
  expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(3_500)
  expect(await balanceOf(its)).toBe(before)
  for (const _ of [0, 1]) {
    await service.clock.hasten(16_000)
    expect((await ask(first, '2001:db8::1')).status).toBe(201)
  }
  await service.clock.hasten(16_000)
  const full = await ask(first, '2001:db8::1')
  expect([full.status, full.body.code]).toEqual([429, 'ip_verification_limit'])
  expect((await ask(freshPhone(), '2001:db8:0:1::1')).status).toBe(201)
  expect((await its.create({ phone: freshPhone() })).status).toBe(201)
  expect((await ask('79000000001', '2001:db8::1')).status).toBe(201)
})

it('[V2-160] requests of one device in an hour are limited unless the end user is trusted, and its id is stored nowhere', async () => {
  const its = await openV2Client(service, { addressLimits: { verifications: 3, phones: 2, countries: 1 } })
  const ask = (phone: string, more: object) =>
    its.create({ phone, device_id: 'device-of-Ann', steps: [{ mode: 'flash' }], ...more })
  const first = freshPhone()
  expect((await ask(first, { ip: '203.0.113.1' })).status).toBe(201)
  expect((await ask('77011234569', {})).body.code).toBe('device_country_limit')
  expect((await ask(freshPhone(), { ip: '203.0.113.2' })).status).toBe(201)
  expect((await ask(freshPhone(), {})).body.code).toBe('device_phone_limit')
  expect((await ask(freshPhone(), { trusted: false })).body.code).toBe('device_phone_limit')
  const known = await ask(freshPhone(), { ip: '203.0.113.1', trusted: true })
  expect(known.status).toBe(201)
  await service.clock.hasten(16_000)
  expect((await ask(first, {})).body.code).toBe('device_verification_limit')
  expect((await ask(first, { device_id: 'device-of-Bob' })).status).toBe(201)
  for (const device_id of ['', 'x'.repeat(129), 7])
    expect((await ask(first, { device_id })).body.errors).toMatchObject([{ pointer: '/device_id' }])
  expect(isStored(service, 'device-of-Ann')).toBe(false)
})

it('[V2-178] a voice call that asks for a key shows it in hint.key, and the right key approves without a code', async () => {
  service.telephony.outcome = undefined
  const steps = [{ mode: 'voice', confirm: 'key' }]
  const { body } = await client.create({ phone: freshPhone(), steps })
  const [call] = placed()
  expect(call!.request.key!.digits).toMatch(/^\d{2}$/)
  expect(body.hint.key).toBe(call!.request.key!.digits)
  expect(body.steps).toMatchObject([{ mode: 'voice', confirm: 'key', status: 'started' }])
  // The key is on the page: whoever types it has proved nothing.
  for (const code of [body.hint.key, call!.code])
    expect((await client.check(body.id, code)).body.code).toBe('nothing_to_check')
  call!.end({ completed: true, reason: 'key pressed' })
  await service.clock.advance(1_000)
  const after = await client.until(body.id, ({ status }) => status !== 'pending')
  expect(after).toMatchObject({ status: 'approved', steps: [{ status: 'delivered', reason: 'key pressed' }] })
  const flash = await client.create({ phone: freshPhone(), steps: [{ mode: 'flash', confirm: 'key' }] })
  expect(flash.body.errors).toMatchObject([{ pointer: '/steps/0/confirm' }])
  const own = await client.create({ phone: freshPhone(), steps, code: '1234' })
  expect(own.body.errors).toMatchObject([{ pointer: '/code' }])
})

it('[V2-179] a wrong key is a wrong try, and the last one ends the call', async () => {
  service.telephony.outcome = undefined
  const steps = [{ mode: 'voice', confirm: 'key' }, { mode: 'flash' }]
  const { body } = await client.create({ phone: freshPhone(), steps, attempts: 2 })
  const [call] = placed()
  call!.request.key!.onWrong()
  await client.until(body.id, ({ attempts_left }) => attempts_left === 1)
  expect(call!.isHungUp).toBe(false)
  call!.request.key!.onWrong()
  const after = await client.until(body.id, ({ status }) => status !== 'pending')
  expect(after).toMatchObject({ status: 'failed', reason: 'max_attempts', attempts_left: 0 })
  expect([call!.isHungUp, placed().length]).toEqual([true, 1])
  service.telephony.outcome = { completed: false, reason: 'no key pressed' }
  const none = await client.create({ phone: freshPhone(), steps: [{ mode: 'voice', confirm: 'key' }] })
  await service.clock.advance(1_000)
  const ended = await client.until(none.body.id, ({ status }) => status !== 'pending')
  expect(ended).toMatchObject({
    reason: 'not_reached',
    steps: [{ status: 'undelivered', reason: 'no key pressed' }],
  })
})

it('[V2-20] verifications are listed, paged and searched, and phones never stand in a URL', async () => {
  const phone = freshPhone()
  const ids: string[] = []
  for (const client7 of ['a', 'b', 'a']) {
    const { body } = await client.create({ phone: ids.length === 0 ? phone : freshPhone(), client: client7 })
    ids.unshift(body.id)
    await service.clock.advance(10)
  }
  const idsOf = ({ body }: { body: { verifications: { id: string }[] } }) =>
    body.verifications.map(({ id }) => id)
  expect(idsOf(await client.ask('/verifications'))).toEqual(ids)
  const first = await client.ask('/verifications?limit=2')
  expect([idsOf(first), first.body.next_cursor]).toEqual([ids.slice(0, 2), ids[1]])
  expect(idsOf(await client.ask(`/verifications?limit=2&cursor=${first.body.next_cursor}`))).toEqual([ids[2]])
  expect(idsOf(await client.ask('/verifications?client=a'))).toEqual([ids[0], ids[2]])
  expect(idsOf(await client.ask('/verifications?status=approved'))).toEqual([])
  expect(idsOf(await client.ask('/verifications/search', { phone }))).toEqual([ids[2]])
  const foreign = await openV2Client(service)
  expect((await foreign.read(ids[0]!)).status).toBe(404)
  expect((await foreign.check(ids[0]!, '1234')).status).toBe(404)
})

it('[V2-21] test numbers behave in /v2 as in /v1.0: 001 is delivered, 002 is not, both free', async () => {
  const good = await client.create({ phone: '79000000001', code: '1234' })
  expect(good.body).toMatchObject({ test: true, steps: [{ price: null }, {}] })
  const bad = await client.create({ phone: '79000000002', steps: [{ mode: 'flash' }] })
  await service.clock.advance(2_000)
  expect(await client.until(good.body.id, ({ steps }) => steps[0].status !== 'started')).toMatchObject({
    steps: [{ status: 'delivered' }, {}],
  })
  expect((await client.check(good.body.id, '1234')).body).toMatchObject({ valid: true })
  expect(await client.until(bad.body.id, ({ status }) => status !== 'pending')).toMatchObject({
    reason: 'not_reached',
  })
  expect(placed()).toEqual([])
})

it('[V2-22] an inbound step is approved by a call from the person, and followed by a call step when none comes', async () => {
  const phone = freshPhone()
  const { body } = await client.create({ phone, steps: [{ mode: 'inbound' }, { mode: 'flash' }] })
  expect(body.inbound).toEqual({
    number: expect.stringMatching(/^\+7495\d{7}$/),
    uri: `tel:${body.inbound.number}`,
    pretty: expect.stringMatching(/^\+7 495 \d{3}-\d\d-\d\d$/),
    expires_at: new Date(Date.parse(body.created_at) + 120_000).toISOString(),
  })
  expect(body.inbound.pretty.replaceAll(/[ -]/g, '')).toBe(body.inbound.number)
  expect(body.hint.caller).toBeNull()
  expect((await client.check(body.id, '1234')).body.code).toBe('nothing_to_check')
  await addTrunk(service.store, 'simulator', true)
  const call = { callerE164: phone, calledE164: body.inbound.number.slice(1), trunk: 'simulator' }
  const arrived = callArrived(service, call)
  const approved = await eventually(
    async () => {
      await service.clock.advance(200)
      return (await client.read(body.id)).body
    },
    ({ status }) => status !== 'pending',
  )
  expect(await arrived).toBe('matched')
  expect(approved).toMatchObject({
    status: 'approved',
    inbound: null,
    steps: [{ status: 'delivered', reason: 'called' }, { status: 'skipped' }],
  })
  const silent = await client.create({
    phone: freshPhone(),
    steps: [{ mode: 'inbound' }, { mode: 'flash' }],
    inbound_expires_in: 30,
  })
  await service.clock.hasten(32_000)
  const called = await client.until(silent.body.id, ({ steps }) => steps[1].status !== 'planned')
  expect(called.steps[1]).toMatchObject({ started_at: expect.any(String) })
  const alone = await client.create({ phone: freshPhone(), steps: [{ mode: 'inbound' }], code: '1234' })
  expect([alone.status, alone.body.errors[0].pointer]).toEqual([400, '/code'])
})

it('[V2-155] an inbound step has its link as a QR code when it is asked for, at the creation and when reading', async () => {
  const asked = { phone: freshPhone(), steps: [{ mode: 'inbound' }] }
  const plain = (await client.create(asked)).body
  expect(plain.inbound.qr).toBeUndefined()
  const image = renderSVG(plain.inbound.uri, { ecc: 'M', border: 2 })
  expect((await client.ask(`/verifications/${plain.id}?qr=svg`)).body.inbound).toEqual({
    ...plain.inbound,
    qr: image,
  })
  const drawn = (await client.create({ ...asked, phone: freshPhone(), qr: 'svg' })).body
  expect(drawn.inbound.qr).toBe(renderSVG(drawn.inbound.uri, { ecc: 'M', border: 2 }))
  const called = await client.create({ phone: freshPhone(), steps: [{ mode: 'flash' }], qr: 'svg' })
  expect(called.body.inbound).toBeNull()
  const wrong = await client.create({ ...asked, qr: 'png' })
  expect([wrong.status, wrong.body.errors]).toEqual([400, [{ pointer: '/qr', expected: '"svg"' }]])
})

it('[V2-23] POST /v2/feedback takes feedback on calls of /v1.0 alone', async () => {
  const call = await client.post('initCall', { phone: freshPhone() })
  const vendorId = call.body.vendor_id
  expect((await client.ask('/feedback', { vendor_id: vendorId, approved: true })).body).toEqual({
    vendor_id: vendorId,
    approved: true,
    counted: true,
  })
  expect((await client.ask('/feedback', { vendor_id: 1, approved: true })).status).toBe(404)
  const step = (await client.create({ phone: freshPhone() })).body.steps[0].vendor_id
  const refused = await client.ask('/feedback', { vendor_id: step, approved: true })
  expect([refused.status, refused.body.code]).toEqual([409, 'feedback_for_step'])
})

it('[V2-24] POST /v2/phones looks up numbers as people type them, and charges valid ones alone', async () => {
  const before = await balanceOf(client)
  const { body } = await client.ask('/phones', { phones: ['8 (916) 123-45-67', 'nonsense'] })
  expect(body.phones).toMatchObject([
    { source: '8 (916) 123-45-67', valid: true, phone: '+79161234567', country: 'RU', mobile: true },
    { source: 'nonsense', valid: false, code: 'not_a_number', price: '0.00' },
  ])
  expect(Math.round((before - (await balanceOf(client))) * 100)).toBe(
    Math.round(Number(body.phones[0].price) * 100),
  )
})

it('[V2-147] POST /v2/phones charges a number that comes twice once, and a repeated Idempotency-Key nothing', async () => {
  const phones = [
    '+79161234567',
    'no number',
    79161234567,
    '8 916 123-45-67',
    `${'+7916123456'.padEnd(101, '8')}`,
  ]
  const before = await balanceOf(client)
  const key = { 'Idempotency-Key': 'many' }
  const first = await client.ask('/phones', { phones }, key)
  expect(first.body.phones).toMatchObject([
    { valid: true, phone: '+79161234567' },
    { valid: false, code: 'not_a_number' },
    { source: '79161234567', valid: false, code: 'not_a_number' },
    { valid: true, phone: '+79161234567', price: '0.00' },
    { valid: false, code: 'not_a_number' },
  ])
  const paid = Math.round((before - (await balanceOf(client))) * 100) / 100
  expect(paid).toBe(Number(first.body.phones[0].price))
  expect(paid).toBeGreaterThan(0)
  const again = await client.ask('/phones', { phones }, key)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  expect(again.text).toBe(first.text)
  const other = await client.ask('/phones', { phones: ['+79161234567'] }, key)
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  expect(Math.round((before - (await balanceOf(client))) * 100) / 100).toBe(paid)
  const many = Array.from({ length: 1_000 }, (_, each) => `+7 (916) 123-45-67 ${'.'.repeat(each % 40)}`)
  expect((await client.ask('/phones', { phones: many })).status).toBe(200)
  expect((await client.ask('/phones', { phones: many.map((each) => each.padEnd(99)) })).status).toBe(413)
})

it('[V2-95] POST /v2/phones answers the first numbers that there is money for, with one hold and one charge', async () => {
  const price = 400
  const its = await openV2Client(service, {}, { roubles: 0.1 })
  const before = (await service.store.ledger({ accountId: its.accountId, afterEntry: 0, limit: 10 })).length
  const { body } = await its.ask('/phones', {
    phones: ['79161234567', 'nonsense', '79161234568', '79161234569', '79161234570'],
  })
  const codes = body.phones.map((each: { valid?: boolean; code?: string }) => each.code ?? each.valid)
  expect(codes).toEqual([true, 'not_a_number', true, 'insufficient_funds', 'insufficient_funds'])
  const entries = await eventually(
    () => service.store.ledger({ accountId: its.accountId, afterEntry: before, limit: 10 }),
    (found) => found.length === 1,
  )
  expect(entries).toMatchObject([{ kind: 'capture', amountUnits: -2 * price }])
  const { status, body: problem } = await its.ask('/phones', { phones: ['79161234571', '79161234572'] })
  expect([status, problem.code]).toEqual([402, 'insufficient_funds'])
})

it('[V2-202] POST /v2/phones: a repeated Idempotency-Key buys nothing that the first request had no money for', async () => {
  const tariff = { code: 'far-and-near', name: 'Far and near', chargesFailed: false }
  const prices = Object.entries({ '': 400, '49': 0, '7': 1_000_000 }).map(([prefix, priceUnits]) => ({
    mode: 'checkPhone' as const,
    prefix,
    priceUnits,
  }))
  await service.store.changeTariff({ ...tariff, prices })
  await noticed(service)
  const its = await openV2Client(service, {}, { roubles: 1, tariff: tariff.code })
  const [near, far, free] = ['+79161234567', '+447911123456', '+4915112345678']
  const requests = [
    { phones: [far, near], key: { 'Idempotency-Key': 'far first' }, codes: [true, 'insufficient_funds'] },
    {
      phones: ['nonsense', near, far],
      key: { 'Idempotency-Key': 'near first' },
      codes: ['not_a_number', 'insufficient_funds', true],
    },
    {
      phones: [free, near],
      key: { 'Idempotency-Key': 'free first' },
      codes: [true, 'insufficient_funds'],
    },
    {
      phones: ['nonsense', near],
      key: { 'Idempotency-Key': 'nothing paid' },
      codes: ['not_a_number', 'insufficient_funds'],
    },
    { phones: ['nonsense'], key: { 'Idempotency-Key': 'no number' }, codes: ['not_a_number'] },
  ]
  const firsts: string[] = []
  for (const { phones, key, codes } of requests) {
    const { body, text } = await its.ask('/phones', { phones }, key)
    expect(body.phones.map((each: { valid?: boolean; code?: string }) => each.code ?? each.valid)).toEqual(
      codes,
    )
    firsts.push(text)
  }
  await service.store.topUp({
    accountId: its.accountId,
    amountUnits: 5_000_000,
    note: '',
    at: service.clock.now(),
  })
  const before = await balanceOf(its)
  for (const [index, { phones, key }] of requests.entries()) {
    const { text, headers } = await its.ask('/phones', { phones }, key)
    expect([text, headers.get('idempotency-replayed')]).toEqual([firsts[index], 'true'])
    const other = await its.ask('/phones', { phones: ['+79161234568'] }, key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  }
  expect(await balanceOf(its)).toBe(before)
  const refused = { 'Idempotency-Key': 'refused as a whole' }
  const poor = await openV2Client(service, {}, { roubles: 1, tariff: tariff.code })
  expect((await poor.ask('/phones', { phones: [near, far] }, refused)).status).toBe(402)
  expect((await poor.ask('/phones', { phones: [far] }, refused)).status).toBe(200)
})

it('[V2-25] initRepeat of /v1.0 cannot repeat a step of /v2', async () => {
  const legacy = await openV2Client(service, { legacyRepeats: true })
  service.telephony.outcome = busy
  const { body } = await legacy.create({ phone: freshPhone(), steps: [{ mode: 'flash' }] })
  await service.clock.hasten(61_000)
  const uid = body.steps[0].vendor_id
  expect((await legacy.post('initRepeat', { uid })).body.code).toBe(13)
  expect((await legacy.get('getInfo', { uid: String(uid) })).body).toMatchObject({
    repeatable: false,
    code: '',
  })
})

it('[V2-26] a verification follows the workflow of the service when the request names no steps', async () => {
  const workflow = [{ match: { country: 'RU' }, steps: [{ mode: 'mix' as const, seconds: 40 }] }]
  const its = await openV2Client(service, { workflow })
  const modesOf = ({ body }: { body: { steps: { mode: string }[] } }) => body.steps.map(({ mode }) => mode)
  expect(modesOf(await its.create({ phone: freshPhone() }))).toEqual(['mix'])
  expect(modesOf(await its.create({ phone: '77011234567' }))).toEqual(['flash', 'voice'])
  const long = await its.create({ phone: freshPhone(), code_length: 6 })
  expect([long.status, long.body.errors[0].pointer]).toEqual([400, '/code_length'])
})

it('[V2-27] a tariff that charges on approval holds the price until the end, then charges or returns it', async () => {
  await service.store.changeTariff({
    code: 'approved',
    name: 'Approved',
    chargesFailed: false,
    chargesOnApproval: true,
  })
  const price = { mode: 'flash' as const, prefix: '', priceUnits: 8_000 }
  await service.store.changeTariff({ code: 'approved', prices: [price] })
  await noticed(service)
  client = await openV2Client(service, {}, { tariff: 'approved', roubles: 100 })
  const steps = [{ mode: 'flash' }]
  const approved = await client.create({ phone: freshPhone(), steps })
  const expired = await client.create({ phone: freshPhone(), steps, expires_in: 60 })
  await service.clock.advance(1_000)
  await client.until(approved.body.id, ({ steps: [step] }) => step.status === 'delivered')
  await client.until(expired.body.id, ({ steps: [step] }) => step.status === 'delivered')
  await service.clock.hasten(57_000)
  expect(await balanceOf(client)).toBe(98.4)
  await client.check(approved.body.id, placed()[0]!.code)
  await service.clock.advance(3_000)
  await client.until(expired.body.id, ({ steps: [step] }) => step.price === '0.00')
  expect((await client.read(approved.body.id)).body.steps[0].price).toBe('0.80')
  expect(await balanceOf(client)).toBe(99.2)
  const { heldUnits } = (await service.store.account(client.accountId))!
  expect([heldUnits, (await service.store.audit()).wrongHolds]).toEqual([0, []])
  // Both calls were delivered; the statistics have the money of the approved one alone.
  const hour = Math.floor(service.clock.now() / 3_600_000) * 3_600_000
  const counted = await eventually(
    async () => {
      await service.clock.advance(500)
      const [total] = await service.store.factTotals({
        serviceIds: [client.id],
        from: hour - 3_600_000,
        to: hour + 3_600_000,
        test: false,
        only: {},
        measures: ['calls', 'delivered', 'price_units'],
        by: ['mode'],
      })
      return total
    },
    (total) => total?.amounts[0] === 2,
  )
  expect(counted).toEqual({ keys: ['flash'], amounts: [2, 2, 8_000] })
})

it('[V2-203] with charge on approval a call without a known outcome is free, also on a tariff that charges failed ones', async () => {
  const tariff = { code: 'failed and approved', name: 'Both', chargesFailed: true, chargesOnApproval: true }
  const prices = [{ mode: 'flash' as const, prefix: '', priceUnits: 8_000 }]
  await service.store.changeTariff({ ...tariff, prices })
  await noticed(service)
  client = await openV2Client(service, {}, { tariff: tariff.code, roubles: 100 })
  // Its outcome never comes, as after a crash.
  service.telephony.outcome = undefined
  const { body } = await client.create({ phone: freshPhone(), steps: [{ mode: 'flash' }, { mode: 'flash' }] })
  await service.clock.hasten(61_500)
  await client.until(body.id, ({ steps }) => steps[1].status === 'started')
  placed()[1]!.end({ completed: true, reason: 'rang' })
  await client.until(body.id, ({ steps }) => steps[1].status === 'delivered')
  expect((await client.check(body.id, placed()[1]!.code)).body.status).toBe('approved')
  const { steps } = await client.until(body.id, (read) => read.steps[1].price !== null)
  expect(steps).toMatchObject([
    { status: 'undelivered', reason: 'no result in time', price: '0.00' },
    { status: 'delivered', price: '0.80' },
  ])
  expect(await balanceOf(client)).toBe(99.2)
  expect((await service.store.audit()).wrongHolds).toEqual([])
})

it('[V2-204] with charge on approval a call that reached nobody leaves room for the next step within max_cost', async () => {
  const tariff = { code: 'approved within', name: 'Approved', chargesOnApproval: true }
  const prices = (['flash', 'voice'] as const).map((mode) => ({ mode, prefix: '', priceUnits: 10_000 }))
  await service.store.changeTariff({ ...tariff, prices })
  await service.store.changeTariff({ ...tariff, code: 'failed within', chargesFailed: true, prices })
  await noticed(service)
  const steps = [{ mode: 'flash' }, { mode: 'voice' }]
  for (const code of [tariff.code, 'failed within']) {
    client = await openV2Client(service, {}, { tariff: code, roubles: 100 })
    service.telephony.outcome = busy
    const { body } = await client.create({ phone: freshPhone(), steps, max_cost: '1.50' })
    await service.clock.advance(1_000)
    await client.until(body.id, (read) => read.steps[0].status === 'undelivered')
    service.telephony.outcome = undefined
    await service.clock.hasten(20_000)
    const second = (await client.until(body.id, (read) => read.steps[1].status !== 'planned')).steps[1]
    expect([second.status, second.reason]).toEqual(
      code === tariff.code ? ['started', null] : ['skipped', 'max_cost'],
    )
    await client.ask(`/verifications/${body.id}/cancel`, {})
    placed().at(-1)!.end(busy)
  }
})

it('[V2-215] a call that a network blocks, or whose person marked the caller, is undelivered and free under every tariff', async () => {
  const tariff = { name: 'Failed ones too', chargesFailed: true, chargesSuspects: true }
  const prices = (['flash', 'voice'] as const).map((mode) => ({ mode, prefix: '', priceUnits: 8_000 }))
  for (const chargesOnApproval of [false, true]) {
    const code = `blocked, ${chargesOnApproval ? 'approved' : 'delivered'}`
    await service.store.changeTariff({ ...tariff, code, chargesOnApproval, prices })
    await noticed(service)
    client = await openV2Client(service, {}, { tariff: code, roubles: 100 })
    for (const reason of ['blocked_by_network', 'unwanted']) {
      service.telephony.outcome = { completed: false, reason }
      const steps = [{ mode: 'flash' }, { mode: 'voice' }]
      const { body } = await client.create({ phone: freshPhone(), steps, max_cost: '0.80' })
      await service.clock.advance(1_000)
      await client.until(body.id, (read) => read.steps[0].status === 'undelivered')
      service.telephony.outcome = { completed: true, reason: 'spoken' }
      await service.clock.hasten(20_000)
      await client.until(body.id, (read) => read.steps[1].status === 'delivered')
      expect((await client.check(body.id, placed().at(-1)!.code)).body.status).toBe('approved')
      const ended = await client.until(body.id, (read) => read.steps[1].price !== null)
      expect(ended.steps).toMatchObject([
        { status: 'undelivered', reason, price: '0.00' },
        { status: 'delivered', price: '0.80' },
      ])
      const { vendor_id: uid } = ended.steps[0]
      expect((await client.post('getInfo', { uid })).body).toMatchObject({ call_status: 0, cost: 0 })
    }
    expect(await balanceOf(client)).toBe(98.4)
  }
  expect((await service.store.audit()).wrongHolds).toEqual([])
})

it('[V2-28] the code of a verification is in no file and in no log line, from the creation to the end', async () => {
  const code = '8305927461'
  const steps = [{ mode: 'voice' }, { mode: 'voice' }]
  const { body } = await client.create({ phone: freshPhone(), code, code_length: 10, steps })
  expect(isStored(service, code)).toBe(false)
  expect((await client.check(body.id, code)).body.valid).toBe(true)
  await service.clock.advance(2_000)
  await client.until(body.id, ({ steps: [step] }) => step.status !== 'started')
  expect(isStored(service, code)).toBe(false)
  expect(JSON.stringify((await client.read(body.id)).body)).not.toContain(code)
})

it('[V2-91] the calling number of a flash or mix step is stored without its last four digits, which are the code', async () => {
  for (const mode of ['flash', 'mix']) {
    const { body } = await client.create({ phone: freshPhone(), steps: [{ mode }] })
    const { code, vendorId } = placed().at(-1)!
    await service.clock.advance(2_000)
    const { hint } = await client.until(body.id, ({ steps: [step] }) => step.status === 'delivered')
    expect(hint.caller).toBe('+7495123****')
    expect(isStored(service, `7495123${code}`)).toBe(false)
    expect((await service.store.call(vendorId))!.code).toBe('')
  }
})
