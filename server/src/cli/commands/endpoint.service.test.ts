import { afterAll, beforeAll, expect, it } from 'vitest'
import { answer, type Receiver, startReceiver } from '../../../test/receiver.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import { eventTypes } from '../../books/event-types.ts'
import { signatureFault } from '../../webhooks/signature.ts'

let service: TestService
let receiver: Receiver
const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
const lastAction = async () => (await service.get('getAccount')).body.logs[0].action as string
beforeAll(async () => {
  service = await startTestService()
  receiver = await startReceiver(answer(200, 'thanks'))
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

it('endpoint: is added, listed, changed, tested and removed; the owner sees each change in the history', async () => {
  const serviceId = String(service.serviceId)
  expect((await run('endpoint', 'list', serviceId)).out).toContain('has no webhook endpoint')
  const added = await run('endpoint', 'add', serviceId, receiver.url, '--event', 'call.ended', '--json')
  const { id } = added.json
  expect(added.json).toMatchObject({ url: receiver.url, events: ['call.ended'], enabled: true })
  expect(added.json.secret).toMatch(/^whsec_/)
  expect(await lastAction()).toBe(`webhook endpoint ${id} of service ${serviceId} added`)

  const set = await run('endpoint', 'set', String(id), '--event', 'all', '--description', 'queue', '--json')
  expect(set.json).toMatchObject({ events: 'all', description: 'queue', url: receiver.url })
  const listed = await run('endpoint', 'list', serviceId)
  expect(listed.out).toMatch(new RegExp(`^ *${id} +yes +${receiver.url} +all +queue$`, 'm'))

  const shown = await run('endpoint', 'secret', String(id))
  expect(shown.out.trim()).toBe(added.json.secret)
  const rotated = await run('endpoint', 'secret', String(id), '--rotate', '--json')
  expect(rotated.json).toMatchObject({ previous: added.json.secret })
  expect(await lastAction()).toBe(`secret of webhook endpoint ${id} of service ${serviceId} rotated`)

  const tested = await run('endpoint', 'test', String(id), '--json')
  await eventually(
    async () => {
      await service.clock.advance(500)
      return receiver.received.length
    },
    (count) => count === 1,
  )
  const webhookId = tested.json.webhook_id as string
  expect(receiver.received[0]!.headers['webhook-id']).toBe(webhookId)
  const inspected = await eventually(
    () => run('webhook', 'show', webhookId),
    ({ out }) => out.includes('HTTP 200'),
  )
  expect(inspected.out).toContain(
    `endpoint.test, webhook endpoint ${id}, service ${serviceId}, ${receiver.url}`,
  )
  const events = await run('webhook', 'list', '--event', 'endpoint.test', '--endpoint', String(id))
  expect(events.out).toContain(`${webhookId}  endpoint.test  `)
  expect((await run('webhook', 'resend', webhookId, '--json')).json).toMatchObject({ result: 'queued' })
  expect(await lastAction()).toBe(`event ${webhookId} sent again`)

  expect((await run('endpoint', 'remove', String(id))).out).toBe(
    `Webhook endpoint ${id} of service ${service.serviceId} removed.\n`,
  )
  expect(await run('endpoint', 'test', String(id))).toMatchObject({
    code: 1,
    err: `ringkey: There is no webhook endpoint ${id}: see ringkey endpoint list\n`,
  })
})

it('endpoint: refuses addresses that are not public, unknown events, and a change of nothing', async () => {
  const serviceId = String(service.serviceId)
  for (const [address, expected] of [
    [
      'http://10.0.0.1/',
      'an address that can be reached from the internet, or one that RINGKEY_CALLBACK_ALLOW of the operator names',
    ],
    ['https://me:secret@198.41.0.4/', 'an address without user and password'],
    ['ftp://198.41.0.4/', 'an http or https address of at most 2048 characters'],
  ] as const) {
    const refused = await run('endpoint', 'add', serviceId, address)
    expect([refused.code, refused.err]).toEqual([1, `ringkey: URL: expected ${expected}\n`])
  }
  expect((await run('endpoint', 'add', serviceId, receiver.url, '--event', 'call.began')).code).toBe(2)
  const { json } = await run('endpoint', 'add', serviceId, receiver.url, '--enabled', 'no', '--json')
  expect(json).toMatchObject({ enabled: false, events: 'all' })
  expect((await run('endpoint', 'set', String(json.id))).code).toBe(2)
})

it('endpoint listen: sends what happens from now on to the developer, signed, over HTTP with a key alone', async () => {
  const before = receiver.received.length
  let stop = () => {}
  const interrupted = new Promise<void>((resolve) => {
    stop = resolve
  })
  const bearer = `${service.key}.${service.serviceId}`
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const typed = [
    '--forward-to',
    receiver.url,
    '--key',
    bearer,
    '--server',
    service.baseUrl,
    '--secret',
    secret,
  ]
  // There is no installation in this folder.
  const nowhere = { clock: service.clock, interrupted, environment: { RINGKEY_DATA: '/nowhere' } }
  const listening = ringkey('', ['endpoint', 'listen', ...typed], nowhere)
  await eventually(
    () => service.store.eventTargets(service.serviceId),
    (targets) => targets.some(({ receiver: to }) => to === ''),
  )
  await fetch(`${service.baseUrl}/v2/verifications`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone: '79000000001' }),
  })
  const [event] = await eventually(
    async () => {
      await service.clock.advance(500)
      return receiver.received.slice(before)
    },
    (received) => received.length > 0,
  )
  expect(event!.body).toMatchObject({ type: 'verification.step_started', data: { test: true } })
  expect(signatureFault(secret, event!.headers, event!.text, service.clock.now() / 1000)).toBe('')
  stop()
  const { out, err, code } = await listening
  expect([code, out]).toEqual([0, expect.stringMatching(/^verification\.step_started msg_\w+: HTTP 200$/m)])
  expect(err).toContain(`signed with ${secret}`)
  const wrong = [
    '--forward-to',
    receiver.url,
    '--key',
    `wrong.${service.serviceId}`,
    '--server',
    service.baseUrl,
  ]
  const refused = await ringkey('', ['endpoint', 'listen', ...wrong], {
    ...nowhere,
    interrupted: new Promise(() => {}),
  })
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('HTTP 401')])
  expect(refused.err).not.toContain('wrong.')
})

it('endpoint at the built-in receiver of the demo: gets its events, and takes nothing but webhooks', async () => {
  const url = `${service.baseUrl}/demo/receiver`
  const { id } = (await run('endpoint', 'add', String(service.serviceId), url, '--json')).json
  await run('endpoint', 'test', String(id))
  const delivered = await eventually(
    async () => {
      await service.clock.advance(1_000)
      const wanted = { serviceId: service.serviceId, endpointId: id, state: null, before: null, limit: 1 }
      return (await service.store.deliveries(wanted))[0]
    },
    (delivery) => delivery?.state === 'delivered',
  )
  expect(delivered).toMatchObject({ url, tries: 1 })
  expect((await fetch(url)).status).toBe(405)
  await run('endpoint', 'remove', String(id))
})

it('endpoint trigger: sends a made-up event of every type, signed', async () => {
  const before = receiver.received.length
  for (const type of eventTypes) {
    const { code, json } = await ringkey(
      '',
      ['endpoint', 'trigger', type, '--forward-to', receiver.url, '--json'],
      { clock: service.clock },
    )
    expect([code, json]).toEqual([0, expect.objectContaining({ type, result: 'HTTP 200' })])
    const { body, text, headers } = receiver.received.at(-1)!
    expect(body.type).toBe(type)
    expect(signatureFault(json.secret, headers, text, service.clock.now() / 1000)).toBe('')
  }
  expect(receiver.received.length - before).toBe(eventTypes.length)
  const dead = await ringkey('', ['endpoint', 'trigger', 'call.ended', '--forward-to', 'http://127.0.0.1:1/'])
  expect(dead.code).toBe(1)
})
