// Valid messages of a peer, before they are damaged. `{n}` becomes a number, so that calls differ.
const lines = (...all: string[]) => all.join('\r\n')

const sdp = lines(
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 9 RTP/AVP 8 101',
  'a=rtpmap:101 telephone-event/8000',
  '',
)

function request(method: string, extra: readonly string[] = [], toTag = '', body = ''): string {
  return lines(
    `${method} sip:callee@127.0.0.1:5060 SIP/2.0`,
    'Via: SIP/2.0/UDP 127.0.0.1:5070;branch=z9hG4bKfuzz{n};rport',
    'Max-Forwards: 70',
    'From: "A \\"caller\\"" <sip:caller@127.0.0.1:5070>;tag=from{n}',
    `To: <sip:callee@127.0.0.1:5060>${toTag}`,
    'Call-ID: fuzz{n}@127.0.0.1',
    `CSeq: 1 ${method}`,
    'Contact: <sip:caller@127.0.0.1:5070;transport=udp>',
    ...extra,
    `Content-Length: ${body.length}`,
    '',
    body,
  )
}

/** Placeholders such as `{via}` are filled from our own requests, so that responses match their transaction. */
function response(status: string, extra: readonly string[] = [], body = ''): string {
  return lines(
    `SIP/2.0 ${status}`,
    'Via: {via}',
    'From: {from}',
    'To: {to};tag=callee{n}',
    'Call-ID: {callId}',
    'CSeq: {cseq}',
    'Contact: <sip:callee@127.0.0.1:5070>',
    ...extra,
    `Content-Length: ${body.length}`,
    '',
    body,
  )
}

const type = 'Content-Type: application/sdp'

export const requests: readonly string[] = [
  request('INVITE', [type], '', sdp),
  request(
    'INVITE',
    ['Require: 100rel', 'Session-Expires: 90;refresher=uac', 'Supported: timer', type],
    '',
    sdp,
  ),
  request('INVITE', ['Record-Route: <sip:127.0.0.1:5080;lr>, <sip:127.0.0.1:5081>', 'k: 100rel, timer']),
  request('INVITE', [
    'Identity: a.b.c;info=<https://x.test>',
    'P-Asserted-Identity: <tel:+79991234567;verstat=x>',
  ]),
  request('ACK', [], ';tag=whatever'),
  request('CANCEL'),
  request('BYE', [], ';tag=whatever'),
  request('OPTIONS', ['Accept: application/sdp', 'Route: <sip:127.0.0.1:5060;lr>']),
  request('UPDATE', [type], ';tag=whatever', sdp),
  request('PRACK', ['RAck: 1 1 INVITE'], ';tag=whatever'),
  request('REGISTER', [
    'Authorization: Digest username="a", realm="b", nonce="c", uri="sip:x", response="d"',
  ]),
  request('INFO', ['Content-Type: application/dtmf-relay'], ';tag=whatever', 'Signal=5\r\nDuration=100\r\n'),
  request('BREW'),
]

export const responses: readonly string[] = [
  response('100 Trying'),
  response('180 Ringing', ['Require: 100rel', 'RSeq: 1']),
  response('183 Session Progress', [type, 'Reason: Q.850;cause=17;text="busy"'], sdp),
  response(
    '200 OK',
    [type, 'Session-Expires: 90;refresher=uas', 'Record-Route: <sip:127.0.0.1:5080;lr>'],
    sdp,
  ),
  response('302 Moved', ['Contact: <sip:x@127.0.0.1>, <tel:+1>']),
  response('401 Unauthorized', [
    'WWW-Authenticate: Digest realm="r", nonce="n", algorithm=SHA-256, qop="auth,auth-int", stale=true',
    'WWW-Authenticate: Digest realm="r", nonce="n", algorithm=MD5',
  ]),
  response('407 Proxy Authentication Required', [
    'Proxy-Authenticate: Digest realm="r", nonce="n", qop="auth"',
  ]),
  response('422 Session Interval Too Small', ['Min-SE: 7200']),
  response('486 Busy Here'),
  response('503 Service Unavailable', ['Retry-After: 120 (soon);duration=60']),
]
