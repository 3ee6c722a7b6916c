// Malformed messages that we wrote ourselves: how each is answered, or that it is dropped.
import { describe, expect, it } from 'vitest'
import { maxFoldedLines } from './bounds.ts'
import { parseMessage } from './parse.ts'
import { respond } from './respond.ts'
import { serialise } from './serialise.ts'

const headers = {
  Via: 'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKabc',
  From: '<sip:a@192.0.2.1>;tag=1',
  To: '<sip:b@192.0.2.2>',
  'Call-ID': 'call',
  CSeq: '1 OPTIONS',
  'Content-Length': '0',
}

/** A request with some of its lines changed; `undefined` removes a line. */
function request(
  changes: Record<string, string | undefined> = {},
  start = 'OPTIONS sip:b@192.0.2.2 SIP/2.0',
): string {
  const lines = Object.entries({ ...headers, ...changes }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  )
  return `${[start, ...lines].join('\r\n')}\r\n\r\n`
}

const response = (changes: Record<string, string | undefined> = {}, start = 'SIP/2.0 200 OK'): string =>
  request(changes, start)

const answered: Record<string, [text: string, status: number]> = {
  'no From': [request({ From: undefined }), 400],
  'no To': [request({ To: undefined }), 400],
  'no Call-ID': [request({ 'Call-ID': undefined }), 400],
  'no CSeq': [request({ CSeq: undefined }), 400],
  'an empty Call-ID': [request({ 'Call-ID': '' }), 400],
  'a Call-ID with a space': [request({ 'Call-ID': 'a b' }), 400],
  'two To lines': [request().replace('To:', 'To: <sip:x@y>\r\nTo:'), 400],
  'CSeq without a method': [request({ CSeq: '1' }), 400],
  'CSeq of another method': [request({ CSeq: '1 INVITE' }), 400],
  'CSeq out of range': [request({ CSeq: '4294967296 OPTIONS' }), 400],
  'CSeq that is no number': [request({ CSeq: 'x OPTIONS' }), 400],
  'a Via of another protocol': [request({ Via: 'HTTP/1.1/TCP 192.0.2.1' }), 400],
  'a Via without a host': [request({ Via: 'SIP/2.0/UDP ;branch=z9hG4bKabc' }), 400],
  'a Via with an impossible port': [request({ Via: 'SIP/2.0/UDP 192.0.2.1:99999;branch=z9hG4bKabc' }), 400],
  'a Via whose bracket is open': [request({ Via: 'SIP/2.0/UDP [2001:db8::1;branch=z9hG4bKabc' }), 400],
  'an empty Via': [request({ Via: '' }), 400],
  'From with an open bracket': [request({ From: '<sip:a@b;tag=1' }), 400],
  'From with an open quote': [request({ From: '"a <sip:a@b>;tag=1' }), 400],
  'From without a URI': [request({ From: '"a" <>;tag=1' }), 400],
  'To with an empty parameter': [request({ To: '<sip:b@c>;=x' }), 400],
  'Contact without brackets and with headers': [request({ Contact: 'sip:a@b?x=y' }), 400],
  'Contact that is no URI': [request({ Contact: '<a>' }), 400],
  'Content-Length that is no number': [request({ 'Content-Length': 'many' }), 400],
  'Content-Length below zero': [request({ 'Content-Length': '-1' }), 400],
  'Content-Length above the datagram': [request({ 'Content-Length': '10' }), 400],
  'two Content-Lengths': [request({ l: '0' }), 400],
  'no empty line at the end': [request().slice(0, -2), 400],
  'a line that is no header': [request().replace('To:', 'hello\r\nTo:'), 400],
  'a header without a name': [request().replace('To:', ': x\r\nTo:'), 400],
  'a header name with a space inside': [request().replace('To:', 'T o: x\r\nTo:'), 400],
  'a fold without end': [request().replace('To:', `X: a${'\r\n b'.repeat(maxFoldedLines + 1)}\r\nTo:`), 400],
  'a null byte in the Request-URI': [request({}, 'OPTIONS sip:b\0@192.0.2.2 SIP/2.0'), 400],
  'a tab in the request line': [request({}, 'OPTIONS sip:b@192.0.2.2\t SIP/2.0'), 400],
  'a Request-URI without a host': [request({}, 'OPTIONS sip:b@ SIP/2.0'), 400],
  'SIP/3.0': [request({}, 'OPTIONS sip:b@192.0.2.2 SIP/3.0'), 505],
  'SIP/2.1': [request({}, 'OPTIONS sip:b@192.0.2.2 SIP/2.1'), 505],
}

const dropped: Record<string, string> = {
  nothing: '',
  'empty lines': '\r\n\r\n\r\n',
  'a line without an end': 'OPTIONS sip:b@192.0.2.2 SIP/2.0',
  'binary rubbish': '\u0000\u0001\u0002\r\n\u0003\r\n\r\n',
  'a request of HTTP': 'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  'a method that is no token': request({}, 'OPT{ONS sip:b@192.0.2.2 SIP/2.0'),
  'a request line of one word': request({}, 'OPTIONS'),
  'no version': request({}, 'OPTIONS sip:b@192.0.2.2 SIP/x'),
  'no Via': request({ Via: undefined }),
  'a malformed ACK': request({ CSeq: 'x ACK' }, 'ACK sip:b@192.0.2.2 SIP/2.0'),
  'an ACK of SIP/3.0': request({ CSeq: '1 ACK' }, 'ACK sip:b@192.0.2.2 SIP/3.0'),
  'a response without CSeq': response({ CSeq: undefined }),
  'a response without Via': response({ Via: undefined }),
  'a response with a malformed To': response({ To: '"b <sip:b@c>' }),
  'a response with too much length': response({ 'Content-Length': '10' }),
  'a status of two digits': response({}, 'SIP/2.0 20 OK'),
  'a status of four digits': response({}, 'SIP/2.0 2000 OK'),
  'a status below 100': response({}, 'SIP/2.0 099 OK'),
  'a status above 699': response({}, 'SIP/2.0 700 OK'),
  'a response of SIP/3.0': response({}, 'SIP/3.0 200 OK'),
}

describe('a malformed message', () => {
  it('is distinguished from a valid one', () => {
    expect(parseMessage(Buffer.from(request())).kind).toBe('request')
    expect(parseMessage(Buffer.from(response())).kind).toBe('response')
  })

  it.each(Object.entries(answered))('with %s is answered', (_, [text, status]) => {
    const result = parseMessage(Buffer.from(text))
    expect(result).toMatchObject({ kind: 'malformed', status })
    // The parsed part is enough to address the answer.
    const request = result.kind === 'malformed' ? result.request : undefined
    expect(serialise(respond(request!, status, 'tag')).toString()).toContain(`SIP/2.0 ${status} `)
  })

  it.each(Object.entries(dropped))('that is %s is dropped', (_, text) => {
    expect(parseMessage(Buffer.from(text))).toMatchObject({ kind: 'malformed', status: undefined })
  })
})
