import { describe, expect, it } from 'vitest'
import { maxHeaders, maxMessageBytes } from './bounds.ts'
import { parseAuthHeader } from './credentials.ts'
import { nextFrame } from './framing.ts'
import { parseCSeq, parseRAck, parseReasons, parseSessionExpires } from './header-values.ts'
import { Headers } from './headers.ts'
import { SipRequest } from './message.ts'
import { formatNameAddress, isNameAddress, parseNameAddress } from './name-address.ts'
import { parseMessage } from './parse.ts'
import { stampSource } from './received.ts'
import { respond } from './respond.ts'
import { serialise } from './serialise.ts'
import { escapeUser, parseUri } from './uri.ts'
import { formatVia, parseVia } from './via.ts'

const invite = [
  'INVITE sip:79161234567@198.51.100.7 SIP/2.0',
  'v: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKabc;rport',
  'Max-Forwards: 70',
  'f: "Ring, key" <sip:74951230042@192.0.2.1>;tag=aa',
  't: <sip:79161234567@198.51.100.7>',
  'i: call-1',
  'CSeq: 1 INVITE',
  'm: <sip:74951230042@192.0.2.1:5060>',
  'X-Trunk-Id: one',
  'c: application/sdp',
  'l: 5',
  '',
  'v=0\r\n',
].join('\r\n')

function parsed(text: string): SipRequest {
  const message = parseMessage(Buffer.from(text))
  if (message.kind !== 'request') throw new Error(JSON.stringify(message))
  return message
}

describe('a SIP message', () => {
  it('is read with compact and case-insensitive header names', () => {
    const request = parsed(invite)
    expect(request).toMatchObject({ method: 'INVITE', uri: 'sip:79161234567@198.51.100.7', callId: 'call-1' })
    expect(request.via).toMatchObject({ transport: 'UDP', host: '192.0.2.1', port: 5060 })
    expect(request.from.displayName).toBe('Ring, key')
    expect(request.headers.get('x-trunk-id')).toBe('one')
    expect(request.headers.get('contact')).toBe('<sip:74951230042@192.0.2.1:5060>')
    expect(Buffer.from(request.body).toString()).toBe('v=0\r\n')
  })

  it('is unchanged after writing and reading it again', () => {
    const once = serialise(parsed(invite))
    expect(serialise(parsed(once.toString())).toString()).toBe(once.toString())
    expect(once.toString()).toContain('Content-Length: 5\r\n\r\nv=0')
  })

  it('counts the length of its body in bytes, not in characters', () => {
    const request = new SipRequest('INFO', 'sip:a@b', new Headers(), Buffer.from('код'))
    expect(serialise(request).toString()).toContain('Content-Length: 6\r\n')
  })

  it('may be preceded by empty lines', () => {
    expect(parsed(`\r\n\r\n${invite}`).method).toBe('INVITE')
  })

  it('is answered with its Via, From, To, Call-ID, CSeq and route', () => {
    const request = parsed(invite)
    request.headers.append('Record-Route', '<sip:198.51.100.1;lr>')
    const answer = respond(request, 180, 'our-tag')
    expect([...answer.headers]).toEqual([
      ['Via', 'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKabc;rport'],
      ['From', '"Ring, key" <sip:74951230042@192.0.2.1>;tag=aa'],
      ['To', '<sip:79161234567@198.51.100.7>;tag=our-tag'],
      ['Call-ID', 'call-1'],
      ['CSeq', '1 INVITE'],
      ['Record-Route', '<sip:198.51.100.1;lr>'],
    ])
    expect(respond(request, 486, 'our-tag').headers.has('Record-Route')).toBe(false)
    expect(respond(request, 100, undefined).headers.get('To')).toBe('<sip:79161234567@198.51.100.7>')
  })

  it('records its source address in the Via', () => {
    const request = parsed(invite)
    stampSource(request, '203.0.113.9', 1024)
    expect(request.headers.get('Via')).toBe(
      'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKabc;rport=1024;received=203.0.113.9',
    )
    const plain = parsed(invite.replace(';rport', ''))
    stampSource(plain, '192.0.2.1', 1024)
    expect(plain.headers.get('Via')).toBe('SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKabc')
  })
})

describe('headers', () => {
  it('split at commas outside of quotes and brackets', () => {
    const headers = Headers.of(['Contact', '"a, b" <sip:a@b?x=1,2>;q=1, <sip:c@d>'], ['m', '<sip:e@f>'])
    expect(headers.list('Contact')).toEqual(['"a, b" <sip:a@b?x=1,2>;q=1', '<sip:c@d>', '<sip:e@f>'])
    expect(Headers.of(['Contact', '"a, b <sip:a@b>, c']).list('Contact')).toBeUndefined()
  })

  it('are replaced in place, deleted and searched for tokens', () => {
    const headers = Headers.of(['Supported', 'timer, 100REL'], ['To', 'x'], ['k', 'path'])
    expect(headers.includes('Supported', '100rel')).toBe(true)
    expect(headers.includes('supported', 'path')).toBe(true)
    expect(headers.includes('Supported', 'gruu')).toBe(false)
    headers.set('to', 'y').delete('K')
    expect([...headers]).toEqual([['To', 'y']])
  })

  it.each([
    ['1 INVITE', { number: 1, method: 'INVITE' }],
    ['2147483647 BYE', { number: 2147483647, method: 'BYE' }],
    ['2147483648 BYE', undefined],
    ['1', undefined],
    ['-1 INVITE', undefined],
  ])('read CSeq %s', (text, value) => {
    expect(parseCSeq(text)).toEqual(value)
  })

  it('read RAck, Session-Expires and Reason', () => {
    expect(parseRAck('776656 1 INVITE')).toEqual({ rseq: 776656, cseq: { number: 1, method: 'INVITE' } })
    expect(parseRAck('0 1 INVITE')).toBeUndefined()
    expect(parseSessionExpires('1800;refresher=UAS')).toEqual({ intervalS: 1800, refresher: 'uas' })
    expect(parseSessionExpires('soon')).toBeUndefined()
    expect(parseReasons(['Q.850;cause=17;text="User, busy";location=RLN, SIP ;cause=486', ';;'])).toEqual([
      { protocol: 'Q.850', cause: 17, text: 'User, busy', location: 'RLN' },
      { protocol: 'SIP', cause: 486, text: undefined, location: undefined },
    ])
  })

  it('read challenges with commas in quotes', () => {
    const challenge = parseAuthHeader('Digest realm="a, b", qop="auth,auth-int", nonce=abc, stale=TRUE')
    expect(challenge?.scheme).toBe('digest')
    expect(challenge?.parameters.get('realm')).toBe('a, b')
    expect(challenge?.parameters.get('qop')).toBe('auth,auth-int')
    expect(parseAuthHeader('Digest realm="open')).toBeUndefined()
    expect(parseAuthHeader('Digest')).toBeUndefined()
  })
})

describe('addresses', () => {
  it.each([
    [
      'sip:user:pass@example.com:5070;transport=tcp?Subject=hi',
      { user: 'user', password: 'pass', port: 5070 },
    ],
    ['sips:[2001:db8::1]:5061', { scheme: 'sips', host: '[2001:db8::1]', port: 5061 }],
    ['sip:+7(916)@EXAMPLE.com', { user: '+7(916)', host: 'example.com' }],
    ['tel:+7-916-123-45-67;phone-context=x', { scheme: 'tel', number: '+79161234567' }],
    ['mailto:a@b', { scheme: 'other' }],
  ])('read %s', (text, deps) => {
    expect(parseUri(text)).toMatchObject(deps)
  })

  it.each([
    'sip:',
    'sip:@host',
    'sip:a@',
    'sip:a@b:99999',
    'sip:a@b c',
    'sip:a@b;;x',
    'tel:abcx',
    'nothing',
    'sip:a%zz@b',
  ])('do not read %s', (text) => {
    expect(parseUri(text)).toBeUndefined()
  })

  it('keep the characters allowed in a user part and escape the rest', () => {
    expect(escapeUser('+7916;a=b')).toBe('+7916;a=b')
    expect(escapeUser('a b@c')).toBe('a%20b%40c')
  })

  it('are written as they were read', () => {
    const address = parseNameAddress('"A \\"b\\"" <sip:a@b;lr>;tag=1;flag')!
    expect(address.displayName).toBe('A "b"')
    expect(formatNameAddress(address)).toBe('"A \\"b\\"" <sip:a@b;lr>;tag=1;flag')
    expect(formatVia(parseVia('SIP/2.0/TCP [2001:db8::1]:5060;branch=z9hG4bKx;rport')!)).toBe(
      'SIP/2.0/TCP [2001:db8::1]:5060;branch=z9hG4bKx;rport',
    )
  })

  it('pass the fast check only when the full parser accepts them', () => {
    const samples = [
      '<sip:a@b>',
      'sip:a@b',
      '"x" <sip:a@b>;tag=1',
      'name <sip:a@b:5060;lr>;x=y',
      '<sip:a@b:70000>',
      '<sip:@b>',
      '<sip:a b@c>',
      '<sip:a@->',
      '"open <sip:a@b>',
      'two words <sip:a@b>',
      'a, b <sip:a@b>',
      '<sip:a@b>;',
      '<sip:a@b>;x=',
      '<tel:+7916>',
      '<sip:a%zz@b>',
      '<sip:b;transport=udp>',
      '<sip:a;b=c@d>;tag',
      '<sip:a@b',
      '<>',
    ]
    for (const sample of samples)
      expect([sample, isNameAddress(sample)]).toEqual([sample, parseNameAddress(sample) !== undefined])
  })
})

describe('a SIP stream', () => {
  const frame = (text: string) => nextFrame(Buffer.from(text))

  it('is split by Content-Length', () => {
    const length = Buffer.byteLength(invite)
    expect(frame(invite)).toEqual({ kind: 'message', length })
    expect(frame(`${invite}INVITE`)).toEqual({ kind: 'message', length })
    expect(frame(invite.slice(0, -1))).toEqual({ kind: 'more' })
    expect(frame('INVITE sip:a')).toEqual({ kind: 'more' })
    expect(frame('')).toEqual({ kind: 'more' })
  })

  it('is kept alive by empty lines', () => {
    expect(frame('\r\n\r\n')).toEqual({ kind: 'keep-alive', skip: 4, pings: 1 })
    expect(frame('\r\n')).toEqual({ kind: 'keep-alive', skip: 2, pings: 0 })
    expect(frame('\r')).toEqual({ kind: 'more' })
  })

  it('is broken without a plausible Content-Length', () => {
    const start = 'OPTIONS sip:a@b SIP/2.0\r\n'
    expect(frame(`${start}\r\n`)).toEqual({ kind: 'broken', problem: 'no Content-Length' })
    expect(frame(`${start}l: x\r\n\r\n`)).toEqual({ kind: 'broken', problem: 'bad Content-Length' })
    expect(frame(`${start}l: 1\r\nContent-Length: 2\r\n\r\n`)).toEqual({
      kind: 'broken',
      problem: 'bad Content-Length',
    })
    expect(frame(`${start}l: 70000\r\n\r\n`)).toEqual({ kind: 'broken', problem: 'too long' })
    expect(frame('x'.repeat(maxMessageBytes + 1))).toEqual({ kind: 'broken', problem: 'too long' })
  })
})

describe('limits', () => {
  it('refuse a message with too many headers, and parse the headers before them', () => {
    const many = invite.replace('X-Trunk-Id: one\r\n', 'X-A: b\r\n'.repeat(maxHeaders))
    const message = parseMessage(Buffer.from(many))
    expect(message).toMatchObject({ kind: 'malformed', status: 400, problem: 'too many headers' })
    expect(message.kind === 'malformed' && message.request?.headers.count).toBe(maxHeaders)
  })

  it('drop a message that is too long', () => {
    expect(parseMessage(Buffer.alloc(maxMessageBytes + 1, 0x41))).toMatchObject({
      kind: 'malformed',
      status: undefined,
    })
  })
})
