// Prism, a proxy that holds every request and every answer against /openapi.json: it agrees with the service.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, ended, freshPhone, openClient } from '../../../server/test/contract/scene.ts'
import { eventually, freePort, startTestService, type TestService } from '../../../server/test/service.ts'
import { startTool } from './run-tool.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-prism-'))
const startPatienceMs = 60_000

let service: TestService
let client: Client
let prism: ReturnType<typeof startTool>
let proxyUrl: string
beforeAll(async () => {
  service = await startTestService({ RINGKEY_ADDRESS_LIMIT: 'api:1000/s', RINGKEY_SERVICE_LIMIT: '1000/s' })
  client = await openClient(service, { legacyRepeats: true }, { roubles: 10_000 })
  const document = join(folder, 'openapi.json')
  writeFileSync(document, await (await fetch(`${service.baseUrl}/openapi.json`)).text())
  const port = await freePort()
  proxyUrl = `http://127.0.0.1:${port}`
  prism = startTool('prism', [
    'proxy',
    document,
    service.baseUrl,
    '--port',
    String(port),
    '--host',
    '127.0.0.1',
  ])
  await eventually(
    async () => prism.said.all,
    (text) => text.includes('listening'),
    startPatienceMs,
  )
}, startPatienceMs)
afterAll(async () => {
  prism?.stop()
  await prism?.ended
  rmSync(folder, { recursive: true, force: true })
  await service?.stop()
})

interface Violation {
  readonly location: readonly string[]
  readonly message: string
}
interface Judged {
  readonly asked: string
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer
  readonly body: any
  readonly ofRequest: readonly Violation[]
  readonly ofAnswer: readonly Violation[]
}

/** Sends a request through the proxy, which tells in a header what it found. */
async function send(
  verb: 'get' | 'post',
  method: string,
  given: object,
  authorization = client.bearer,
): Promise<Judged> {
  const isQuery = verb === 'get'
  // A method without parameters has no body: generated clients would ask for one.
  const hasBody = !isQuery && (Object.keys(given).length > 0 || method.startsWith('init'))
  const query = isQuery ? `?${new URLSearchParams(given as Record<string, string>)}` : ''
  const response = await fetch(`${proxyUrl}/v1.0/${method}${query}`, {
    method: verb,
    headers: {
      ...(authorization === '' ? {} : { Authorization: authorization }),
      ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(given) } : {}),
  })
  const found: readonly Violation[] = JSON.parse(response.headers.get('sl-violations') ?? '[]')
  return {
    asked: `${verb} ${method} ${JSON.stringify(given)}`,
    status: response.status,
    body: await response.json(),
    ofRequest: found.filter(({ location }) => location[0] === 'request'),
    ofAnswer: found.filter(({ location }) => location[0] !== 'request'),
  }
}

const verbs = ['post', 'get'] as const
/** A number that is well formed and that nobody has. */
const unusedPhone = '7999123'

async function ordinaryRequests(verb: 'get' | 'post', round: number): Promise<readonly Judged[]> {
  const phone = freshPhone()
  const seen: Judged[] = []
  const keep = async (...given: Parameters<typeof send>) => {
    const judged = await send(...given)
    seen.push(judged)
    return judged.body
  }
  const code = String(1 + ((round * 977) % 9999)).padStart(4, '0')
  const unique = `${verb}-${round}`
  const { vendor_id: uid } = await keep(verb, 'initCall', { phone, code, client: `№ ${round}`, unique })
  await keep(verb, 'initCall', { phone, unique })
  await keep(verb, 'initCall', { phone: `+${phone}` }) // code 19: a moment ago
  await keep(verb, 'initCall', { phone: '79000000001', [round % 2 === 0 ? 'voice' : 'mix']: true })
  await keep(verb, 'initCall', { phone: freshPhone(), unique }) // 409: the key of another phone
  await keep(verb, 'initCall', { phone: '447400123456', voice: true }) // code 20
  await keep(verb, 'initCall', { phone: unusedPhone }) // code 3
  await keep(verb, 'getInfo', { uid })
  await keep(verb, 'getInfo', { uid: 999_999_999 }) // code 10
  await keep(verb, 'initRepeat', { uid }) // code 13
  await keep(verb, 'inboundCallWaiting', { phone: freshPhone(), callback_url: 'https://198.41.0.4/hook' })
  await keep(verb, 'checkPhone', { phone: '+7 916 123-45-67' })
  await keep(verb, 'checkPhone', { phone: 'nobody' })
  for (const method of ['getAccount', 'getService', 'getBalance']) await keep(verb, method, {})
  await ended(service, client, uid)
  await keep(verb, 'getInfo', { uid })
  return seen
}

it('Prism finds no mismatch in 200 requests and their answers', async () => {
  const seen: Judged[] = []
  for (let round = 0; round < 6; round++)
    for (const verb of verbs) seen.push(...(await ordinaryRequests(verb, round)))
  const mismatches = seen.filter(({ ofRequest, ofAnswer }) => ofRequest.length + ofAnswer.length > 0)
  expect(mismatches).toEqual([])
  expect(seen.length).toBeGreaterThanOrEqual(200)
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200, 400, 404, 409, 429]))
})

it('Prism calls wrong what the service refuses as wrong, and the refusals fit the description', async () => {
  const wrong = [
    await send('post', 'initCall', {}),
    await send('post', 'initCall', { phone: '79000000001', code: '0000' }),
    await send('post', 'initCall', { phone: '79000000001', client: 'x'.repeat(65) }),
    await send('post', 'initCall', { phone: 'me' }),
    await send('post', 'getInfo', { uid: 0 }),
    await send('get', 'getInfo', {}),
    await send('post', 'inboundCallWaiting', { phone: '79000000001', callback_url: 'ftp://198.41.0.4/' }),
    await send('post', 'checkPhone', { phone: '' }),
    await send('post', 'getBalance', {}, ''),
  ]
  for (const { asked, status, ofRequest, ofAnswer } of wrong) {
    expect([asked, [400, 401].includes(status), ofRequest.length > 0]).toEqual([asked, true, true])
    expect([asked, ofAnswer]).toEqual([asked, []])
  }
})
