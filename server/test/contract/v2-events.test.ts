// Events of a service's endpoints.
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { visitAs } from '../cabinet-member.ts'
import { answer, type Receiver, startReceiver } from '../receiver.ts'
import { ringkey } from '../ringkey-command.ts'
import { eventually, startTestService, type TestService } from '../service.ts'
import { freshPhone } from './scene.ts'
import { openV2Client, type V2Client } from './v2-scene.ts'

let service: TestService
let client: V2Client
let receiver: Receiver
let owner: Awaited<ReturnType<typeof visitAs>>
let status = 200
beforeAll(async () => {
  service = await startTestService({
    RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8',
    RINGKEY_ADDRESS_LIMIT: 'api:0/s,cabinet:0/s,connections:0',
  })
})
afterAll(() => service.stop())
beforeEach(async () => {
  status = 200
  client = await openV2Client(service)
  owner = await visitAs(service, client.accountId, 'owner')
  receiver = await startReceiver((...exchange) => answer(status)(...exchange))
  service.telephony.placed.length = 0
  service.telephony.answer = 'planned'
  service.telephony.outcome = undefined
})
afterEach(() => {
  vi.restoreAllMocks()
  return receiver.close()
})

const addEndpoint = async (change: object = {}) => {
  const fields = { url: receiver.url, types: null, description: '', enabled: true, ...change }
  const { status: answered, body } = await owner.write(`/services/${client.id}/endpoints`, fields)
  expect([answered, body]).toEqual([200, expect.anything()])
  return body.id as number
}
/** Waits until as many events have arrived, while time goes on. */
const arrived = (count: number) =>
  eventually(
    async () => {
      await service.clock.advance(500)
      return receiver.received
    },
    (received) => received.length >= count,
  )
/** Time goes on until the request is answered. */
const passing = async <T>(asked: Promise<T>): Promise<T> => {
  let isOver = false
  void asked.then(() => {
    isOver = true
  })
  await eventually(
    async () => {
      await service.clock.advance(500)
      return isOver
    },
    (over) => over,
  )
  return asked
}
const typesOf = (received: Receiver['received']) => received.map(({ body }) => body.type)
const listed = async (query: string) => (await owner.read(`/webhooks?${query}`)).body.items

it('[V2-70] events of /v2 report each change of a verification as it was committed, signed for the official library', async () => {
  const endpoint = await addEndpoint()
  const { current } = (await owner.write(`/endpoints/${endpoint}/secret`)).body
  const phone = freshPhone()
  const { body } = await client.create({ phone, client: 'Ann', metadata: { order: '7' } })
  const [call] = service.telephony.placed
  call!.end({ completed: true, reason: 'rang' })
  await arrived(2)
  await client.check(body.id, call!.code)
  await arrived(4)
  expect(typesOf(receiver.received.slice(0, 2))).toEqual([
    'verification.step_started',
    'verification.step_delivered',
  ])
  // Sent side by side: either may arrive first.
  const [approved, settled] = receiver.received.slice(2).sort((a, b) => (a.body.type < b.body.type ? -1 : 1))
  expect(typesOf([approved!, settled!])).toEqual(['verification.approved', 'verification.settled'])
  const [started] = receiver.received
  expect(started!.body.data).toEqual(body)
  expect(approved!.body.data).toEqual((await client.read(body.id)).body)
  expect(receiver.received.map((event) => event.body.data.version)).toEqual([1, 2, 3, 3])
  const everything = receiver.received.map(({ text }) => text).join('')
  expect(everything).not.toContain(phone)
  expect(everything).not.toContain(`"${call!.code}"`)
  for (const { headers, text, body: event } of receiver.received) {
    vi.useFakeTimers({ now: Number(headers['webhook-timestamp']) * 1000, toFake: ['Date'] })
    expect(new Webhook(current).verify(text, headers)).toEqual(event)
    vi.useRealTimers()
    expect(headers['webhook-id']).toMatch(/^msg_[0-9a-f]{32}$/)
    expect(Object.keys(event)).toEqual(['type', 'timestamp', 'data'])
    expect(event.timestamp).toMatch(/^2026-01-15T\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(4)
})

it('[V2-71] events of /v2 report undelivered steps and every end, to the endpoints that asked for the type', async () => {
  const ends = ['failed', 'expired', 'canceled'].map((end) => `verification.${end}`)
  await addEndpoint({ types: [...ends, 'verification.step_undelivered'] })
  const other = await startReceiver()
  await addEndpoint({ url: other.url, types: ['verification.canceled'] })
  const steps = [{ mode: 'flash' }]
  const canceled = await client.create({ phone: freshPhone(), steps })
  await client.ask(`/verifications/${canceled.body.id}/cancel`, {})
  await arrived(1)
  const failed = await client.create({ phone: freshPhone(), steps })
  service.telephony.placed.at(-1)!.end({ completed: false, reason: 'busy' })
  await arrived(3)
  const expired = await client.create({ phone: freshPhone(), steps, expires_in: 60 })
  service.telephony.placed.at(-1)!.end({ completed: true, reason: 'rang' })
  await service.clock.hasten(60_000)
  await arrived(4)
  const reported = receiver.received.map(({ body }) => [body.data.id, body.type])
  expect(reported.toSorted()).toEqual(
    [
      [canceled.body.id, 'verification.canceled'],
      [expired.body.id, 'verification.expired'],
      [failed.body.id, 'verification.failed'],
      [failed.body.id, 'verification.step_undelivered'],
    ].toSorted(),
  )
  const both = receiver.received.filter(({ body }) => body.data.id === failed.body.id)
  // One change made both: they show the same state.
  expect(new Set(both.map(({ body }) => `${body.data.version} ${body.data.status}`)).size).toBe(1)
  await eventually(
    async () => typesOf(other.received),
    (types) => types.length === 1,
  )
  expect(typesOf(other.received)).toEqual(['verification.canceled'])
  await other.close()
})

it('[V2-141] one event reports that an ended verification has all its prices, after the end of its ringing call', async () => {
  await addEndpoint({ types: ['verification.canceled', 'verification.settled'] })
  const { body } = await client.create({ phone: freshPhone(), steps: [{ mode: 'flash' }] })
  service.telephony.placed[0]!.hasRung = true
  await client.ask(`/verifications/${body.id}/cancel`, {})
  await arrived(2)
  const [canceled, settled] = receiver.received.map((event) => event.body)
  expect([canceled.type, canceled.data.steps[0].price]).toEqual(['verification.canceled', null])
  expect([settled.type, settled.data.steps[0].price]).toEqual(['verification.settled', '0.80'])
  expect(settled.data.version).toBeGreaterThan(canceled.data.version)
  expect(settled.data).toEqual((await client.read(body.id)).body)
})

it('[V2-72] an event reports the end of a /v1.0 call with the fields of getInfo, without code and balance', async () => {
  await addEndpoint()
  service.telephony.outcome = { completed: true, reason: 'rang' }
  const made = await client.post('initCall', { phone: freshPhone(), client: 'Ann', code: '4321' })
  await arrived(1)
  const [event] = receiver.received
  const { body: info } = await client.get('getInfo', { uid: String(made.body.vendor_id) })
  const { status: _, code, balance: __, ...fields } = info
  expect(code).toBe('4321')
  expect(event!.body).toMatchObject({ type: 'call.ended', data: fields })
  expect(Object.keys(event!.body.data)).toEqual(Object.keys(fields))
  expect(event!.text).toContain('"cost":0.80')
  expect(event!.text).not.toContain('4321')

  // A test number that waits for a call, and one whose call never comes.
  const hook = { callback_url: receiver.url }
  await client.post('inboundCallWaiting', { phone: '79000000001', ...hook })
  const never = await client.post('inboundCallWaiting', { phone: '79000000002', ...hook })
  await arrived(3)
  await service.clock.hasten(60_000)
  await arrived(4)
  const ended = receiver.received.slice(1).filter(({ body }) => body.type === 'call.ended')
  expect(ended.map(({ body }) => body.data.call_status).toSorted()).toEqual([0, 1])
  expect(ended.at(-1)!.body.data.vendor_id).toBe(never.body.vendor_id)
})

it('[V2-73] a step of /v2 is not reported as a call event, also when its deadline ends it', async () => {
  await addEndpoint()
  const { body } = await client.create({ phone: freshPhone(), steps: [{ mode: 'flash' }] })
  await service.clock.hasten(61_000)
  await client.until(body.id, ({ status: now }) => now === 'failed')
  await arrived(4)
  expect(typesOf(receiver.received).toSorted()).toEqual([
    'verification.failed',
    'verification.settled',
    'verification.step_started',
    'verification.step_undelivered',
  ])
})

it('[V2-74] an event is repeated under its id until the receiver takes it, and is sent again on request', async () => {
  const endpoint = await addEndpoint({ types: ['verification.step_started'] })
  status = 503
  await client.create({ phone: freshPhone() })
  await arrived(2)
  status = 204
  await arrived(3)
  const [delivery] = await eventually(
    () => listed(`endpointId=${endpoint}`),
    ([first]) => first?.state === 'delivered',
  )
  expect(delivery).toMatchObject({ type: 'verification.step_started', attemptCount: 3, vendorId: null })
  expect((await owner.write(`/webhooks/${delivery.id}/resend`)).status).toBe(200)
  await arrived(4)
  const [first, ...others] = receiver.received
  for (const { headers, text } of others)
    expect([headers['webhook-id'], text]).toEqual([first!.headers['webhook-id'], first!.text])
  const { body: detail } = await owner.read(`/webhooks/${delivery.id}`)
  expect(detail).toMatchObject({ payload: first!.text, endpointId: endpoint, url: receiver.url })
  expect(await listed('type=verification.step_started&state=failed')).toEqual([])
  expect(await listed('type=webhook')).toEqual([])
})

it('[V2-75] a signed test event is sent on request, also to an endpoint that is off, which gets nothing else', async () => {
  const endpoint = await addEndpoint({ enabled: false, description: 'queue' })
  await client.create({ phone: freshPhone() })
  const sent = await owner.write(`/endpoints/${endpoint}/test`)
  await arrived(1)
  expect(receiver.received[0]!.body).toMatchObject({
    type: 'endpoint.test',
    data: { endpoint_id: endpoint, service_id: client.id, description: 'queue' },
  })
  expect(await listed(`endpointId=${endpoint}`)).toMatchObject([{ id: sent.body.deliveryId }])
  const { headers, text } = receiver.received[0]!
  const pasted = Object.entries(headers)
    .filter(([name]) => name.startsWith('webhook-'))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  const check = { serviceId: client.id, headers: pasted, payload: text }
  expect((await owner.write('/webhooks/check', check)).body).toMatchObject({
    fault: null,
    secret: 'endpoint',
  })
})

it('[V2-76] events are signed with both secrets while one is being replaced, each endpoint with its own', async () => {
  const [endpoint, other] = [await addEndpoint(), await addEndpoint()]
  const secretOf = async (id: number) => (await owner.write(`/endpoints/${id}/secret`)).body.current
  const old = await secretOf(endpoint)
  const { current } = (await owner.write(`/endpoints/${endpoint}/secret/rotate`, { overlapHours: 1 })).body
  expect(new Set([old, current, await secretOf(other)]).size).toBe(3)
  await owner.write(`/endpoints/${endpoint}/test`)
  await arrived(1)
  const { headers, text } = receiver.received[0]!
  vi.useFakeTimers({ now: Number(headers['webhook-timestamp']) * 1000, toFake: ['Date'] })
  for (const secret of [old, current]) expect(new Webhook(secret).verify(text, headers)).toBeTruthy()
  vi.useRealTimers()
  await owner.write(`/endpoints/${endpoint}/secret/rotate`, { overlapHours: 0 })
  await owner.write(`/endpoints/${endpoint}/test`)
  await arrived(2)
  expect(receiver.received[1]!.headers['webhook-signature']!.split(' ')).toHaveLength(1)
})

it('[V2-148] GET /v2/events lists the events since the first request as they are sent, and waits for the next', async () => {
  const events = async (query = '') => (await client.ask(`/events${query}`)).body
  expect(await events()).toEqual({ events: [], next_cursor: '0' })
  await addEndpoint()
  const { body } = await client.create({ phone: freshPhone(), steps: [{ mode: 'flash' }] })
  service.telephony.placed[0]!.end({ completed: true, reason: 'rang' })
  await arrived(2)
  await client.check(body.id, service.telephony.placed[0]!.code)
  const sent = (await arrived(4)).map((each) => each.body)
  const first = await events('?limit=1')
  expect(first.events).toEqual([{ id: expect.stringMatching(/^msg_/), ...sent[0] }])
  const rest = await events(`?after=${first.next_cursor}`)
  // What happened in one transaction is sent at once, and may arrive in either order.
  const listed = rest.events.map(({ id, ...event }: { id: string }) => event)
  expect(listed).toEqual(expect.arrayContaining(sent.slice(1)))
  expect(listed.map(({ type }: { type: string }) => type)).toEqual([
    'verification.step_delivered',
    'verification.approved',
    'verification.settled',
  ])
  const waiting = client.ask(`/events?after=${rest.next_cursor}&wait=55`)
  const call = await client.post('initCall', { phone: freshPhone() })
  service.telephony.placed[1]!.end({ completed: true, reason: 'rang' })
  const ended = await passing(waiting)
  expect(ended.body.events).toMatchObject([
    { type: 'call.ended', data: { vendor_id: call.body.vendor_id, call_status: 1 } },
  ])
  expect(ended.text).toContain('"cost":0.80}')
  const none = client.ask(`/events?after=99&wait=5`)
  expect((await passing(none)).body).toEqual({ events: [], next_cursor: '99' })
  const other = await openV2Client(service)
  expect((await other.ask('/events')).body.events).toEqual([])
  const foreign = await other.ask('/events?after=x')
  expect([foreign.status, foreign.body.errors[0].pointer]).toEqual([400, '/after'])
})

it('[V2-216] the first GET /v2/events lists what happened in seven days before it, ends of /v1.0 calls included', async () => {
  const { body } = await client.create({ phone: freshPhone(), steps: [{ mode: 'flash' }] })
  service.telephony.placed[0]!.end({ completed: true, reason: 'rang' })
  await passing(client.until(body.id, ({ steps: [step] }) => step.status === 'delivered'))
  await client.check(body.id, service.telephony.placed[0]!.code)
  const call = await client.post('initCall', { phone: freshPhone() })
  service.telephony.placed[1]!.end({ completed: true, reason: 'rang' })
  const uid = String(call.body.vendor_id)
  await passing(
    eventually(
      () => client.get('getInfo', { uid }),
      (info) => info.body.call_status === 1,
    ),
  )
  const first = (await client.ask('/events')).body
  expect(first.events.map(({ type }: { type: string }) => type)).toEqual([
    'verification.step_started',
    'verification.step_delivered',
    'verification.approved',
    'verification.settled',
    'call.ended',
  ])
  const approved = (await client.read(body.id)).body
  expect(first.events.slice(0, 4).map(({ data }: { data: object }) => data)).toEqual(Array(4).fill(approved))
  expect(first.events[4].data).toMatchObject({ vendor_id: call.body.vendor_id, call_status: 1 })
  expect((await client.ask(`/events?after=${first.next_cursor}`)).body.events).toEqual([])
})

it('[V2-217] GET /v2/events?from=now leaves out what has happened before, and nothing that happens after its answer', async () => {
  await client.create({ phone: freshPhone() })
  const begun = (await client.ask('/events?from=now')).body
  expect(begun).toEqual({ events: [], next_cursor: expect.stringMatching(/^\d+$/) })
  const { body } = await client.create({ phone: freshPhone() })
  const typesAfter = async (query: string) =>
    (await client.ask(`/events?${query}`)).body.events.map(
      ({ type, data }: { type: string; data: { id: string } }) => `${type} ${data.id}`,
    )
  const started = `verification.step_started ${body.id}`
  expect(await typesAfter(`after=${begun.next_cursor}`)).toEqual([started])
  // Another reader is given the past nevertheless, and `from` says nothing beside a cursor.
  expect(await typesAfter('')).toEqual([expect.stringContaining('step_started'), started])
  expect(await typesAfter(`from=now&after=${begun.next_cursor}`)).toEqual([started])
  const waiting = client.ask('/events?from=now&wait=20')
  await passing(
    eventually(
      () => typesAfter('limit=1'),
      (types) => types.length === 1,
    ),
  )
  const { body: next } = await client.create({ phone: freshPhone() })
  expect((await passing(waiting)).body.events).toMatchObject([{ data: { id: next.id } }])
  const wrong = await client.ask('/events?from=yesterday')
  expect([wrong.status, wrong.body.errors]).toEqual([400, [{ pointer: '/from', expected: '"now"' }]])
})

it('[V2-218] while changes from before the stream are under way GET /v2/events waits, or gives an empty page with its cursor', async () => {
  const blocked = vi
    .spyOn(service.store, 'readEvents')
    .mockImplementation(async ({ after }) => ({ kind: 'preparing', isBlocked: true, after }))
  for (const [query, cursor] of [
    ['', '0'],
    ['?after=7', '7'],
    ['?from=now', 'now'],
    ['?after=now', 'now'],
  ] as const)
    expect((await client.ask(`/events${query}`)).body).toEqual({ events: [], next_cursor: cursor })
  const over = client.ask('/events?wait=3')
  expect((await passing(over)).body).toEqual({ events: [], next_cursor: '0' })
  const { body } = await client.create({ phone: freshPhone() })
  const waiting = client.ask('/events?wait=55')
  await eventually(
    async () => blocked.mock.calls.length,
    (looks) => looks > 10,
  )
  blocked.mockRestore()
  expect((await passing(waiting)).body.events).toMatchObject([{ data: { id: body.id } }])
})

it('[V2-219] a webhook endpoint that another process has added is sent the next event, of calls of /v1.0 too', async () => {
  const end = async (number: number) => {
    const { body } = await client.post('initCall', { phone: freshPhone() })
    service.telephony.placed[number]!.end({ completed: true, reason: 'rang' })
    const uid = String(body.vendor_id)
    const info = () => client.get('getInfo', { uid })
    await passing(eventually(info, (known) => known.body.call_status === 1))
    return body.vendor_id
  }
  await end(0)
  // This node does not look for changes of the settings.
  const version = await service.store.settingsVersion()
  vi.spyOn(service.store, 'settingsVersion').mockResolvedValue(version)
  const words = ['endpoint', 'add', String(client.id), receiver.url, '--event', 'call.ended']
  expect((await ringkey(service.folder, words, { environment: service.environment })).code).toBe(0)
  const call = await end(1)
  await arrived(1)
  expect(receiver.received[0]!.body).toMatchObject({ type: 'call.ended', data: { vendor_id: call } })
})

it('[V2-201] the record of GET /v2/events is no endpoint that somebody can change, sign with, test or remove', async () => {
  await client.ask('/events')
  const [{ id } = { id: 0 }] = await service.store.eventTargets(client.id)
  const asked = ['', '/secret', '/secret/rotate', '/test', '/remove'].map(async (path) => {
    const form = path === '' ? { enabled: false } : path === '/secret/rotate' ? { overlapHours: 1 } : {}
    return (await owner.write(`/endpoints/${id}${path}`, form)).status
  })
  expect(await Promise.all(asked)).toEqual([404, 404, 404, 404, 404])
  expect(await service.store.eventTargets(client.id)).toMatchObject([{ id }])
})

it('[V2-77] a service has up to five endpoints for events, with addresses that webhooks may go to', async () => {
  const add = (url: string, more: object = {}) =>
    owner.write(`/services/${client.id}/endpoints`, {
      url,
      types: null,
      description: '',
      enabled: true,
      ...more,
    })
  for (const url of [
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'ftp://127.0.0.1/',
    'https://a:b@shop.example/',
    'x',
  ])
    expect([url, (await add(url)).status]).toEqual([url, 400])
  expect((await add(receiver.url, { types: [] })).status).toBe(400)
  for (let count = 0; count < 5; count++) expect((await add(receiver.url)).status).toBe(200)
  expect(await add(receiver.url)).toMatchObject({
    status: 409,
    body: { error: { code: 'too-many-endpoints' } },
  })
  const { items } = (await owner.read(`/endpoints?serviceId=${client.id}`)).body
  expect(items).toHaveLength(5)
  expect(JSON.stringify(items)).not.toContain('whsec_')
  const [{ id }] = items
  expect((await owner.write(`/endpoints/${id}`, { url: 'http://10.0.0.1/' })).status).toBe(400)
  expect((await owner.write(`/endpoints/${id}`, { enabled: false })).body).toMatchObject({ enabled: false })
  expect((await owner.write(`/endpoints/${id}/remove`)).status).toBe(200)
  expect((await owner.write(`/endpoints/${id}/remove`)).status).toBe(404)
  const { body: history } = await owner.read('/account/actions')
  expect(JSON.stringify(history)).toContain(`webhook endpoint ${id} of service ${client.id} removed`)
})

it('[V2-78] an event is not sent when its number was erased meanwhile', async () => {
  await addEndpoint({ types: ['verification.canceled', 'call.ended'] })
  status = 500
  const phone = freshPhone()
  const { body } = await client.create({ phone, steps: [{ mode: 'flash' }] })
  await client.ask(`/verifications/${body.id}/cancel`, {})
  await arrived(1)
  service.telephony.placed.at(-1)!.end({ completed: false, reason: 'canceled' })
  await eventually(
    async () => {
      await service.clock.advance(500)
      return (await client.read(body.id)).body
    },
    ({ steps }) => steps[0].status !== 'started',
  )
  const before = receiver.received.length
  const { phoneHash } = (await service.store.verification(body.id))!
  await service.store.erasePhone(phoneHash!)
  const [delivery] = await eventually(
    async () => {
      await service.clock.advance(2_000)
      return listed('type=verification.canceled')
    },
    ([first]) => first.state === 'failed',
  )
  const { body: detail } = await owner.read(`/webhooks/${delivery.id}`)
  expect(detail.attempts.at(-1)).toMatchObject({ status: 0, error: 'the number was erased' })
  expect([detail.payload, receiver.received.length]).toEqual([null, before])
})
