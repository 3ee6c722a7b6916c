import { describe, expect, it } from 'vitest'
import { explainSignature, readHeaders } from './explain-signature.ts'
import { newWebhookSecret, signedHeaders } from './signature.ts'

const secret = newWebhookSecret((count) => Buffer.alloc(count, 3))
const other = newWebhookSecret((count) => Buffer.alloc(count, 4))
const now = 1_768_478_405
const body = '{"callId":"100042","clientNumber":"79161234567"}'
const headers = { ...signedHeaders([secret], 'msg_1', now, body) }
const explain = (changed: Record<string, string> = {}, text = body, secrets = [secret]) =>
  explainSignature(secrets, { ...headers, ...changed }, text, now + 7)

describe('a pasted webhook', () => {
  it('is valid, with the matching secret and its age', () => {
    expect(explain()).toEqual({ fault: null, secret: 0, ageSeconds: 7, timely: true })
    expect(explain({}, body, [other, secret])).toMatchObject({ fault: null, secret: 1 })
  })

  it('is too old for a receiver although its signature is valid', () => {
    expect(explainSignature([secret], headers, body, now + 301)).toMatchObject({ fault: null, timely: false })
    expect(explainSignature([secret], headers, body, now - 301)).toMatchObject({
      ageSeconds: -301,
      timely: false,
    })
  })

  it.each([
    ['id-missing', { 'webhook-id': '' }],
    ['timestamp-missing', { 'webhook-timestamp': '' }],
    ['signature-missing', { 'webhook-signature': '' }],
    ['timestamp-unreadable', { 'webhook-timestamp': 'yesterday' }],
    ['signature-version', { 'webhook-signature': 'abc' }],
    ['no-fit', { 'webhook-id': 'msg_2' }],
    ['no-fit', { 'webhook-timestamp': String(now + 1) }],
  ])('has the fault %s', (fault, changed) => {
    expect(explain(changed)).toMatchObject({ fault, secret: null })
  })

  it('distinguishes a changed body from another secret', () => {
    expect(explain({}, `${body}\n`)).toMatchObject({ fault: 'body-spaces' })
    expect(explain({}, JSON.stringify(JSON.parse(body), null, 2))).toMatchObject({ fault: 'body-rewritten' })
    expect(explain({}, body.replace('79161234567', '7916***4567'))).toMatchObject({ fault: 'masked-body' })
    expect(explain({}, 'not json')).toMatchObject({ fault: 'no-fit' })
    expect(explain({}, body, [other])).toMatchObject({ fault: 'no-fit' })
    expect(explain({}, body, ['whsec_short'])).toMatchObject({ fault: 'secret-malformed' })
  })
})

it('a pasted webhook: its headers are read in the forms that people paste', () => {
  const wanted = { 'webhook-id': 'msg_1', 'webhook-timestamp': '17', 'webhook-signature': 'v1,ab= v1,cd=' }
  expect(
    readHeaders('Webhook-Id: msg_1\r\nwebhook-timestamp:17\nWEBHOOK-SIGNATURE: v1,ab= v1,cd=\nHost: x'),
  ).toEqual(wanted)
  expect(
    readHeaders(
      '  "webhook-id": "msg_1",\n  "webhook-timestamp": "17",\n  "webhook-signature": "v1,ab= v1,cd=",',
    ),
  ).toEqual(wanted)
})
