// Steps over a gateway of the service's owner.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { visitAs } from '../cabinet-member.ts'
import { answer, type Receiver, startReceiver } from '../receiver.ts'
import { ringkey } from '../ringkey-command.ts'
import { startTestService, type TestService } from '../service.ts'
import { balanceOf, freshPhone, isStored } from './scene.ts'
import { openV2Client, type V2Client } from './v2-scene.ts'

let service: TestService
let client: V2Client
let receiver: Receiver
let owner: Awaited<ReturnType<typeof visitAs>>
let says = answer(200)
beforeAll(async () => {
  service = await startTestService({
    RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8',
    RINGKEY_ADDRESS_LIMIT: 'api:0/s,cabinet:0/s,connections:0',
    RINGKEY_LOG_LEVEL: 'trace',
  })
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openV2Client(service)
  owner = await visitAs(service, client.accountId, 'owner')
  says = answer(200)
  receiver = await startReceiver((...exchange) => says(...exchange))
  service.telephony.placed.length = 0
  service.telephony.outcome = { completed: true, reason: 'rang' }
})
afterEach(() => receiver.close())

const sms = { mode: 'http', channel: 'sms', seconds: 40 }
const addGateway = async (more: object = {}) => {
  const fields = { kind: 'http', channel: 'sms', url: receiver.url, countries: [], handsOver: true, ...more }
  return owner.write(`/services/${client.id}/gateways`, fields)
}
/** Creates one and waits until its first step is over. */
const deliver = async (body: object = {}) => {
  const made = await client.create({ phone: freshPhone(), steps: [sms], ...body })
  expect(made.body).toMatchObject({ status: 'pending' })
  return over(made.body.id)
}
const over = async (id: string, step = 0) => {
  await vi.waitFor(async () => {
    await service.clock.advance(500)
    expect((await client.read(id)).body.steps[step].status).toMatch(/delivered/)
  }, 10_000)
  return (await client.read(id)).body
}

it('[V2-161] a step over a gateway posts phone and code, signed, once, and its code approves', async () => {
  const { body: gateway } = await addGateway()
  const phone = freshPhone()
  says = answer(200, `{"price": "1.25", "sent": "493817 to ${phone}"}`)
  const before = await balanceOf(client)
  const terms = { phone, steps: [sms], code: '493817', code_length: 6, language: 'en', client_token: true }
  const made = await client.create(terms)
  const shown = await over(made.body.id)
  const [sent, ...more] = receiver.received
  expect(more).toEqual([])
  const { type, data } = sent!.body
  vi.useFakeTimers({ now: Number(sent!.headers['webhook-timestamp']) * 1000, toFake: ['Date'] })
  expect(new Webhook(gateway.secret).verify(sent!.text, sent!.headers)).toEqual(sent!.body)
  vi.useRealTimers()
  expect(type).toBe('step.deliver')
  expect(data).toEqual({
    verification: shown.id,
    channel: 'sms',
    phone: `+${phone}`,
    code: '493817',
    language: 'en',
    text: 'Your code: 493817',
    expires_at: expect.any(String),
  })
  expect(Math.abs(Date.parse(data.expires_at) - Date.parse(shown.expires_at))).toBeLessThan(1_000)
  expect(shown.steps).toMatchObject([
    { mode: 'http', channel: 'sms', status: 'delivered', reason: 'handed over', gateway_price: '1.25' },
  ])
  expect(shown.hint.caller).toBeNull()
  // What the gateway costs its owner is no business of a browser.
  const authorization = { Authorization: `Bearer ${made.body.client_token}` }
  const inBrowser = await client.ask(`/verifications/${shown.id}`, undefined, authorization)
  expect(inBrowser.body.steps).toMatchObject([{ channel: 'sms', status: 'delivered' }])
  expect(inBrowser.text).not.toContain('price')
  expect((await client.check(shown.id, data.code)).body).toMatchObject({ valid: true, status: 'approved' })
  expect((await client.read(shown.id)).body.steps[0].price).toBe('0.00')
  expect(await balanceOf(client)).toBe(before)
  expect(service.telephony.placed).toEqual([])

  // The inspector has the request without phone and code, and never sends it again.
  says = answer(200)
  const { items } = (await owner.read('/webhooks?type=step.deliver')).body
  expect(items).toMatchObject([{ verificationId: shown.id, state: 'delivered', attemptCount: 1 }])
  const { payload, attempts } = (await owner.read(`/webhooks/${items[0].id}`)).body
  expect(JSON.parse(payload).data).toMatchObject({ phone: shown.phone, code: '***', text: '***' })
  expect(attempts).toMatchObject([{ status: 200, answer: '{"price": "1.25", "sent": "*** to [number]"}' }])
  const again = await owner.write(`/webhooks/${items[0].id}/resend`)
  expect([again.status, again.body.error.code]).toEqual([409, 'sent-once'])
  await service.clock.advance(5_000)
  expect(receiver.received).toHaveLength(1)
  for (const secret of [phone, data.code, gateway.secret]) expect(isStored(service, secret)).toBe(false)
})

it('[V2-162] a gateway that does not take the code is followed by the next step at once, and asked once', async () => {
  await addGateway()
  const cases: readonly (readonly [typeof says, string])[] = [
    [answer(200, '{"delivered": "no"}'), 'not delivered'],
    [answer(202, '{"delivered": "unknown", "price": 0.5}'), 'delivery unknown'],
    [answer(500, '{"delivered": "yes"}'), 'gateway refused'],
    [answer(307), 'gateway refused'],
    [(_, request) => void request.socket.destroy(), 'gateway unreachable'],
  ]
  for (const [place, [said, reason]] of cases.entries()) {
    says = said
    const made = await client.create({ phone: freshPhone(), steps: [sms, { mode: 'voice' }] })
    await service.clock.hasten(15_000)
    const { steps } = await over(made.body.id, 1)
    expect(steps).toMatchObject([
      { status: 'undelivered', reason, price: '0.00' },
      { mode: 'voice', status: 'delivered' },
    ])
    expect(receiver.received).toHaveLength(place + 1)
  }
})

it('[V2-163] a later step over a gateway finds the number anew, and has a code of its own', async () => {
  await addGateway({ countries: ['RU'] })
  service.telephony.outcome = { completed: false, reason: 'busy' }
  const phone = freshPhone()
  const made = await client.create({ phone, steps: [{ mode: 'flash' }, sms] })
  await service.clock.hasten(15_000)
  await over(made.body.id, 1)
  const [sent] = receiver.received
  expect(sent!.body.data).toMatchObject({ phone: `+${phone}`, language: 'ru' })
  expect((await client.check(made.body.id, sent!.body.data.code)).body.valid).toBe(true)
})

it('[V2-164] a step without a gateway for its channel, country or length is skipped or refused', async () => {
  const refused = await client.create({ phone: freshPhone(), steps: [sms] })
  expect([refused.status, refused.body.code]).toEqual([400, 'no_gateway'])
  await addGateway({ countries: ['KZ'] })
  const made = await client.create({ phone: freshPhone(), steps: [sms, { mode: 'flash' }] })
  expect(made.body.steps[0]).toEqual({
    mode: 'http',
    channel: 'sms',
    status: 'skipped',
    reason: 'no_gateway',
  })
  for (const step of [
    { mode: 'http' },
    { mode: 'flash', channel: 'sms' },
    { mode: 'http', channel: 'S M S' },
  ]) {
    const { body } = await client.create({ phone: freshPhone(), steps: [step] })
    expect(body.errors).toMatchObject([{ pointer: '/steps/0/channel' }])
  }
  expect(receiver.received).toEqual([])
})

it('[V2-165] a test number never reaches a gateway', async () => {
  await addGateway()
  const shown = await deliver({ phone: '79000000001', code: '4711' })
  expect(shown.steps).toMatchObject([{ mode: 'http', status: 'delivered', reason: 'test number' }])
  expect((await client.check(shown.id, '4711')).body.valid).toBe(true)
  expect(receiver.received).toEqual([])
})

it('[V2-166] a gateway is added with the word that it hands over phone and code, at safe addresses, at most three', async () => {
  const unsaid = await addGateway({ handsOver: false })
  expect([unsaid.status, unsaid.body.error.field]).toEqual([400, 'handsOver'])
  for (const url of ['http://10.0.0.1/', 'ftp://203.0.113.7', ''])
    expect((await addGateway({ url })).body.error.field).toBe('url')
  expect((await addGateway({ token: 'a-token-of-telegram' })).body.error.field).toBe('token')
  const made = [await addGateway(), await addGateway({ channel: 'viber' }), await addGateway()]
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await addGateway()).body.error.code).toBe('too-many-gateways')
  const { items } = (await owner.read(`/services/${client.id}/gateways`)).body
  expect(items[1]).toEqual({ ...made[1]!.body, secret: undefined })
  expect((await owner.write(`/gateways/${items[1].id}/remove`)).status).toBe(200)
  const stranger = await visitAs(service, (await openV2Client(service)).accountId, 'owner')
  expect((await stranger.write(`/gateways/${items[0].id}/remove`)).status).toBe(404)
})

it('[V2-167] a tariff may have a price for steps over a gateway, which is charged when it took the code', async () => {
  const { store, clock } = service
  await addGateway()
  const { tariff } = (await store.account(client.accountId))!
  await store.changeTariff({ code: tariff, prices: [{ mode: 'http', prefix: '', priceUnits: 3_000 }] })
  try {
    await clock.advance(2_000)
    const shown = await deliver()
    expect(shown.steps[0]).toMatchObject({ price: '0.30', gateway_price: null })
    says = answer(503)
    expect((await deliver()).steps[0]).toMatchObject({ status: 'undelivered', price: '0.00' })
  } finally {
    await store.changeTariff({ code: tariff, withoutPrices: [{ mode: 'http', prefix: '' }] })
    await clock.advance(2_000)
  }
})

it('[V2-261] reuse_code: where an approval pays, a gateway does not learn what a call says', async () => {
  const { store, clock, telephony } = service
  await addGateway()
  const { tariff } = (await store.account(client.accountId))!
  says = answer(503)
  try {
    for (const chargesOnApproval of [false, true]) {
      await store.changeTariff({ code: tariff, chargesOnApproval })
      await clock.advance(2_000)
      const terms = { phone: freshPhone(), steps: [sms, { mode: 'voice' }], reuse_code: true, code_length: 6 }
      const made = await client.create(terms)
      await over(made.body.id, 1)
      const told = receiver.received.at(-1)!.body.data.code
      expect(telephony.placed.at(-1)!.request.code === told).toBe(!chargesOnApproval)
    }
  } finally {
    await store.changeTariff({ code: tariff, chargesOnApproval: false })
    await clock.advance(2_000)
  }
})

it('[V2-168] Telegram Gateway gets sendVerificationMessage with the token, and its answer decides', async () => {
  const add = [
    'gateway',
    'add',
    'telegram',
    String(client.id),
    '--channel',
    'telegram',
    '--url',
    receiver.url,
  ]
  const { folder, clock, environment } = service
  const words = [...add, '--token', 'token-of-the-owner', '--hands-over', '--json']
  const { json, err } = await ringkey(folder, words, { clock, environment })
  expect([err, json]).toEqual(['', expect.objectContaining({ channel: 'telegram', secret: null })])
  const telegram = { mode: 'http', channel: 'telegram' }
  const phone = freshPhone()
  const reply = { ok: true, result: { request_id: '1', phone_number: phone, request_cost: 0.01 } }
  says = answer(200, JSON.stringify(reply))
  const shown = await deliver({ phone, steps: [telegram], expires_in: 120 })
  const [sent] = receiver.received
  expect(sent!.headers).toMatchObject({ authorization: 'Bearer token-of-the-owner' })
  expect(sent!.headers['webhook-signature']).toBeUndefined()
  expect(sent!.body).toEqual({
    phone_number: `+${phone}`,
    code: expect.stringMatching(/^\d{4}$/),
    ttl: 120,
    payload: shown.id,
  })
  expect(shown.steps[0]).toMatchObject({ status: 'delivered', gateway_price: '0.01' })
  says = answer(200, '{"ok": false, "error": "PHONE_NUMBER_NOT_AVAILABLE"}')
  const next = await deliver({ steps: [telegram] })
  expect(next.steps[0]).toMatchObject({ status: 'undelivered', reason: 'gateway refused' })
  const long = await client.create({ phone: freshPhone(), steps: [telegram], code_length: 9 })
  expect(long.body.code).toBe('no_gateway')
  expect(isStored(service, 'token-of-the-owner')).toBe(false)
})

it('[V2-169] the example program sends the code through its SMS provider, and refuses what is not signed', async () => {
  let status = 'OK'
  const phone = freshPhone()
  const provider = await startReceiver((...exchange) =>
    answer(200, JSON.stringify({ status: 'OK', sms: { [phone]: { status, cost: '2.50' } } }))(...exchange),
  )
  const program = spawn(process.execPath, ['docs/integrate/sms-gateway.mjs'], {
    env: {
      GATEWAY_SECRET: 'whsec_' + Buffer.alloc(32, 7).toString('base64'),
      SMS_RU_API_ID: 'id-of-sms-ru',
      SMS_RU_URL: provider.url,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const lines = createInterface(program.stdout)
    const port = await new Promise<string>((resolve) =>
      lines.once('line', (line) => resolve(line.split(' ').at(-1)!)),
    )
    const url = `http://127.0.0.1:${port}/`
    const body = JSON.stringify({
      type: 'step.deliver',
      data: { phone: `+${phone}`, text: 'Your code: 4711' },
    })
    const signed = (secret: Buffer, at = new Date()) => ({
      'webhook-id': 'vf_1-0',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret.toString('base64')).sign('vf_1-0', at, body),
    })
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(url, { method: 'POST', headers, body })
      return [response.status, await response.json()]
    }
    expect(await ask(signed(Buffer.alloc(32, 7)))).toEqual([200, { price: '2.50' }])
    expect(new URLSearchParams(provider.received[0]!.text).get('msg')).toBe('Your code: 4711')
    status = 'ERROR'
    expect(await ask(signed(Buffer.alloc(32, 7)))).toEqual([200, { delivered: 'no' }])
    expect(await ask(signed(Buffer.alloc(32, 8)))).toEqual([401, {}])
    expect(await ask(signed(Buffer.alloc(32, 7), new Date(Date.now() - 600_000)))).toEqual([401, {}])
    expect(provider.received).toHaveLength(2)
    const env = { GATEWAY_SECRET: 'whsec_', SMS_RU_API_ID: 'id-of-sms-ru', PORT: '0' }
    const without = spawn(process.execPath, ['docs/integrate/sms-gateway.mjs'], { env, stdio: 'ignore' })
    const ended = once(without, 'exit')
    setTimeout(() => without.kill(), 5_000).unref()
    expect(await ended).toEqual([1, null])
  } finally {
    program.kill()
    await provider.close()
  }
})
