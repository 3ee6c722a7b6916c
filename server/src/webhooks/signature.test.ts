import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { systemRandom } from '../platform/random.ts'
import { newWebhookSecret, signatureFault, signedHeaders } from './signature.ts'

const signatures = process.env.RINGKEY_TEST_LONG === '1' ? 10_000 : 1_000
const nowMs = Date.UTC(2026, 0, 15, 12, 0, 0)
const nowSeconds = nowMs / 1000
beforeEach(() => {
  vi.useFakeTimers({ now: nowMs, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const newSecret = () => newWebhookSecret((count) => systemRandom.bytes(count))
const bodyOf = (index: number) =>
  JSON.stringify({
    callId: String(100_000 + index),
    callbackLink: `https://пример.рф/hook?n=${index}`,
    clientNumber: `7916${String(index).padStart(7, '0')}`,
    isMnp: index % 2 === 0,
    regionName: 'Москва и область 📞',
  })

/** Changes one bit of one byte in the middle; the last character of base64 has unused bits. */
function changed(text: string, place: number): string {
  const bytes = Buffer.from(text)
  const at = place % (bytes.length - 2)
  bytes[at] = bytes[at]! ^ 1
  return bytes.toString('latin1')
}

it('webhook signature: the official library accepts each, and refuses one changed byte or five minutes of skew', () => {
  const secret = newSecret()
  const official = new Webhook(secret)
  const seen = { verified: 0, changed: 0, late: 0, early: 0 }
  for (let index = 0; index < signatures; index++) {
    const id = `msg_${systemRandom.bytes(9).toString('hex')}`
    const body = bodyOf(index)
    const headers = { ...signedHeaders([secret], id, nowSeconds, body) }
    const signature = headers['webhook-signature']
    const oneByteChanged = [
      () => official.verify(Buffer.from(changed(body, index), 'latin1'), headers),
      () => official.verify(body, { ...headers, 'webhook-id': changed(id, index) }),
      () => official.verify(body, { ...headers, 'webhook-timestamp': String(nowSeconds + 1) }),
      () => official.verify(body, { ...headers, 'webhook-signature': changed(signature, index) }),
    ]
    if (!refuses(() => official.verify(body, headers))) seen.verified += 1
    if (refuses(oneByteChanged[index % oneByteChanged.length]!)) seen.changed += 1
    if (refuses(() => official.verify(body, { ...signedHeaders([secret], id, nowSeconds - 301, body) })))
      seen.late += 1
    if (refuses(() => official.verify(body, { ...signedHeaders([secret], id, nowSeconds + 301, body) })))
      seen.early += 1
  }
  expect(seen).toEqual({ verified: signatures, changed: signatures, late: signatures, early: signatures })
})

function refuses(verify: () => unknown): boolean {
  try {
    verify()
    return false
  } catch {
    return true
  }
}

it('[D9-1] webhook signature: has two signatures during a rotation, and either secret verifies', () => {
  const [current, previous, stranger] = [newSecret(), newSecret(), newSecret()]
  const headers = { ...signedHeaders([current, previous], 'msg_1', nowSeconds, '{}') }
  expect(headers['webhook-signature'].split(' ')).toHaveLength(2)
  expect(new Webhook(current).verify('{}', headers)).toEqual({})
  expect(new Webhook(previous).verify('{}', headers)).toEqual({})
  expect(() => new Webhook(stranger).verify('{}', headers)).toThrow()
})

it('webhook secret: has the standard form, whsec_ and 24 to 64 bytes', () => {
  const [one, other] = [newSecret(), newSecret()]
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(one).not.toBe(other)
})

it('webhook signature: our check finds the same faults as the official library', () => {
  const secret = newSecret()
  const body = bodyOf(1)
  const official = new Webhook(secret)
  const signed = { ...signedHeaders([newSecret(), secret], 'msg_1', nowSeconds, body) }
  const cases: [string, Record<string, string>, string][] = [
    [body, signed, ''],
    [`${body} `, signed, 'does not match'],
    [body, { ...signed, 'webhook-id': 'msg_2' }, 'does not match'],
    [body, { ...signed, 'webhook-signature': 'v1,AAAA' }, 'does not match'],
    [
      body,
      { ...signed, 'webhook-signature': signed['webhook-signature'].replaceAll('v1,', 'v2,') },
      'does not match',
    ],
    [body, { ...signed, 'webhook-timestamp': 'soon' }, 'timestamp'],
    [body, { ...signedHeaders([secret], 'msg_1', nowSeconds - 301, body) }, 'timestamp'],
    [body, { ...signedHeaders([secret], 'msg_1', nowSeconds + 301, body) }, 'timestamp'],
    [body, { ...signedHeaders([secret], 'msg_1', nowSeconds - 300, body) }, ''],
    [body, { 'webhook-id': 'msg_1', 'webhook-timestamp': String(nowSeconds) }, 'not signed'],
  ]
  for (const [text, headers, fault] of cases) {
    const found = signatureFault(secret, headers, text, nowSeconds)
    expect(found === '' ? '' : found).toContain(fault)
    expect([headers, found !== '']).toEqual([headers, refuses(() => official.verify(text, headers))])
  }
})
