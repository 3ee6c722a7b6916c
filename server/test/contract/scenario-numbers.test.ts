// The scenario numbers +7 900 000 01 NN: every outcome of /v1.0 and /v2 without a phone.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answer, type Receiver, startReceiver } from '../receiver.ts'
import { eventually, startTestService, type TestService } from '../service.ts'
import { balanceOf, ended, errorOf } from './scene.ts'
import { openV2Client, type V2Client } from './v2-scene.ts'

let service: TestService
let client: V2Client
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver(answer(200))
  service = await startTestService({ RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' })
  // They are free: this account has no money.
  client = await openV2Client(service, {}, { roubles: 0, demo: true })
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

const phoneOf = (last: string) => `790000001${last}`
const seconds = expect.stringMatching(/^\d+$/)

const delivered = (reason: string) => ['delivered', reason]
const undelivered = (reason: string) => ['undelivered', reason]
const outcomes = {
  '00': { flash: delivered('rang'), voice: delivered('rang'), mix: delivered('rang') },
  '01': { flash: delivered('declined'), voice: undelivered('declined'), mix: delivered('declined') },
  '02': { flash: undelivered('busy'), voice: undelivered('busy'), mix: undelivered('busy') },
  '03': {
    flash: undelivered('unreachable'),
    voice: undelivered('unreachable'),
    mix: undelivered('unreachable'),
  },
  '04': {
    flash: undelivered('bad number'),
    voice: undelivered('bad number'),
    mix: undelivered('bad number'),
  },
  '05': { flash: delivered('rang'), voice: undelivered('not answered'), mix: delivered('rang') },
  '06': { flash: delivered('answered'), voice: delivered('spoken'), mix: delivered('spoken') },
  '07': { flash: delivered('rang'), voice: delivered('rang'), mix: delivered('rang') },
  '08': {
    flash: undelivered('no response'),
    voice: undelivered('no response'),
    mix: undelivered('no response'),
  },
} as const

const refusals = {
  10: [1002, 'insufficient_funds', 402],
  11: [1002, 'spend_cap', 402],
  12: [19, 'number_rests', 429],
  13: [18, 'number_limit', 429],
  14: [21, 'do_not_call', 403],
  15: [9, 'prefix_paused', 403],
  16: [9, 'country_not_allowed', 403],
  17: [5, 'no_route', 503],
  18: [503, 'overloaded', 503],
} as const
/** Of a number that we call; a request for a call from the person is not refused so. */
const ofCallsAlone = ['12', '13', '14']

const modes = ['flash', 'voice', 'mix'] as const

const webhooksOf = (vendorId: number) =>
  receiver.received.filter(({ body }) => body.callId === String(vendorId))
const rowsOf = <Row>(rows: Readonly<Record<string, Row>>) => Object.entries(rows) as [string, Row][]

it('[S-1] scenario numbers: initCall ends as the row says, in every mode, free of charge', async () => {
  for (const [last, row] of rowsOf(outcomes)) {
    for (const mode of modes) {
      const { body } = await client.post('initCall', { phone: phoneOf(last), [mode]: true })
      if (last === '07') await service.clock.advance(7_000)
      expect((await client.get('getInfo', { uid: String(body.vendor_id) })).body.call_status).toBe(-1)
      const { call_status, cost } = await ended(service, client, body.vendor_id)
      expect([last, mode, call_status, cost]).toEqual([last, mode, row[mode][0] === 'delivered' ? 1 : 0, 0])
    }
  }
})

it('[S-2] scenario numbers: a step of /v2 ends as the row says, in every mode, free of charge', async () => {
  for (const [last, row] of rowsOf(outcomes)) {
    for (const mode of modes) {
      const { body } = await client.create({ phone: phoneOf(last), code: '4321', steps: [{ mode }] })
      await service.clock.hasten(last === '07' ? 8_000 : 1_000)
      const read = await client.until(body.id, ({ steps }) => steps[0].price !== null)
      const [{ status, reason, price }] = read.steps
      expect([last, mode, read.test, status, reason, price]).toEqual([last, mode, true, ...row[mode], '0.00'])
      if (status === 'undelivered')
        expect([read.status, read.reason]).toEqual(['failed', last === '04' ? 'bad_number' : 'not_reached'])
      else expect((await client.check(body.id, '4321')).body.status).toBe('approved')
    }
  }
})

it('[S-3] scenario numbers: both interfaces refuse as the row says, store nothing and raise no alarm', async () => {
  for (const [last, [code, word, status]] of rowsOf(refusals)) {
    const phone = phoneOf(last)
    const hasRest = status === 429 || status === 503 || last === '11'
    for (const mode of modes) {
      const v1 = await client.post('initCall', { phone, [mode]: true })
      expect([last, ...errorOf(v1)]).toEqual([last, code, status])
      const v2 = await client.create({ phone, code: '4321', steps: [{ mode }] })
      expect([last, v2.body.code, v2.status]).toEqual([last, word, status])
      const rests = [v1, v2].map(({ headers }) => headers.get('retry-after'))
      expect([last, ...rests]).toEqual(hasRest ? [last, seconds, seconds] : [last, null, null])
    }
    const waiting = await client.post('inboundCallWaiting', { phone, callback_url: receiver.url })
    const isCalled = ofCallsAlone.includes(last)
    expect([last, ...(isCalled ? [waiting.status] : errorOf(waiting))]).toEqual(
      isCalled ? [last, 200] : [last, code, status],
    )
    expect((await client.ask('/verifications/search', { phone })).body.verifications).toEqual([])
  }
  await service.clock.advance(1_000)
  expect(
    (await service.store.openAlarms({ now: service.clock.now() })).map(({ kind }) => kind),
  ).not.toContain('spend-cap')
})

it('[S-4] scenario numbers 20 and 21: the person calls after 1 s and 20 s, which confirms', async () => {
  for (const [last, afterMs] of [['20', 1_000] as const, ['21', 20_000] as const]) {
    const phone = phoneOf(last)
    const v1 = await client.post('inboundCallWaiting', { phone, callback_url: receiver.url })
    const v2 = await client.create({ phone, steps: [{ mode: 'inbound' }] })
    await service.clock.hasten(afterMs - 100)
    expect((await client.read(v2.body.id)).body.status).toBe('pending')
    // On a busy machine the service may have learned of its own request only now.
    const read = async () => {
      await service.clock.advance(100)
      return (await client.read(v2.body.id)).body
    }
    expect(await eventually(read, ({ status }) => status !== 'pending')).toMatchObject({
      status: 'approved',
      test: true,
      steps: [{ status: 'delivered' }],
    })
    expect((await ended(service, client, v1.body.vendor_id)).call_status).toBe(1)
    await eventually(
      async () => {
        await service.clock.advance(500)
        return webhooksOf(v1.body.vendor_id).length
      },
      (count) => count === 1,
    )
  }
})

it('[S-5] scenario numbers 22 and 23: no call confirms, and the reason says whether one came', async () => {
  for (const [last, reason] of [['22', 'no result in time'] as const, ['23', 'number withheld'] as const]) {
    const phone = phoneOf(last)
    const v1 = await client.post('inboundCallWaiting', { phone, callback_url: receiver.url })
    const v2 = await client.create({ phone, steps: [{ mode: 'inbound' }], inbound_expires_in: 60 })
    await service.clock.advance(1_000)
    await service.clock.hasten(60_000)
    expect(await client.until(v2.body.id, ({ status }) => status !== 'pending')).toMatchObject({
      status: 'failed',
      steps: [{ status: 'undelivered', reason }],
    })
    expect((await ended(service, client, v1.body.vendor_id)).call_status).toBe(0)
    expect(webhooksOf(v1.body.vendor_id)).toEqual([])
  }
})

it('[S-6] scenario numbers: a mode that the row does not name is as with 00', async () => {
  for (const last of ['20', '22', '23']) {
    const { body } = await client.post('initCall', { phone: phoneOf(last) })
    expect((await ended(service, client, body.vendor_id)).call_status).toBe(1)
  }
  const { body } = await client.create({ phone: phoneOf('02'), steps: [{ mode: 'inbound' }] })
  await service.clock.advance(1_000)
  expect((await client.until(body.id, ({ status }) => status !== 'pending')).status).toBe('approved')
})

it('[S-7] scenario numbers: are served in demo accounts or with test-numbers scenarios, else refused', async () => {
  const live = await openV2Client(service, {}, { demo: false })
  const chosen = await openV2Client(service, { testNumbers: 'scenarios' }, { demo: false })
  const contract = await openV2Client(service, { testNumbers: 'contract' }, { demo: true })
  for (const off of [live, contract]) {
    expect(errorOf(await off.post('initCall', { phone: phoneOf('00') }))).toEqual([9, 403])
    expect((await off.create({ phone: phoneOf('00') })).body.code).toBe('number_not_served')
    expect((await off.post('initCall', { phone: '79000000001' })).status).toBe(200)
  }
  expect((await chosen.post('initCall', { phone: phoneOf('00') })).status).toBe(200)
  expect((await chosen.create({ phone: phoneOf('00') })).body.test).toBe(true)
  expect(await balanceOf(chosen)).toBe(100)
})

it('[S-8] scenario number 07: a step that is canceled before it rings is stopped', async () => {
  const { body } = await client.create({ phone: phoneOf('07'), code: '4321', steps: [{ mode: 'flash' }] })
  await service.clock.advance(2_000)
  await client.ask(`/verifications/${body.id}/cancel`, {})
  await service.clock.advance(1_000)
  const { steps } = await client.until(body.id, (read) => read.steps[0].price !== null)
  expect(steps[0]).toMatchObject({ status: 'undelivered', reason: 'stopped' })
})
