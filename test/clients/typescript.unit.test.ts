// @ringkey/client without a service: what it sends, repeats and refuses.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { Ringkey, RingkeyError, webhooks } from '../../clients/typescript/src/index.ts'
import { TestService } from '../../clients/typescript/src/testing.ts'
import { signedHeaders } from '../../server/src/webhooks/signature.ts'
import { readText } from '../tidy/source-tree.ts'

interface Sent {
  readonly url: string
  readonly init: RequestInit
}
const answer =
  (body: unknown, status = 200, headers = {}) =>
  () =>
    Response.json(body, { status, headers })
const overloaded = (rest: string) =>
  answer({ code: 'overloaded', detail: 'later', status: 503 }, 503, { 'Retry-After': rest })
const fails = () => {
  throw new TypeError('connection refused')
}

/** A client whose requests are answered in this order. */
function scripted(...answers: readonly (() => Response)[]) {
  const sent: Sent[] = []
  const pauses: number[] = []
  const ringkey = new Ringkey({
    url: 'https://ringkey.example/',
    key: 'k.1',
    fetch: async (url, init) => {
      sent.push({ url, init })
      return answers[sent.length - 1]!()
    },
    sleep: async (ms) => pauses.push(ms),
  })
  return { ringkey, sent, pauses }
}
const keyOf = ({ init }: Sent) => new Headers(init.headers).get('idempotency-key')

it('@ringkey/client: a creation is repeated twice with one idempotency key, after Retry-After', async () => {
  const { ringkey, sent, pauses } = scripted(fails, overloaded('2'), answer({ id: 'vf_1' }, 201))
  expect((await ringkey.verifications.create({ phone: '+79000000100' })).id).toBe('vf_1')
  expect(sent.map(({ url }) => url)).toEqual(Array(3).fill('https://ringkey.example/v2/verifications'))
  expect(new Set(sent.map(keyOf)).size).toBe(1)
  expect(keyOf(sent[0]!)).toMatch(/^[0-9a-f-]{36}$/)
  expect(pauses).toEqual([300, 2_000])
})

it('[V2-250] @ringkey/client: names itself and its version, but not in a browser, where that header would be refused', async () => {
  const { version } = JSON.parse(readText('clients/typescript/package.json'))
  const agentOf = async (key: string) => {
    let sent: Headers | undefined
    const fetch = async (_: string, init: RequestInit) => {
      sent = new Headers(init.headers)
      return Response.json({ id: 'vf_1' })
    }
    await new Ringkey({ url: 'https://ringkey.example', key, fetch }).verifications.read('vf_1')
    return sent!.get('user-agent')
  }
  expect([await agentOf('k.1'), await agentOf('vt_1')]).toEqual([`ringkey-typescript/${version}`, null])
})

it('@ringkey/client: gives up after the second repeat, and at once when the rest is long', async () => {
  const tired = scripted(overloaded('1'), overloaded('1'), overloaded('1'))
  await expect(tired.ringkey.verifications.read('vf_1')).rejects.toMatchObject({
    code: 'overloaded',
    status: 503,
    retryAfterMs: 1_000,
  })
  expect(tired.sent).toHaveLength(3)
  const resting = scripted(overloaded('60'))
  await expect(resting.ringkey.verifications.read('vf_1')).rejects.toBeInstanceOf(RingkeyError)
  expect(resting.sent).toHaveLength(1)
})

it('@ringkey/client: never repeats a check or next by itself', async () => {
  for (const ask of [
    (ringkey: Ringkey) => ringkey.verifications.check('vf_1', '1234'),
    (ringkey: Ringkey) => ringkey.verifications.next('vf_1'),
  ]) {
    const { ringkey, sent } = scripted(fails)
    await expect(ask(ringkey)).rejects.toMatchObject({ code: 'no_answer', status: 0 })
    expect(sent).toHaveLength(1)
  }
})

it('@ringkey/client: names the wrong members, the errors of /v1.0, and an address that is not Ringkey', async () => {
  const errors = [{ pointer: '/phone', expected: 'digits' }]
  const wrong = scripted(answer({ code: 'invalid_request', detail: 'Look.', errors }, 400))
  await expect(wrong.ringkey.verifications.create({ phone: '' })).rejects.toThrow(
    'invalid_request: Look. /phone: expected digits.',
  )
  const v1 = scripted(answer({ status: false, error: 'No money.', code: 1002 }))
  await expect(v1.ringkey.v1.initCall({ phone: '' })).rejects.toMatchObject({ code: '1002' })
  const other = scripted(() => new Response('<html>', { status: 404 }))
  await expect(other.ringkey.verifications.read('vf_1')).rejects.toThrow('is the address right?')
})

it('@ringkey/client: follows no redirect, which would make a list of a creation', async () => {
  const paths: string[] = []
  const server = createServer(({ method, url }, response) => {
    paths.push(`${method} ${url}`)
    response
      .writeHead(url === '/elsewhere' ? 200 : 301, { Location: '/elsewhere' })
      .end('{"verifications": []}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { verifications } = new Ringkey({ url, key: 'k.1' })
  await expect(verifications.create({ phone: '+79000000100' })).rejects.toMatchObject({ code: 'no_answer' })
  expect(paths).toEqual(['POST /v2/verifications'])
  server.close()
})

it('@ringkey/client: a request ends by its time or by the signal of the caller', async () => {
  const ringkey = new Ringkey({
    url: 'http://ringkey.test',
    key: 'k.1',
    timeoutMs: 1,
    retries: 0,
    fetch: (_, { signal }) =>
      new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error))),
  })
  await expect(ringkey.verifications.read('vf_1')).rejects.toMatchObject({ code: 'no_answer' })
  const signal = AbortSignal.abort(new Error('left'))
  await expect(scripted(fails, fails).ringkey.verifications.read('vf_1', { signal })).rejects.toBeDefined()
})

it('@ringkey/client: a list reads further pages as it goes on, and events go on from their cursor', async () => {
  const page = (ids: string[], next_cursor: string | null) =>
    answer({ verifications: ids.map((id) => ({ id })), next_cursor })
  const { ringkey, sent } = scripted(page(['a', 'b'], 'next page'), page(['c'], null))
  const ids: string[] = []
  for await (const { id } of ringkey.verifications.list({ status: 'approved' })) ids.push(id)
  expect(ids).toEqual(['a', 'b', 'c'])
  expect(sent[1]!.url).toContain('status=approved&cursor=next+page&limit=100')

  const events = scripted(
    answer({ events: [{ id: '1' }, { id: '2' }], next_cursor: 'two' }),
    answer({ events: [{ id: '3' }], next_cursor: 'three' }),
  )
  const seen: string[] = []
  for await (const { id, cursor } of events.ringkey.events({ after: 'zero' })) {
    seen.push(`${id} ${cursor}`)
    if (id === '3') break
  }
  expect(seen).toEqual(['1 zero', '2 two', '3 three'])

  const first = scripted(
    answer({ events: [{ id: '1' }, { id: '2' }], next_cursor: '2' }),
    answer({ events: [{ id: '1' }], next_cursor: '2' }),
  )
  const stopped = await first.ringkey.events().next()
  await first.ringkey.events({ after: stopped.value.cursor }).next()
  expect(first.sent[1]!.url).toContain('/v2/events?after=0&')
})

it('@ringkey/client: a call of /v1.0 is repeated with one key, also when the caller passes undefined as its key', async () => {
  const begun = answer({ status: true, vendor_id: 100_000 })
  const { ringkey, sent } = scripted(fails, begun, fails, begun)
  await ringkey.v1.initCall({ phone: '79000000001', unique: undefined as never })
  await ringkey.v1.inboundCallWaiting({ phone: '79000000001', callback_url: 'https://shop.example/' })
  const uniques = sent.map(({ init }) => JSON.parse(String(init.body)).unique)
  expect(uniques[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect([uniques[1], uniques[3]]).toEqual([uniques[0], uniques[2]])
})

const secret = `whsec_${Buffer.from('k'.repeat(32)).toString('base64')}`
const event = JSON.stringify({ type: 'endpoint.test', timestamp: '2026-01-15T12:00:00.000Z', data: {} })
const nowMs = Date.UTC(2026, 0, 15, 12)
const headersAt = (seconds: number) => signedHeaders([secret], 'msg_1', seconds, event)
const headers = headersAt(nowMs / 1000)

it('webhooks.verify: reads requests of node:http, Express, Fastify, Hono and fetch handlers', async () => {
  const asStream = Object.assign(
    Readable.from([Buffer.from(event.slice(0, 9)), Buffer.from(event.slice(9))]),
    {
      headers,
    },
  )
  const requests = {
    'node:http': asStream,
    'express.raw()': { headers, body: Buffer.from(event) },
    'a kept raw body': { headers, body: JSON.parse(event), rawBody: event },
    fetch: new Request('http://a.test', { method: 'POST', headers, body: event }),
  }
  for (const [name, request] of Object.entries(requests))
    expect([name, await webhooks.verify(request, secret, () => nowMs)]).toEqual([name, JSON.parse(event)])
})

it('webhooks.verify: refuses another body, secret or time, a missing header, an empty secret and a parsed body', async () => {
  const good = { headers, body: event }
  const refuses = (request: object, key = secret) =>
    expect(webhooks.verify({ ...good, ...request }, key, () => nowMs)).rejects
  await refuses({ body: event.replace('12', '13') }).toMatchObject({ code: 'bad_signature', status: 401 })
  await refuses({}, `whsec_${btoa('another')}`).toMatchObject({ code: 'bad_signature' })
  await refuses({ headers: headersAt(nowMs / 1000 - 301) }).toMatchObject({ code: 'bad_signature' })
  await refuses({ headers: {} }).toThrow('webhook-id is missing')
  for (const empty of ['', 'whsec_']) await refuses({}, empty).toThrow('secret')
  await refuses({}, null as never).toThrow('the secret is missing: expected whsec_…')
  await refuses({ body: JSON.parse(event) }).toThrow('raw body')
})

it('@ringkey/client/testing: a test of an integrator signs somebody in and sees the fallback, without waiting', async () => {
  const service = new TestService()
  const { verifications } = new Ringkey(service.options)
  const steps = [{ mode: 'voice' as const }, { mode: 'flash' as const }]
  const { id } = await verifications.create({ phone: '+79000000105', code: '4321', steps })
  const tried = await verifications.read(id, { wait: 5, version: 1 })
  expect(tried.steps).toMatchObject([
    { status: 'undelivered', reason: 'not answered' },
    { status: 'started' },
  ])
  expect(await verifications.check(id, '1111')).toMatchObject({ valid: false, attempts_left: 2 })
  expect(await verifications.check(id, '4321')).toMatchObject({ valid: true, status: 'approved' })
  expect((await verifications.waitForEnd(id)).status).toBe('approved')
  await expect(verifications.check(id, '4321')).rejects.toMatchObject({ code: 'verification_ended' })
  const { id: other } = await verifications.create({ phone: '+79000000100' })
  expect((await verifications.waitForEnd(other)).status).toBe('expired')
  expect((await verifications.search('+79000000100')).map((each) => each.id)).toEqual([other])
})

it('an address that is empty or none is named when the client is made', () => {
  for (const url of ['', 'verify.example.com'])
    expect(() => new Ringkey({ url, key: 'k.1' })).toThrow(`url is "${url}": expected an address`)
})
