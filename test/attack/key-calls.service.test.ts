// Answered calls for nothing: whoever asks for a key that nobody presses has rung and spoken to anybody's phone.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { demoOperator } from '../../server/test/cabinet-visitor.ts'
import { balanceOf, freshPhone, noticed } from '../../server/test/contract/scene.ts'
import { openV2Client, type V2Client } from '../../server/test/contract/v2-scene.ts'
import { eventually, startTestService, type TestService } from '../../server/test/service.ts'
import { isClean } from '../../server/test/store-contract/fixture.ts'
import { inGroups } from './in-groups.ts'

const priceUnits = 15_000
let service: TestService
let client: V2Client
beforeAll(async () => {
  service = await startTestService({}, { installation: { trafficAlarmCalls: 0 } })
  const tariff = { name: 'keys', chargesFailed: false }
  for (const [code, chargesOnApproval] of [
    ['keys', false],
    ['keys-approved', true],
  ] as const) {
    await service.store.changeTariff({ ...tariff, code, chargesOnApproval })
    await service.store.changeTariff({ code, prices: [{ mode: 'voice', prefix: '', priceUnits }] })
  }
  await noticed(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openV2Client(service, {}, { tariff: 'keys', roubles: 1_000 })
})

/** A call that asks for a key and ends so; its verification once it is settled. */
async function ask(reason: string, more: object = {}, steps: readonly object[] = []) {
  service.telephony.outcome = { completed: reason === 'key pressed', reason, ...more }
  const { body } = await client.create({
    phone: freshPhone(),
    steps: [{ mode: 'voice', confirm: 'key' }, ...steps],
  })
  await service.clock.advance(1_000)
  return client.until(body.id, ({ steps: [step] }) => step.price !== null)
}

it('[V2-214] a call that asked for a key is charged as a spoken code, whatever was pressed', async () => {
  for (const reason of ['no key pressed', 'wrong key'])
    expect(await ask(reason)).toMatchObject({ steps: [{ status: 'undelivered', reason, price: '1.50' }] })
  expect(await ask('key pressed')).toMatchObject({ status: 'approved', steps: [{ price: '1.50' }] })
  // Nobody was asked: hung up before, or without a sign that the question was heard.
  expect(await ask('hung up before the code')).toMatchObject({ steps: [{ price: '0.00' }] })
  expect(await ask('no audio', { unheard: true })).toMatchObject({ steps: [{ price: '0.00' }] })
  expect(await balanceOf(client)).toBe(995.5)
  expect(await isClean(service.store)).toBe(true)
})

it('key calls: with charge on approval one that asked in vain costs nothing, and counts among the steps that few approve', async () => {
  client = await openV2Client(service, {}, { tariff: 'keys-approved', roubles: 1_000 })
  const asked = async () => (await ask('no key pressed')).steps[0].price as string
  expect(await inGroups(100, asked)).toEqual(Array.from({ length: 100 }, () => '0.00'))
  const charged = async () => {
    await service.clock.advance(30_000)
    return service.store.chargedOnDelivery(service.clock.now())
  }
  await eventually(charged, (services) => services.some(({ serviceId }) => serviceId === client.id))
  expect(await asked()).toBe('1.50')
  expect(await isClean(service.store)).toBe(true)
})

it('key calls: the operator learns of a service of whose asked people less than a third press the right key', async () => {
  const reasons = (right: number, others: number) => [
    ...Array.from({ length: right }, () => 'key pressed'),
    ...Array.from({ length: others }, () => 'no key pressed'),
  ]
  const askAll = async (some: readonly string[]) => {
    client = await openV2Client(service, {}, { tariff: 'keys', roubles: 1_000 })
    for (const reason of some) await ask(reason)
    return client.id
  }
  const [few, fair, young] = [
    await askAll(reasons(6, 14)),
    await askAll(reasons(7, 14)),
    await askAll(reasons(0, 19)),
  ]
  const operator = await demoOperator(service)
  const found = async () => {
    await service.clock.advance(10 * 60_000)
    const { open } = (await operator.read('/operator/alarms')).body as {
      open: { kind: string; subject: string; facts: object }[]
    }
    return open.filter(({ kind }) => kind === 'few-right-keys')
  }
  const alarms = await eventually(found, ({ length }) => length > 0)
  const own = alarms.filter(({ subject }) => [few, fair, young].map(String).includes(subject))
  expect(own).toMatchObject([{ subject: String(few), facts: { serviceId: few, calls: 20, right: 6 } }])
})
