import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CabinetMember, visitAs } from '../../../test/cabinet-member.ts'
import { demoOperator } from '../../../test/cabinet-visitor.ts'
import { type Client, openClient } from '../../../test/contract/scene.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { callTo } from '../../../test/store-contract/fixture.ts'
import { ruleForBlocked, workflowTemplates } from '../../fields/workflow-templates.ts'
import { hourMs } from '../../platform/clock.ts'

let service: TestService
let client: Client
let owner: CabinetMember
let phones = 79_160_000_000

beforeAll(async () => {
  service = await startTestService()
  client = await openClient(service, {}, { roubles: 1_000 })
  owner = await visitAs(service, client.accountId)
})
afterAll(() => service.stop())

/** Flash calls of one hour, so many hours ago. */
async function calls(hoursAgo: number, operator: string, count: number, delivered: number): Promise<void> {
  const { store, clock } = service
  const house = { accountId: client.accountId, serviceId: client.id }
  const startedAt = clock.now() - hoursAgo * hourMs
  for (let call = 0; call < count; call++) {
    const admitted = await store.admitCall(callTo(String(++phones), house, { operator, startedAt }))
    if (admitted.kind !== 'admitted') throw new Error(JSON.stringify(admitted))
    const completed = call < delivered
    await store.settle({
      ...house,
      vendorId: admitted.vendorId,
      completed,
      money: completed ? 'capture' : 'release',
      reason: completed ? 'rang' : 'unreachable',
      settledAt: startedAt + 5_000,
      details: '{"trunk":"north"}',
    })
  }
  await store.digest({ limit: 1_000, now: clock.now() })
}

it('page Quality: proposes inbound for a network where flash was not delivered for a day, until it is accepted', async () => {
  const blocked = async () => (await owner.read('/quality/poor-networks')).body.items
  await calls(20, 'ПАО "Мобильные ТелеСистемы"', 22, 2)
  await calls(20, 'Билайн', 22, 20)
  await calls(3, 'Билайн', 90, 1)
  await calls(3, 'Yota', 10, 0)
  await calls(20, 'Yota', 29, 0)
  await calls(3, 'Ростелеком', 60, 0)
  // One quarter of a day is not a day: the network may have had an outage. A few calls show nothing.
  expect(await blocked()).toEqual([])
  await calls(3, 'МТС', 22, 1)
  const mts = {
    serviceId: client.id,
    service: expect.any(String),
    country: 'RU',
    operator: 'МТС',
    why: 'undelivered',
    counted: { hits: 3, of: 44 },
  }
  expect(await blocked()).toEqual([{ ...mts, isProposed: true }])
  const { body } = await owner.write(`/services/${client.id}`, {
    settings: { workflow: [ruleForBlocked({ country: 'RU', operator: 'МТС' })] },
  })
  expect(body.settings.workflow[0].steps[0]).toEqual({ mode: 'inbound', seconds: 120 })
  expect(await blocked()).toEqual([{ ...mts, isProposed: false }])
  const stranger = await visitAs(service, (await openClient(service)).accountId)
  expect((await stranger.read('/quality/poor-networks')).body.items).toEqual([])
})

it('workflow templates: every rule of them is a workflow that a service takes', async () => {
  for (const template of Object.values(workflowTemplates)) {
    const workflow = template([{ country: 'RU', operator: 'МТС' }])
    const { body } = await owner.write(`/services/${client.id}`, { settings: { workflow } })
    expect(body.settings.workflow).toEqual(workflow)
  }
})

it('an alarm about a network: one click of an operator has every service begin with inbound there, and owners read it', async () => {
  const operator = await demoOperator(service)
  const tele2 = { country: 'RU', operator: 'Теле2' }
  const own = [{ match: tele2, steps: [{ mode: 'voice' as const, seconds: 20 }] }]
  const other = await openClient(service, { workflow: own })
  const before = (await service.store.service(client.id))!.settings.workflow
  const click = (network: object) => operator.write('/operator/inbound-first', network)
  const { status, body } = await click(tele2)
  expect(status).toBe(200)
  const rulesOf = async (id: number) => (await service.store.service(id))!.settings.workflow
  expect(await rulesOf(client.id)).toEqual([ruleForBlocked(tele2), ...before])
  // It has a rule of its own for this network, which does not begin with flash.
  expect(await rulesOf(other.id)).toEqual(own)
  expect(body.services).toContain((await service.store.service(client.id))!.name)
  const { logs } = (await client.get('getAccount')).body
  expect(logs[0].action).toBe(`service ${client.id} begins with inbound for Теле2`)
  expect((await click(tele2)).body.error.code).toBe('no-flash-there')
  expect((await click({ country: 'Russia', operator: 'МТС' })).status).toBe(400)

  // One without room for a rule keeps nobody else waiting, and is named.
  const rule = { match: { country: 'KZ' }, steps: [{ mode: 'voice' as const, seconds: 20 }] }
  const crowd = Array<typeof rule>(100).fill(rule)
  const full = await openClient(service, { workflow: crowd })
  const roomy = await openClient(service)
  const nameOf = async (id: number) => (await service.store.service(id))!.name
  expect((await click(tele2)).body).toEqual({
    services: [await nameOf(roomy.id)],
    full: [await nameOf(full.id)],
  })
  expect([await rulesOf(full.id), await rulesOf(roomy.id)]).toEqual([crowd, [ruleForBlocked(tele2)]])
})
