// The service in memory of @ringkey/client/testing answers as the real one, for every test number.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Ringkey, type RingkeyError, type Verification } from '../../clients/typescript/src/index.ts'
import { TestService } from '../../clients/typescript/src/testing.ts'
import { testNumbers } from '../../server/src/books/test-numbers.ts'
import { openClient } from '../../server/test/contract/scene.ts'
import { eventually, type TestService as RealService, startTestService } from '../../server/test/service.ts'

let service: RealService
let real: Ringkey
beforeAll(async () => {
  service = await startTestService()
  const { key, id } = await openClient(service, {}, { demo: true })
  real = new Ringkey({ url: service.baseUrl, key: `${key}.${id}`, retries: 0 })
})
afterAll(() => service.stop())

const plans = [['flash', 'voice'], ['voice'], ['mix'], ['inbound', 'flash']] as const
/** After the outcome, after the call at 20 s, and after every step: those start late when the clock leaps. */
const moments = [[1_000], [7_000], [14_000], [108_000, 20_000]]

const told = ({ status, reason, steps }: Verification) => ({
  status,
  reason,
  steps: steps.map((step) => [step.mode, step.status, 'reason' in step ? step.reason : null]),
})

async function create(ringkey: Ringkey, phone: string, plan: readonly (typeof plans)[number][number][]) {
  try {
    return await ringkey.verifications.create({
      phone,
      code: '4321',
      steps: plan.map((mode) => ({ mode, seconds: 60 })),
    })
  } catch (error) {
    const { code, status, retryAfterMs } = error as RingkeyError
    return { code, status, retryAfterMs }
  }
}

it('@ringkey/client/testing: plays every test number as the service does', async () => {
  const inMemory = new TestService()
  const played = new Ringkey({ ...inMemory.options, retries: 0 })
  const pending: { readonly name: string; readonly ids: readonly [real: string, played: string] }[] = []
  for (const phone of testNumbers.keys()) {
    for (const plan of plans) {
      const name = `${phone} ${plan.join(', ')}`
      const [one, other] = [await create(real, phone, plan), await create(played, phone, plan)]
      if ('id' in one && 'id' in other) pending.push({ name, ids: [one.id, other.id] })
      else expect([name, other]).toEqual([name, one])
    }
  }
  for (const [moment, pausesMs] of moments.entries()) {
    for (const pauseMs of pausesMs) {
      await service.clock.hasten(pauseMs)
      inMemory.advance(pauseMs)
    }
    for (const { name, ids } of pending) {
      const expected = told(await played.verifications.read(ids[1]))
      const seen = await eventually(
        async () => told(await real.verifications.read(ids[0])),
        (now) => JSON.stringify(now) === JSON.stringify(expected),
        5_000,
      ).catch(async () => told(await real.verifications.read(ids[0])))
      expect([name, moment, expected]).toEqual([name, moment, seen])
    }
  }
})

it('@ringkey/client: speaks to the service: events, phones, v1.0, a token for a browser, errors', async () => {
  const created = await real.verifications.create({
    phone: '+79000000100',
    code: '4321',
    client: 'anna',
    client_token: true,
  })
  const browser = new Ringkey({ url: service.baseUrl, key: created.client_token! })
  expect((await browser.verifications.check(created.id, '4321')).status).toBe('approved')
  expect((await real.verifications.waitForEnd(created.id)).status).toBe('approved')
  const found: string[] = []
  for await (const { id } of real.verifications.list({ client: 'anna' })) found.push(id)
  expect(found).toEqual([created.id])
  expect(await real.phones(['8 (916) 123-45-67'])).toMatchObject([{ phone: '+79161234567', valid: true }])

  const call = await real.v1.initCall({ phone: '79000000100' })
  expect(await real.v1.getInfo(call.vendor_id)).toMatchObject({ call_status: -1, code: call.code })
  expect(await real.feedback(call.vendor_id, true)).toMatchObject({ counted: false })
  expect((await real.v1.getBalance()).tariff).toBe('uni')
  await expect(real.v1.initCall({ phone: '79000000110' })).rejects.toMatchObject({ code: '1002' })
  const unknown = real.verifications.read(`vf_${'0'.repeat(32)}`)
  await expect(unknown).rejects.toMatchObject({
    code: 'verification_not_found',
    status: 404,
    requestId: expect.stringMatching(/./),
    problem: { type: expect.stringContaining('/docs/errors/') },
  })
})
