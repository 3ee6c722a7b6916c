// /v1.0 stays as it is. The frozen answers were recorded before there was a /v2.
import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { type Client, ended, openClient } from './scene.ts'
import { frozen } from './v1-frozen.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ RINGKEY_ADDRESS_LIMIT: 'api:1000/s', RINGKEY_SERVICE_LIMIT: '1000/s' })
})
afterAll(() => service.stop())

interface Sent {
  readonly path: string
  readonly verb?: string
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
}

/** What differs from run to run: the date, the id of the request, and how many requests a test sent before. */
const varies = /^(date|x-request-id|x-rate-limit-remaining|ratelimit)$/i

/** The number to call is drawn. */
const drawnNumber = /("confirmation_number":"7495123)\d{4}/

/** The whole answer as text, with every header by name. */
function answerTo({ path, verb, body, headers = {} }: Sent): Promise<string> {
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  const options = {
    method: verb ?? (text === undefined ? 'GET' : 'POST'),
    headers: { ...(typeof body === 'object' ? { 'Content-Type': 'application/json' } : {}), ...headers },
    agent: false,
  }
  return new Promise((resolve, reject) => {
    request(`${service.baseUrl}${path}`, options, async (response) => {
      const raw = response.rawHeaders
      const lines = raw.flatMap((name, index) =>
        index % 2 === 0 ? [`${name}: ${varies.test(name) ? '…' : raw[index + 1]}`] : [],
      )
      const answered = Buffer.concat(await response.toArray()).toString()
      resolve(`${[response.statusCode, ...lines].join(' | ')}\n${answered.replace(drawnNumber, '$1…')}`)
    })
      .on('error', reject)
      .end(text)
  })
}

/** Every method and the main errors, on fresh accounts, in a fixed order. */
async function record(): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  const own = await openClient(service, { legacyRepeats: true }, { email: 'frozen@example.com' })
  const plain = await openClient(service, {}, { email: 'plain@example.com' })
  const poor = await openClient(service, {}, { email: 'poor@example.com', roubles: 0 })
  const by = (client: Client) => ({ Authorization: client.bearer })
  const keep = async (name: string, client: Client | null, sent: Sent) => {
    const headers = { ...(client === null ? {} : by(client)), ...sent.headers }
    answers[name] = await answerTo({ ...sent, path: `/v1.0/${sent.path}`, headers })
    return JSON.parse(answers[name].split('\n').at(-1) || '{}')
  }
  const call = { phone: '79161234567', code: '0042', client: 'Ann', unique: 'key-1' }
  const made = await keep('initCall', own, { path: 'initCall', body: call })
  await keep('initCall again with its key', own, { path: 'initCall', body: call })
  await keep('initCall too early', own, { path: 'initCall?phone=79161234567' })
  await keep('initCall by voice', own, {
    path: 'initCall',
    body: { phone: '79161230002', voice: 'true', code: 1234 },
  })
  await ended(service, own, made.vendor_id)
  await keep('getInfo', own, { path: `getInfo?uid=${made.vendor_id}` })
  await keep('getInfo of a stranger', plain, { path: `getInfo?uid=${made.vendor_id}` })
  service.telephony.outcome = { completed: false, reason: 'busy' }
  const failed = await keep('initCall by GET', own, {
    path: 'initCall?phone=79161230003&code=7777&client=Bob',
  })
  await ended(service, own, failed.vendor_id)
  service.telephony.outcome = { completed: true, reason: 'rang' }
  await service.clock.advance(60_000)
  await keep('getInfo of a failed call', own, { path: 'getInfo', body: { uid: failed.vendor_id } })
  await keep('initRepeat', own, { path: 'initRepeat', body: { uid: failed.vendor_id } })
  await keep('initRepeat switched off', plain, { path: 'initRepeat', body: { uid: failed.vendor_id } })
  await keep('inboundCallWaiting', own, {
    path: 'inboundCallWaiting',
    body: { phone: '+79161230004', callback_url: 'https://198.41.0.4/hook', unique: 'key-2' },
  })
  await keep('checkPhone', own, { path: 'checkPhone', body: { phone: '8 (916) 123-45-67' } })
  await keep('checkPhone of nonsense', own, { path: 'checkPhone?phone=nonsense' })
  await keep('getAccount', own, { path: 'getAccount' })
  await keep('getService', own, { path: 'getService' })
  await keep('getBalance', own, { path: 'getBalance' })
  await keep('getBalance in the body', null, {
    path: 'getBalance',
    body: { key: own.key, service_id: own.id },
  })
  await keep('no phone', own, { path: 'initCall', body: {} })
  await keep('no phone, in Russian', own, {
    path: 'initCall',
    body: {},
    headers: { 'Accept-Language': 'ru' },
  })
  await keep('bad phone', own, { path: 'initCall', body: { phone: '12' } })
  await keep('unreadable body', own, {
    path: 'initCall',
    body: '{',
    headers: { 'Content-Type': 'text/plain' },
  })
  await keep('unknown parameter', own, { path: 'getBalance?nothing=1' })
  await keep('voice abroad', own, { path: 'initCall', body: { phone: '447400123456', voice: true } })
  await keep('unknown id', own, { path: 'getInfo?uid=999999999' })
  await keep('no money', poor, { path: 'initCall', body: { phone: '79161230005' } })
  service.telephony.answer = 'no-way'
  await keep('no way', own, { path: 'initCall', body: { phone: '79161230006' } })
  service.telephony.answer = 'full'
  await keep('full', own, { path: 'initCall', body: { phone: '79161230007' } })
  service.telephony.answer = 'planned'
  await keep('no credentials', null, { path: 'getBalance' })
  await keep('unknown method', own, { path: 'nothing' })
  await keep('wrong verb', own, { path: 'getBalance', verb: 'DELETE' })
  const quiet = await openClient(service, { errorStatus: '200' })
  await keep('error as HTTP 200', quiet, { path: 'initCall', body: { phone: '12' } })
  return answers
}

it('[V2-60] answers of /v1.0 are the same bytes as before /v2 existed', async () => {
  const answers = await record()
  expect(Object.keys(answers)).toEqual(Object.keys(frozen))
  for (const [name, answer] of Object.entries(answers)) expect([name, answer]).toEqual([name, frozen[name]])
})

it('[V2-61] no answer of /v1.0 has a field of /v2, also not getInfo about a step of /v2', async () => {
  const own = await openClient(service, {})
  const headers = { Authorization: own.bearer, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ phone: '79161230010', metadata: { order: '7' }, ip: '203.0.113.7' })
  const created = await fetch(`${service.baseUrl}/v2/verifications`, { method: 'POST', headers, body })
  const { steps } = (await created.json()) as { steps: { vendor_id: number }[] }
  const call = await own.post('initCall', { phone: '79161230011' })
  const infoOf = async (uid: number) => (await own.get('getInfo', { uid: String(uid) })).body
  const [step, plain] = [await infoOf(steps[0]!.vendor_id), await infoOf(call.body.vendor_id)]
  expect(Object.keys(step)).toEqual(Object.keys(plain))
  expect(step.code).toBe('')
  // A problem of /v2 has a type and a title; an answer of /v1.0 never has.
  const fields =
    /"(type|title|detail|version|steps|attempts_left|metadata|hint|inbound|currency|expires_at)":/
  for (const answer of Object.values(frozen)) expect(answer).not.toMatch(fields)
  for (const method of ['getAccount', 'getService', 'getBalance'])
    expect(JSON.stringify((await own.get(method)).body)).not.toMatch(fields)
})
