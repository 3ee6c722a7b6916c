// A stolen key floods a place that the account never called. With RINGKEY_TEST_LONG=1 the bounds are those of a new
// installation.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CabinetVisitor, demoOperator } from '../../server/test/cabinet-visitor.ts'
import {
  type Client,
  errorOf,
  freshPhone,
  openAccount,
  openClient,
} from '../../server/test/contract/scene.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { eventually, startTestService, type TestService } from '../../server/test/service.ts'

const hourMs = 3_600_000
const lookMs = 10_000
const isLong = process.env.RINGKEY_TEST_LONG === '1'
/** The number of calls to a new destination that pauses it: at least six times what is likely by chance. */
const enough = isLong ? 150 : 24
const installation = { trafficAlarmCalls: 12, trafficPauseCalls: enough }
const roubles = 1_000
let service: TestService
let operator: CabinetVisitor
beforeAll(async () => {
  service = await startTestService({}, isLong ? {} : { installation })
  operator = await demoOperator(service)
})
afterAll(() => service.stop())

let numbers = 0
const latvian = () => `3712${String(++numbers).padStart(7, '0')}`
const otherOperator = () => `7958${String(++numbers).padStart(7, '0')}`
const call = (client: Client, phone: string, more: object = {}) => client.post('initCall', { phone, ...more })

/** A service whose account has called Russia for two days. */
async function grown({ calls = 20, ...terms }: { accountId?: number; calls?: number } = {}): Promise<Client> {
  const client = await openClient(service, {}, { roubles, ...terms })
  const hour = Math.floor(service.clock.now() / hourMs) - 48
  const usual = { hour, serviceId: client.id, prefix: '7916', country: 'RU', calls }
  await service.store.countPrefixes([usual])
  return client
}

async function flood(client: Client, calls = enough, victim = latvian): Promise<void> {
  for (let count = 0; count < calls; count++) expect((await call(client, victim())).status).toBe(200)
  await service.clock.advance(lookMs)
  await eventually(
    () => call(client, victim()),
    ({ body }) => body.code === 9,
  )
}
const alarms = async () => {
  await service.clock.advance(lookMs)
  return (await operator.read('/operator/alarms')).body.open as { kind: string }[]
}

it('[D3-19] a burst to a country that the account never called is paused for that service: error 9, and the message says so', async () => {
  const accountId = await openAccount(service, { roubles })
  const [client, neighbour] = [await grown({ accountId }), await grown({ accountId })]
  await flood(client)
  const refused = await call(client, latvian())
  expect(errorOf(refused)).toEqual([9, 403])
  expect(refused.body.error).toContain('paused')
  const waiting = { phone: latvian(), callback_url: 'https://198.41.0.4/' }
  expect(errorOf(await client.post('inboundCallWaiting', waiting))).toEqual([9, 403])
  expect((await call(client, freshPhone())).status).toBe(200)
  expect((await call(neighbour, latvian())).status).toBe(200)
  await eventually(alarms, (open) =>
    ['prefix-paused', 'unusual-traffic'].every((kind) => open.some((alarm) => alarm.kind === kind)),
  )
})

it('unusual traffic: a burst to a new prefix of a country that is called pauses that prefix alone', async () => {
  // One call an hour was usual: six times what is likely by chance are 40.
  const client = await grown({ calls: 1 })
  await flood(client, Math.max(40, enough), otherOperator)
  const { paused } = (await operator.read('/operator/protection')).body
  expect(paused).toContainEqual(
    expect.objectContaining({ serviceId: client.id, prefix: '7958', reason: 'new-prefix' }),
  )
  expect((await call(client, freshPhone())).status).toBe(200)
})

it('[D3-20] error 9 of a paused prefix is reported after error 20 and before errors 19 and 18; a replay of unique passes', async () => {
  const client = await grown()
  const phone = latvian()
  const first = await call(client, phone, { unique: 'k' })
  await flood(client)
  expect(errorOf(await call(client, phone, { voice: true }))).toEqual([20, 400])
  expect(errorOf(await call(client, phone))).toEqual([9, 403])
  expect((await call(client, phone, { unique: 'k' })).body).toEqual({ ...first.body, exists: true })
})

it('[D3-21] a resumed destination may be called at once, and is not paused again within a day', async () => {
  const client = await grown()
  await flood(client)
  const paused = (await operator.read('/operator/protection')).body.paused
  expect(paused).toContainEqual({
    serviceId: client.id,
    prefix: 'LV',
    reason: 'new-country',
    calls: enough,
    expected: 0,
    pausedAt: service.clock.now(),
  })
  const resume = () => operator.write(`/operator/services/${client.id}/resume`, { prefix: 'LV' })
  expect((await resume()).status).toBe(200)
  expect((await resume()).status).toBe(404)
  expect((await call(client, latvian())).status).toBe(200)
  await service.clock.advance(lookMs)
  expect((await call(client, latvian())).status).toBe(200)
  const lines = (await operator.read('/operator/actions?group=changes')).body.items
  expect(lines.slice(0, 2)).toMatchObject([
    { action: 'prefix.resume', facts: { service: client.id, prefix: 'LV' } },
    { action: 'prefix.pause', email: 'traffic watch', facts: { service: client.id, calls: enough } },
  ])
})

it('[D3-22] paused destinations are listed and resumed by command, and the service notices', async () => {
  const client = await grown()
  await flood(client)
  const run = (...typed: string[]) => ringkey(service.folder, ['prefix', ...typed], { clock: service.clock })
  expect((await run('list', '--json')).json).toContainEqual(
    expect.objectContaining({ service: client.id, prefix: 'LV', reason: 'new-country', allowed_until: null }),
  )
  expect((await run('resume', String(client.id), 'LV')).out).toContain('LV')
  expect((await run('resume', String(client.id), 'LV')).err).toContain('ringkey prefix list')
  await service.clock.advance(2_000)
  await eventually(
    () => call(client, latvian()),
    ({ status }) => status === 200,
  )
})

it('[D3-23] unusual traffic: a quiet service and an account without a past are left alone', async () => {
  const fresh = await openClient(service, {}, { roubles })
  for (let count = 0; count < enough + 5; count++) await call(fresh, latvian())
  const quiet = await grown()
  for (let count = 0; count < 11; count++) await call(quiet, latvian())
  await service.clock.advance(lookMs)
  for (const client of [fresh, quiet]) expect((await call(client, latvian())).status).toBe(200)
  const reported = (await operator.read('/operator/alarms')).body.open as { facts: { serviceId?: number } }[]
  expect(reported.filter(({ facts }) => [fresh.id, quiet.id].includes(facts.serviceId ?? 0))).toEqual([])
})
