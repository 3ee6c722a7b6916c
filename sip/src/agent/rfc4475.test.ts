// The cases of RFC 4475 in messages of our own, each with the outcome that the RFC prescribes for a user agent.
import { describe, expect, it } from 'vitest'
import { faultless, invalid } from '../../test/torture/invalid.ts'
import { offerLength } from '../../test/torture/lines.ts'
import { semantics } from '../../test/torture/semantics.ts'
import { valid } from '../../test/torture/valid.ts'
import { DigestServer } from '../auth/digest-server.ts'
import type { SipRequest } from '../message/message.ts'
import { parseNameAddress } from '../message/name-address.ts'
import { parseMessage } from '../message/parse.ts'
import { parseUri } from '../message/uri.ts'
import { parseVia, uniqueBranch } from '../message/via.ts'
import { refusal } from './inspect-request.ts'

const messages: Readonly<Record<string, Buffer>> = { ...valid, ...invalid, ...semantics }

/**
 * `process`: well-formed, passed on to its method. A number: the status of our answer. `drop`: no answer.
 * REGISTER and MESSAGE are messages that we could process but methods that we do not offer (405).
 */
const outcomes: Record<string, 'process' | 'drop' | number> = {
  // 3.1.1 Valid messages
  wsinv: 'process', // 3.1.1.1 white space and folding everywhere
  intmeth: 501, // 3.1.1.2 wide range of characters; the method is unknown
  esc01: 'process', // 3.1.1.3 valid use of % escaping
  escnull: 405, // 3.1.1.4 escaped nulls in URIs; REGISTER
  esc02: 501, // 3.1.1.5 % that is no escaping; the method is R%45GIST%45R
  lwsdisp: 'process', // 3.1.1.6 no space between display name and <
  longreq: 'process', // 3.1.1.7 long values
  dblreq: 405, // 3.1.1.8 extra bytes after a REGISTER in a datagram
  semiuri: 'process', // 3.1.1.9 semicolon in the user part
  transports: 'process', // 3.1.1.10 varied and unknown transports in Via
  mpart01: 405, // 3.1.1.11 multipart MESSAGE
  unreason: 'process', // 3.1.1.12 unusual reason phrase
  noreason: 'process', // 3.1.1.13 empty reason phrase
  // 3.1.2 Invalid messages
  badinv01: 400, // 3.1.2.1 extraneous separators
  clerr: 400, // 3.1.2.2 Content-Length larger than the datagram
  ncl: 400, // 3.1.2.3 negative Content-Length
  scalar02: 400, // 3.1.2.4 request scalars out of range
  scalarlg: 'drop', // 3.1.2.5 response scalars out of range
  quotbal: 400, // 3.1.2.6 unterminated quoted string
  ltgtruri: 400, // 3.1.2.7 <> around the Request-URI
  lwsruri: 400, // 3.1.2.8 white space in the Request-URI
  lwsstart: 400, // 3.1.2.9 several spaces in the request line
  trws: 400, // 3.1.2.10 spaces at the end of the request line
  escruri: 400, // 3.1.2.11 headers in the Request-URI
  baddate: 'process', // 3.1.2.12 not GMT; an unused Date may be ignored
  regbadct: 400, // 3.1.2.13 Contact with ? outside of brackets
  badaspec: 400, // 3.1.2.14 spaces within the addr-spec
  baddn: 400, // 3.1.2.15 display name with a comma, not quoted
  badvers: 505, // 3.1.2.16 unknown protocol version
  mismatch01: 400, // 3.1.2.17 CSeq names another method
  mismatch02: 400, // 3.1.2.18 the same with an unknown method; 501 would do as well
  bigcode: 'drop', // 3.1.2.19 overlarge status code
  // 3.2 Transaction layer
  badbranch: 'process', // 3.2.1 a branch that is only the cookie
  // 3.3 Application layer
  insuf: 400, // 3.3.1 missing required headers
  unkscm: 416, // 3.3.2 unknown URI scheme
  novelsc: 416, // 3.3.3 another unknown scheme
  unksm2: 405, // 3.3.4 unknown schemes in To and Contact are no fault of the message; REGISTER
  bext01: 420, // 3.3.5 Proxy-Require and Require
  invut: 415, // 3.3.6 unknown Content-Type
  regaut01: 405, // 3.3.7 unknown authorization scheme; REGISTER
  multi01: 400, // 3.3.8 single-value headers several times
  mcl01: 400, // 3.3.9 two Content-Lengths
  bcast: 'drop', // 3.3.10 a 200 whose second Via belongs to another client
  zeromf: 'process', // 3.3.11 Max-Forwards of 0 does not concern an endpoint
  cparam01: 405, // 3.3.12 parameter of the header, not of the Contact's URI
  cparam02: 405, // 3.3.13 parameter of the Contact's URI
  regescrt: 405, // 3.3.14 escaped headers in the URI of a Contact
  sdp01: 406, // 3.3.15 Accept that excludes SDP
  // 3.4 Backward compatibility
  inv2543: 'process', // 3.4.1 an INVITE of RFC 2543
}

function outcomeOf(bytes: Uint8Array): 'process' | 'drop' | number {
  const message = parseMessage(bytes)
  if (message.kind === 'malformed') return message.status ?? 'drop'
  if (message.kind === 'request') return refusal(message)?.status ?? 'process'
  // RFC 3261 8.1.3.3, as the transaction layer does.
  return message.headers.list('Via')?.length === 1 ? 'process' : 'drop'
}

function torture(name: string): SipRequest {
  const message = parseMessage(messages[name]!)
  if (message.kind !== 'request') throw new Error(`${name} is no request`)
  return message
}

describe('RFC 4475', () => {
  it('has an outcome for each of the 49 messages', () => {
    const names = Object.keys(messages)
    expect(Object.keys(outcomes).toSorted()).toEqual(names.toSorted())
    expect(names).toHaveLength(49)
  })

  it.each(Object.entries(outcomes))('%s: %s', (name, outcome) => {
    expect(outcomeOf(messages[name]!)).toBe(outcome)
  })

  it('accepts the invalid messages once their fault is removed', () => {
    const taken = Object.entries(faultless).map(([name, bytes]) => [name, outcomeOf(bytes)])
    expect(taken).toEqual([
      ['INVITE', 'process'],
      ['OPTIONS', 'process'],
      ['REGISTER', 405],
      ['response', 'process'],
    ])
  })

  it('reads through folding, compact names and spaces (wsinv)', () => {
    const request = torture('wsinv')
    expect(request.to.parameters.get('tag')).toBe('7k20yy81')
    expect(request.from.displayName).toBe('N Petrova \\"')
    expect(request.cseq).toEqual({ number: 31, method: 'INVITE' })
    expect(request.headers.get('X-Harbour-Notice')).toBe('first half and second half')
    const vias = request.headers.list('Via')!.map((via) => parseVia(via)!)
    expect(vias.map((via) => `${via.transport} ${via.host}`)).toEqual([
      'UDP 192.0.2.7',
      'TCP crane.harbour.test',
      'UDP 192.0.2.200',
    ])
    expect(parseNameAddress(request.headers.get('Contact')!)?.parameters.get('q')).toBe('0.7')
    expect(request.body.length).toBe(offerLength)
  })

  it('unescapes once and only what is escaped (esc01, escnull, esc02, semiuri)', () => {
    expect(parseUri(torture('esc01').uri)).toMatchObject({
      user: 'sip:nina@pier.test',
      host: 'harbour.test',
    })
    const contact = parseNameAddress(torture('esc01').headers.get('Contact')!)!.uri
    expect(contact).toMatchObject({ user: 'docker' })
    expect(contact.scheme === 'sip' && contact.parameters.has('lr')).toBe(true)
    expect(contact.scheme === 'sip' && contact.parameters.get('rank')).toBe('mate%7A')
    expect(torture('escnull').to.uri).toMatchObject({ user: 'left-\0-right' })
    expect(torture('esc02').headers.lines('Contact')).toHaveLength(2)
    expect(parseUri(torture('semiuri').uri)).toMatchObject({ user: 'oleg;berth=b@pier.test' })
  })

  it('takes one message out of a datagram with two (dblreq)', () => {
    expect(torture('dblreq').body.length).toBe(0)
  })

  it('treats a bare cookie as no branch at all (badbranch)', () => {
    expect(uniqueBranch(torture('badbranch').via)).toBeUndefined()
  })

  it('distinguishes header parameters from URI parameters (cparam01, cparam02, regescrt)', () => {
    const outside = parseNameAddress(torture('cparam01').headers.get('Contact')!)!
    const inside = parseNameAddress(torture('cparam02').headers.get('Contact')!)!
    expect(outside.parameters.has('berth')).toBe(true)
    expect(inside.parameters.has('berth')).toBe(false)
    expect(inside.uri.scheme === 'sip' && inside.uri.parameters.has('berth')).toBe(true)
    const escaped = parseNameAddress(torture('regescrt').headers.get('Contact')!)!.uri
    expect(escaped).toMatchObject({ headers: 'Route=%3Csip:gate.pier.test%3E' })
  })

  it('lists the extensions that it does not support (bext01)', () => {
    expect(refusal(torture('bext01'))?.headers.get('Unsupported')).toBe('foghorn, flagSignals')
  })

  it('challenges a request with credentials of an unknown scheme (regaut01)', () => {
    const server = new DigestServer({
      realm: 'example.com',
      clock: { nowMs: () => 0, after: () => ({ clear() {} }) },
      random: { hex: (byteCount) => '0'.repeat(2 * byteCount), below: () => 0 },
      password: () => undefined,
    })
    expect(server.verify(torture('regaut01'))).toEqual({ kind: 'challenge', stale: false })
  })

  it('reads the longest message completely (longreq)', () => {
    expect(torture('longreq').headers.lines('Via')).toHaveLength(34)
  })
})
