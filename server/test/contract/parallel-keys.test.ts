// Under load: one call, one charge and one answer for each key.
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, startTestService, type TestService } from '../service.ts'
import { type Client, openClient } from './scene.ts'

const keys = process.env.RINGKEY_TEST_LONG === '1' ? 1_000 : 200
const callsPerKey = 20
const keysAtOnce = 8
const priceUnits = 8_000
/** The long form is nine seconds of work on one core; the rest is a margin for a busy machine. */
const testTimeoutMs = 240_000

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
  client = await openClient(service, {}, { roubles: 1_000 })
})
afterAll(async () => {
  agent.destroy()
  await service.stop()
})

interface Started {
  readonly vendor_id: number
  readonly exists: boolean
}

/** Keep-alive connections: through `fetch` the same calls took 1.4 times as long. */
const agent = new Agent({ keepAlive: true, maxSockets: callsPerKey * keysAtOnce })

function initCall(parameters: object): Promise<Started> {
  const { hostname, port } = new URL(service.baseUrl)
  const headers = { Authorization: client.bearer, 'Content-Type': 'application/json' }
  const options = { hostname, port, path: '/v1.0/initCall', method: 'POST', headers, agent }
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      let text = ''
      response.on('data', (piece) => {
        text += piece
      })
      response.on('end', () => resolve(JSON.parse(text) as Started))
    })
    sent.on('error', reject).end(JSON.stringify(parameters))
  })
}

it(
  '[X-3] unique keys, each sent 20 times in parallel, make one call and one charge each',
  async () => {
    const answers = new Map<string, Started[]>()
    const queue = Array.from({ length: keys }, (_, index) => index)
    const workers = Array.from({ length: keysAtOnce }, async () => {
      for (let index = queue.shift(); index !== undefined; index = queue.shift()) {
        const parameters = { phone: `7917${String(index).padStart(7, '0')}`, unique: `key-${index}` }
        const calls = Array.from({ length: callsPerKey }, () => initCall(parameters))
        answers.set(parameters.unique, await Promise.all(calls))
      }
    })
    await Promise.all(workers)

    for (const [unique, given] of answers) {
      expect(given.filter(({ exists }) => exists === false).length, unique).toBe(1)
      expect(new Set(given.map((answer) => JSON.stringify({ ...answer, exists: null }))).size, unique).toBe(1)
    }
    const ids = new Set([...answers.values()].map((given) => given[0]!.vendor_id))
    expect(ids.size).toBe(keys)
    expect(service.telephony.placed.length).toBe(keys)

    await service.clock.advance(1_000)
    const account = await eventually(
      async () => (await service.store.account(client.accountId))!,
      ({ heldUnits }) => heldUnits === 0,
      20_000,
    )
    expect(account.balanceUnits).toBe(1_000 * 10_000 - keys * priceUnits)
    const ledger = await service.store.ledger({ accountId: client.accountId, afterEntry: 0, limit: 10_000 })
    const counted = Object.fromEntries(
      [...Map.groupBy(ledger, ({ kind }) => kind)].map(([kind, entries]) => [kind, entries.length]),
    )
    expect(counted).toEqual({ 'top-up': 1, capture: keys })
    expect(await service.store.audit()).toMatchObject({
      calls: keys,
      unbalancedAccounts: [],
      wrongHolds: [],
    })
  },
  testTimeoutMs,
)
