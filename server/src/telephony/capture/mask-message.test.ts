import { expect, it } from 'vitest'
import { maskCode, maskMessage } from './mask-message.ts'

const message = [
  'INVITE sip:+79161234567@203.0.113.7:5060 SIP/2.0',
  'Via: SIP/2.0/UDP 10.0.0.1:5060;branch=z9hG4bKab12',
  'From: <sip:74951230042@10.0.0.1>;tag=a1b2',
  'Call-ID: 0c1d2e3f',
  'CSeq: 1234567890 INVITE',
  'Authorization: Digest username="74951230000", response="6629fae49393a05397450978507c4ef1", cnonce="0a4f"',
  'Identity: eyJhbGciOiJFUzI1NiJ9.eyJkZXN0Ijp7InRuIjpbIjc5MTYxMjM0NTY3Il19fQ.c2ln;info=<https://x/c.pem>',
  'Content-Length: 90',
  '',
  'o=- 1234567890123 1 IN IP4 10.0.0.1',
  'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:WVNfX19zZW1jdGwgKCkgewkyMjA7fQp9CnVubGVz|2^20',
].join('\r\n')

it('capture: numbers, answers to passwords, tokens and media keys are masked, and the length stays', () => {
  const masked = Buffer.from(maskMessage(Buffer.from(message, 'latin1'))).toString('latin1')
  expect(masked.length).toBe(message.length)
  for (const secret of ['1234567@', '4951230042', '4951230000', '6629fae4', '0a4f', 'eyJ', 'WVNf'])
    expect(masked).not.toContain(secret)
  expect(masked).toContain('INVITE sip:+7916*******@203.0.113.7:5060 SIP/2.0')
  expect(masked).toContain('From: <sip:7495*******@10.0.0.1>')
})

it.each([
  ['To: <tel:+7-916-123-45-67>', 'To: <tel:+7-916-***-**-**>'],
  ['From: "8 (916) 123-45-67" <sip:a@10.0.0.1>;tag=x', 'From: "8 (916) ***-**-**" <sip:a@10.0.0.1>;tag=x'],
  ['Reason: SIP;text="7.916.123.45.67 by 192.0.2.10"', 'Reason: SIP;text="7.916.***.**.** by 192.0.2.10"'],
  ['X-To: 7916123 4567', 'X-To: 7916*** ****'],
  ['X-To: 7\xc2\xa0916123\xe2\x80\x934567', 'X-To: 7\xc2\xa0916***\xe2\x80\x93****'],
  ['X-To: 7916%20123%204567', 'X-To: 7916%20***%20****'],
  ['SIP/2.0 603 Never 7 916 123 45 67', 'SIP/2.0 603 Never 7 916 *** ** **'],
  ['m=audio 34000 RTP/AVP 0 8 101 13 96', 'm=audio 34000 RTP/AVP 0 8 101 13 96'],
  [
    'Via: SIP/2.0/UDP 10.0.0.1;branch=z9hG4bK-1234-5-678',
    'Via: SIP/2.0/UDP 10.0.0.1;branch=z9hG4bK-1234-5-678',
  ],
  ['c=IN IP4 203.0.113.77', 'c=IN IP4 203.0.113.77'],
  ['o=79161234567 8000 1 IN IP4 10.0.0.1', 'o=7916******* 8000 1 IN IP4 10.0.0.1'],
  ['WWW-Authenticate: Digest realm="10.0.0.1"', 'WWW-Authenticate: Digest realm="10.0.0.1"'],
])('capture: a number is masked with its separators, and as the user of SDP: %s', (line, masked) => {
  expect(Buffer.from(maskMessage(Buffer.from(line, 'latin1'))).toString('latin1')).toBe(masked)
})

it('capture: what a decoder needs is left as it was', () => {
  const masked = Buffer.from(maskMessage(Buffer.from(message, 'latin1'))).toString('latin1')
  for (const line of ['CSeq: 1234567890 INVITE', 'Content-Length: 90', 'o=- 1234567890123 1 IN IP4 10.0.0.1'])
    expect(masked).toContain(line)
})

it('capture in clear: the last four digits of the calling number stay masked in every spelling, the rest is as it was', () => {
  const sent = message.replace(
    'CSeq:',
    'P-Asserted-Identity: <sip:+74951230042@10.0.0.1>\r\nContact: <sip:84951230042@10.0.0.1>\r\nCSeq:',
  )
  const clear = Buffer.from(maskCode(Buffer.from(sent, 'latin1'))).toString('latin1')
  expect(clear.length).toBe(sent.length)
  expect(clear).not.toContain('0042')
  expect(clear).not.toContain('eyJ')
  for (const kept of [
    'sip:+79161234567@203.0.113.7',
    'From: <sip:7495123****@10.0.0.1>',
    '<sip:+7495123****@10.0.0.1>',
    '<sip:8495123****@10.0.0.1>',
    'username="74951230000", response="6629fae4',
    'CSeq: 1234567890 INVITE',
  ])
    expect(clear).toContain(kept)
  const echoed = sent.replace('CSeq:', 'Reason: SIP;text="from 7-495-123-00-42 to 7.916.123.45.67"\r\nCSeq:')
  const heard = Buffer.from(maskCode(Buffer.from(echoed, 'latin1'))).toString('latin1')
  expect(heard).toContain('from 7-495-123-**-** to 7.916.123.45.67')
  const anonymous = message.replace('74951230042@', 'anonymous@')
  expect(Buffer.from(maskCode(Buffer.from(anonymous, 'latin1'))).toString('latin1')).toBe(anonymous)
})

it.each([
  'P-Asserted-Identity: <sip:+74951230042@10.0.0.1>',
  'P-Preferred-Identity: <sip:74951230042@10.0.0.1>',
  'Remote-Party-ID: <sip:84951230042@10.0.0.1>;party=calling;screen=yes;privacy=off',
  'Diversion: <sip:+74951230042@10.0.0.1>;reason=unconditional',
  'History-Info: <sip:+74951230042@10.0.0.1>;index=1, <sip:+79161234567@10.0.0.1;cause=302>;index=1.1;mp=1',
])('capture in clear: a code is masked where From is another number or anonymous: %s', (header) => {
  for (const from of ['anonymous@anonymous.invalid', '74959999999@10.0.0.1']) {
    const sent = message.replace('74951230042@10.0.0.1', from).replace('CSeq:', `${header}\r\nCSeq:`)
    const clear = Buffer.from(maskCode(Buffer.from(sent, 'latin1'))).toString('latin1')
    expect(clear).not.toContain('0042')
    expect(clear).toContain('INVITE sip:+79161234567@203.0.113.7:5060')
    expect(clear.length).toBe(sent.length)
  }
})
