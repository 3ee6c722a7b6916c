import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listenForWebhooks } from '../../../../dev/webhooks/listen.ts'
import { createEngine } from '../../../test/deliveries.ts'
import { ManualClock } from '../../../test/manual-clock.ts'
import { openOutbox } from '../../../test/outbox.ts'
import { answer, startReceiver } from '../../../test/receiver.ts'
import { eventually } from '../../../test/service.ts'
import { changed } from '../../../test/store-contract/fixture.ts'
import { signedHeaders } from '../../webhooks/signature.ts'
import { listWebhooks, resendWebhook, secretText, showWebhook } from './webhook.ts'

const at = Date.UTC(2026, 0, 15, 12, 0, 0)
let outbox: Awaited<ReturnType<typeof openOutbox>>
beforeEach(async () => {
  outbox = await openOutbox()
})
afterEach(() => outbox.close())

describe('webhook list, show and resend', () => {
  it('print no control characters of an address, and - once the address was erased', async () => {
    const vendorId = await outbox.enqueue({ url: 'https://shop.example/\u001b[2J\u009b31m', at })
    const { store } = outbox
    const texts = async () => [(await listWebhooks(store)).text, (await showWebhook(store, vendorId)).text]
    for (const text of await texts()) {
      expect(text).toContain('https://shop.example/\ufffd[2J\ufffd31m')
      for (const control of ['\u001b', '\u009b']) expect(text).not.toContain(control)
    }
    await store.erasePhone((await store.call(vendorId))!.phoneHash!)
    const [listed, shown] = await texts()
    expect(listed).toMatch(/ {2}-$/)
    expect(shown).toContain(`service ${outbox.serviceId}, -\n`)
  })

  it('show what was sent, when, and the answer, and send again under the same webhook-id', async () => {
    let status = 410
    const receiver = await startReceiver((response, request, socket) =>
      answer(status, 'line one\nline two')(response, request, socket),
    )
    const vendorId = await outbox.enqueue({ url: receiver.url, at: at - 1_000 })
    const clock = new ManualClock(at)
    const { engine } = createEngine({ store: outbox.store, clock })
    const sent = async (count: number) => {
      await engine.look()
      await eventually(
        () => outbox.attemptsOf(vendorId),
        (attempts) => attempts.length === count,
      )
    }
    expect((await showWebhook(outbox.store, vendorId)).text).toContain('next try at 2026-01-15T12:00:00.000Z')
    await sent(1)
    const listed = await listWebhooks(outbox.store, { serviceId: outbox.serviceId, state: 'failed' })
    expect(listed.text).toBe(
      `${vendorId}  2026-01-15T12:00:00.000Z  failed      1 tries  service ${outbox.serviceId}  ${receiver.url}`,
    )
    expect(listed.json).toMatchObject([{ vendorId, state: 'failed' }])
    expect((await listWebhooks(outbox.store, { state: 'delivered' })).text).toBe('No webhooks.')

    status = 200
    expect(await resendWebhook(outbox.store, vendorId, clock.now())).toMatchObject({
      json: { result: 'queued' },
    })
    await sent(2)
    const shown = await showWebhook(outbox.store, vendorId)
    expect(shown.text.split('\n')).toEqual([
      `Call ${vendorId}, service ${outbox.serviceId}, ${receiver.url}`,
      `webhook-id msg_${vendorId}, delivered`,
      '  1. 2026-01-15T12:00:00.000Z  0 ms  HTTP 410',
      '     | line one',
      '     | line two',
      '  2. 2026-01-15T12:00:00.000Z  0 ms  HTTP 200',
      '     | line one',
      '     | line two',
    ])
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      `msg_${vendorId}`,
      `msg_${vendorId}`,
    ])
    await engine.stop()
    await receiver.close()
  })

  it('report what does not exist', async () => {
    for (const report of [await showWebhook(outbox.store, 1), await resendWebhook(outbox.store, 1, at)])
      expect(report.failed).toBe(true)
  })
})

it('webhook secret shows the secret and, during the overlap, the previous one', async () => {
  const clock = new ManualClock(at)
  const { secrets } = createEngine({ store: outbox.store, clock })
  const show = async () => secretText((await secrets.of(outbox.serviceId))!, 'webhooks')
  const before = await show()
  expect(before).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(await show()).toBe(before)
  const rotation = {
    serviceId: outbox.serviceId,
    sealed: secrets.newSealed(),
    previousEndsAt: at + 86_400_000,
  }
  await changed(outbox.store, 'rotateWebhookSecret', rotation)
  const rotated = await show()
  expect(rotated).toContain(
    `Until 2026-01-16 12:00:00 UTC webhooks are also signed with the previous secret: ${before}`,
  )
  await clock.advance(86_400_000)
  const after = await show()
  expect(rotated.startsWith(after)).toBe(true)
  expect(after).not.toContain(before)
})

it('webhook listen prints what arrives and whether its signature is valid', async () => {
  const clock = new ManualClock(at)
  const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`
  const printed: string[] = []
  const listening = await listenForWebhooks({ clock, secret, print: (line) => printed.push(line), port: 0 })
  const send = (body: string, headers: Record<string, string>) =>
    fetch(listening.url, { method: 'POST', body, headers })
  const signed = { ...signedHeaders([secret], 'msg_7', at / 1000, '{"callId":"1"}') }
  expect((await send('{"callId":"1"}', signed)).status).toBe(204)
  expect((await send('{"callId":"2"}\u001b[2J', signed)).status).toBe(401)
  expect(printed).toEqual([
    'POST /  webhook-id msg_7',
    '  signature: valid',
    '  {"callId":"1"}',
    'POST /  webhook-id msg_7',
    '  signature: NOT VALID (the signature does not match: another secret, or a changed body)',
    '  {"callId":"2"}�[2J',
  ])
  await listening.close()
})
