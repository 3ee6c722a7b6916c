// Calls for nothing under a tariff that charges on approval: whoever knows the code, or needs no approval, cancels.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { visitAs } from '../../server/test/cabinet-member.ts'
import { demoOperator } from '../../server/test/cabinet-visitor.ts'
import { balanceOf, freshPhone, noticed } from '../../server/test/contract/scene.ts'
import { openV2Client, type V2Client } from '../../server/test/contract/v2-scene.ts'
import { eventually, startTestService, type TestService } from '../../server/test/service.ts'
import { changed, isClean } from '../../server/test/store-contract/fixture.ts'
import { inGroups } from './in-groups.ts'

let service: TestService
let client: V2Client
beforeAll(async () => {
  service = await startTestService({}, { installation: { trafficAlarmCalls: 0 } })
  const mode = 'flash' as const
  for (const code of ['approved', 'drawn-codes']) {
    const refusesOwnCodes = code === 'drawn-codes'
    const tariff = { code, name: code, chargesFailed: false, chargesOnApproval: true, refusesOwnCodes }
    await service.store.changeTariff(tariff)
    await service.store.changeTariff({ code, prices: [{ mode, prefix: '', priceUnits: 8_000 }] })
  }
  await noticed(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openV2Client(service, {}, { tariff: 'approved', roubles: 100 })
})

const steps = [{ mode: 'flash' }]
const call = (more: object = {}) => client.create({ phone: freshPhone(), steps, ...more })
/** Waits until the phone has rung, and cancels. */
const cancelDelivered = async (id: string) => {
  await service.clock.advance(2_000)
  await client.until(id, ({ steps: [step] }) => step.status === 'delivered')
  await client.ask(`/verifications/${id}/cancel`, {})
  await service.clock.advance(1_000)
  return client.until(id, ({ steps: [step] }) => step.price !== null)
}

it('[V2-123] charge on approval: a step with an own code is charged when it is delivered', async () => {
  const { body } = await call({ code: '1234' })
  expect(await cancelDelivered(body.id)).toMatchObject({ status: 'canceled', steps: [{ price: '0.80' }] })
  expect(await balanceOf(client)).toBe(99.2)
  expect(await isClean(service.store)).toBe(true)
})

it('[V2-124] charge on approval: a tariff can refuse own codes, those of test numbers excepted', async () => {
  client = await openV2Client(service, {}, { tariff: 'drawn-codes', roubles: 100 })
  const refused = await call({ code: '1234' })
  expect([refused.status, refused.body.code]).toEqual([422, 'own_code_not_served'])
  expect(await balanceOf(client)).toBe(100)
  expect((await call()).status).toBe(201)
  expect((await call({ phone: '+79000000001', code: '1234' })).status).toBe(201)
})

it('[V2-125] charge on approval: a started call counts against a spend cap for good', async () => {
  const cap = { scope: `account:${client.accountId}`, perHourUnits: 8_000, perDayUnits: 0 }
  await changed(service.store, 'changeSpendCap', cap)
  await noticed(service)
  const { body } = await call()
  await cancelDelivered(body.id)
  expect(await balanceOf(client)).toBe(100)
  const second = await call()
  expect([second.status, second.body.code]).toEqual([402, 'spend_cap'])
  expect(await isClean(service.store)).toBe(true)
})

it('[V2-126] charge on approval: a service whose calls hardly anybody approves is charged on delivery for a day', async () => {
  await service.store.topUp({ accountId: client.accountId, amountUnits: 10_000_000, note: '', at: 0 })
  await visitAs(service, client.accountId, 'owner')
  const ids = await inGroups(100, async () => (await call()).body.id as string)
  await service.clock.advance(2_000)
  for (const id of ids) await client.ask(`/verifications/${id}/cancel`, {})
  const isCharged = async () => {
    await service.clock.advance(30_000)
    return service.store.chargedOnDelivery(service.clock.now())
  }
  const [charged] = await eventually(isCharged, ({ length }) => length > 0)
  expect(charged!.serviceId).toBe(client.id)
  const before = await balanceOf(client)
  const { body } = await call()
  expect(await cancelDelivered(body.id)).toMatchObject({ steps: [{ price: '0.80' }] })
  expect(await balanceOf(client)).toBeCloseTo(before - 0.8)
  const operator = await demoOperator(service)
  await service.clock.advance(30_000)
  const { open } = (await operator.read('/operator/alarms')).body
  expect(open).toContainEqual(
    expect.objectContaining({ kind: 'few-approvals', subject: String(client.id), facts: charged }),
  )
  expect((await operator.read('/operator/notices')).body.items).toMatchObject([
    { type: 'service.charged_on_delivery', receiver: 'mail', state: 'delivered' },
  ])
  // Without a mail server the demo prints mails.
  const mails = service.logged.filter((line) => line.includes('"event":"mail-shown"'))
  expect(mails).toMatchObject([
    expect.stringContaining(`Ringkey: service ${client.id} is charged on delivery`),
  ])
  await service.clock.leap(25 * 3_600_000)
  const next = await call()
  expect(await cancelDelivered(next.body.id)).toMatchObject({ steps: [{ price: '0.00' }] })
})
