// A destination whose volume grows while its conversion collapses is paused.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pausePrefix } from '../../src/operations/paused-prefixes.ts'
import { perform } from '../../src/operations/perform.ts'
import { commandLine } from '../../src/storage/author.ts'
import { type CabinetVisitor, demoOperator } from '../cabinet-visitor.ts'
import { startReceiver } from '../receiver.ts'
import { ringkey } from '../ringkey-command.ts'
import { eventually, startTestService, type TestService } from '../service.ts'
import { freshPhone } from './scene.ts'
import { openV2Client } from './v2-scene.ts'

const hourMs = 3_600_000
const lookMs = 10_000
const enough = 24
let service: TestService
let operator: CabinetVisitor
beforeAll(async () => {
  service = await startTestService(
    { RINGKEY_CALLBACK_ALLOW: '127.0.0.1' },
    { installation: { trafficAlarmCalls: 12, trafficPauseCalls: enough } },
  )
  operator = await demoOperator(service)
})
afterAll(() => service.stop())

const alarms = async () => {
  await service.clock.advance(lookMs)
  return (await operator.read('/operator/alarms')).body.open as { kind: string }[]
}

it('[V2-89] a prefix or operator whose volume grows while its conversion collapses is paused for that service, with an alarm and an event', async () => {
  const receiver = await startReceiver()
  try {
    const client = await openV2Client(service, {}, { roubles: 1_000 })
    const added = await ringkey(
      service.folder,
      ['endpoint', 'add', String(client.id), receiver.url, '--event', 'prefix.paused'],
      { clock: service.clock, environment: { RINGKEY_CALLBACK_ALLOW: '127.0.0.1' } },
    )
    expect(added.err).toBe('')
    const create = async () => (await client.create({ phone: freshPhone(), steps: [{ mode: 'flash' }] })).body
    // A past in which everybody typed the code.
    for (let count = 0; count < 60; count++) {
      const { id } = await create()
      await client.check(id, service.telephony.placed.at(-1)!.code)
    }
    await service.clock.advance(lookMs)
    await service.clock.leap(26 * hourMs)
    // Calls that are answered, and that nobody types a code for.
    for (let count = 0; count < 2 * enough; count++) {
      const { id } = await create()
      await client.ask(`/verifications/${id}/cancel`, {})
    }
    const refused = await eventually(
      async () => {
        await service.clock.advance(lookMs)
        return client.create({ phone: freshPhone() })
      },
      ({ status }) => status === 403,
    )
    expect(refused.body.code).toBe('prefix_paused')
    expect((await client.create({ phone: '77011230001' })).status).toBe(201)
    const [paused] = (await operator.read('/operator/protection')).body.paused.filter(
      (each: { serviceId: number }) => each.serviceId === client.id,
    )
    expect(paused).toMatchObject({ prefix: '7916', reason: 'conversion' })
    expect((await alarms()).map(({ kind }) => kind)).toContain('conversion-collapse')
    const reported = await eventually(
      async () => {
        await service.clock.advance(lookMs)
        return receiver.received.map(({ body }) => body)
      },
      (events) => events.length > 0,
    )
    expect(reported).toMatchObject([
      { type: 'prefix.paused', data: { service_id: client.id, prefix: '7916', reason: 'conversion' } },
    ])
    expect((await operator.write(`/operator/services/${client.id}/resume`, { prefix: '7916' })).status).toBe(
      200,
    )
    expect((await client.create({ phone: freshPhone() })).status).toBe(201)
  } finally {
    await receiver.close()
  }
})

it('[V2-90] a paused network operator is refused in every mode, listed and resumed by its name', async () => {
  const client = await openV2Client(service)
  const { body } = await client.create({ phone: freshPhone() })
  const call = await service.store.call(body.steps[0].vendor_id)
  const prefix = `operator:${call!.operator}`
  expect(call!.operator).not.toBe('')
  const paused = { serviceId: client.id, prefix, reason: 'conversion' as const, calls: 200, expected: 4 }
  const operationContext = { store: service.store, author: commandLine, now: () => service.clock.now() }
  expect(await perform(operationContext, pausePrefix, paused)).toBe(true)
  const asked = () => client.create({ phone: freshPhone() })
  await eventually(
    async () => {
      await service.clock.advance(1_000)
      return asked()
    },
    ({ status }) => status === 403,
  )
  expect((await client.create({ phone: '77011230002' })).status).toBe(201)
  const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
  expect((await run('service', 'preview', String(client.id), freshPhone(), '--json')).json.paused).toBe(true)
  expect((await run('prefix', 'list')).out).toContain(prefix)
  expect((await run('prefix', 'resume', String(client.id), prefix)).code).toBe(0)
  await eventually(
    async () => {
      await service.clock.advance(1_000)
      return asked()
    },
    ({ status }) => status === 201,
  )
})
