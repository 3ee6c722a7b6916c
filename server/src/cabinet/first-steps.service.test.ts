import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedUp } from '../../test/cabinet-visitor.ts'
import { eventually, startTestService, type TestService } from '../../test/service.ts'
import { codeOfStep, stepAt } from './second-factor/totp.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const nothingDone = { ring: false, code: false, key: false, request: false, webhook: false, factor: false }

it('sign-up in the demo: gives money, a service, and a checklist that ticks itself and goes away when done', async () => {
  const owner = await signedUp(service, 'first@example.com')
  const steps = async () => (await owner.read('/first-steps')).body.steps
  const { serviceId } = (await owner.read('/first-steps')).body
  expect(await steps()).toEqual(nothingDone)
  expect((await owner.read('/services')).body).toMatchObject([
    { id: serviceId, name: 'My site', status: 'active' },
  ])
  expect((await owner.read('/me')).body.account.balance).toBe(100)

  const started = await owner.write('/verifications', {
    serviceId,
    phone: '79161234567',
    steps: ['flash'],
  })
  expect(await steps()).toEqual(nothingDone)
  await service.clock.advance(5_000)
  await eventually(steps, ({ ring }) => ring)
  expect(await steps()).toEqual({ ...nothingDone, ring: true })

  const { code } = service.telephony.placed.at(-1)!
  const checked = await service.raw(`/v2/verifications/${started.body.id}/check`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${started.body.clientToken}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ code }),
  })
  expect(checked.body.valid).toBe(true)
  await service.clock.advance(1_000)
  expect(await steps()).toEqual({ ...nothingDone, ring: true, code: true })

  const { secretKey } = (await owner.write(`/services/${serviceId}/keys`, { name: 'CI', scope: 'all' })).body
  await service.get('getBalance', {}, { authorization: `Bearer ${secretKey}.${serviceId}` })
  await service.clock.advance(1_000)
  expect(await steps()).toMatchObject({ key: false, request: true, webhook: false })
  await owner.write('/first-steps/key-kept')
  expect(await steps()).toMatchObject({ key: true, request: true })

  await owner.write(`/services/${serviceId}/endpoints`, {
    url: 'https://198.41.0.4/events',
    types: null,
    description: '',
    enabled: true,
  })
  expect(await steps()).toMatchObject({ webhook: true, factor: false })

  const { secret, pending } = (await owner.write('/second-factor/totp')).body
  const totp = codeOfStep(secret, stepAt(service.clock.now()))
  await owner.write('/second-factor/totp/confirm', { pending, code: totp })
  expect(Object.values(await steps()).every(Boolean)).toBe(true)
  expect(await steps()).toBeNull()
})

it('checklist of a new account: is dismissed for the whole account, and others never had one', async () => {
  const owner = await signedUp(service, 'second@example.com')
  await owner.write('/first-steps/dismiss')
  expect((await owner.read('/first-steps')).body.steps).toBeNull()
  await owner.write('/first-steps/key-kept')
  expect((await owner.read('/first-steps')).body.steps).toBeNull()
  expect(await service.store.firstSteps(999)).toBeUndefined()
})

it('sign-up outside of the demo: gives a checklist, and neither money nor a service', async () => {
  const real = await startTestService({ RINGKEY_DEMO: 'off' }, { installation: { signUp: 'open' } })
  try {
    const owner = await signedUp(real, 'third@example.com')
    expect((await owner.read('/services')).body).toEqual([])
    expect((await owner.read('/me')).body.account).toMatchObject({ balance: 0, demo: false })
    expect((await owner.read('/first-steps')).body).toEqual({ steps: nothingDone, serviceId: null })
  } finally {
    await real.stop()
  }
})
