// RFC 5118, 4.1 to 4.10: IPv6 addresses wherever they may stand. The texts are ours; the names are the RFC's.
import { message } from './lines.ts'

const request = (method: string, uri: string, ...lines: readonly string[]) => [
  `${method} ${uri} SIP/2.0`,
  'To: sip:oleg@harbour.test',
  'From: sip:nina@pier.test;tag=v6',
  `CSeq: 66 ${method}`,
  'Call-ID: six.1@pier.test',
  'Max-Forwards: 70',
  ...lines,
]
const via = 'Via: SIP/2.0/UDP [2001:db8::61:1];branch=z9hG4bKsix1'
const contact = 'Contact: "Nina" <sip:nina@[2001:db8::61]>'
const bare = (...of: Parameters<typeof request>) => message(...request(...of), 'Content-Length: 0', '')

function invite(uri: string, headers: readonly string[], body: readonly string[]): Buffer {
  const length = `Content-Length: ${message(...body).length}`
  return message(...request('INVITE', uri, ...headers, 'Content-Type: application/sdp', length), '', ...body)
}

/** An origin and a connection, each of the family and address, and streams. */
const description = (origin: string, ...lines: readonly string[]) => [
  'v=0',
  `o=nina 5120 77 ${origin}`,
  's=-',
  ...lines,
]
const audio = 'm=audio 40210 RTP/AVP 8'

export const ipv6: Record<string, Buffer> = {
  // 4.1
  'ipv6-good': bare('REGISTER', 'sip:[2001:db8::70]', via, contact),
  // 4.2: no brackets, so nobody can say where the port begins
  'ipv6-bad': bare('REGISTER', 'sip:2001:db8::70', via, contact),
  // 4.3: what looks like a port is the end of the address
  'port-ambiguous': bare('REGISTER', 'sip:[2001:db8::70:5070]', via, contact),
  // 4.4
  'port-unambiguous': bare('REGISTER', 'sip:[2001:db8::70]:5070', via, contact),
  // 4.5: `received` has no brackets in the grammar, and has them in half of the world
  'via-received-param-with-delim': bare(
    'OPTIONS',
    'sip:[2001:db8::70]',
    `${via};received=[2001:db8::61:255]`,
  ),
  'via-received-param-no-delim': bare('OPTIONS', 'sip:[2001:db8::70]', `${via};received=2001:db8::61:255`),
  // 4.6
  'ipv6-in-sdp': invite(
    'sip:oleg@[2001:db8::70]',
    [via, contact],
    description('IN IP6 2001:db8::61', 'c=IN IP6 2001:db8::62', 't=0 0', audio),
  ),
  // 4.7: both families in the Via lines
  'mult-ip-in-header': bare(
    'OPTIONS',
    'sip:oleg@harbour.test',
    'Via: SIP/2.0/UDP [2001:db8::61:1]:6050;branch=z9hG4bKsix2',
    'Via: SIP/2.0/UDP 192.0.2.61;branch=z9hG4bKsix3',
    'Via: SIP/2.0/TCP [2001:db8::61:2];branch=z9hG4bKsix4;received=[2001:db8::61:255]',
  ),
  // 4.8: a stream over IPv4 and one over IPv6
  'mult-ip-in-sdp': invite(
    'sip:oleg@[2001:db8::70]',
    [via, contact],
    description(
      'IN IP6 2001:db8::61',
      't=0 0',
      audio,
      'c=IN IP4 192.0.2.61',
      'm=video 40220 RTP/AVP 107',
      'c=IN IP6 2001:db8::62',
      'a=rtpmap:107 H263-1998/90000',
    ),
  ),
  // 4.9: IPv4-mapped addresses
  'ipv4-mapped-ipv6': invite(
    'sip:oleg@harbour.test',
    [
      'Via: SIP/2.0/UDP [::ffff:192.0.2.61]:6060;branch=z9hG4bKsix5',
      'Via: SIP/2.0/UDP [::ffff:192.0.2.62];branch=z9hG4bKsix6',
      'Contact: <sip:nina@[::ffff:192.0.2.61]>',
    ],
    description('IN IP6 ::ffff:192.0.2.61', 'c=IN IP6 ::ffff:192.0.2.61', 't=0 0', audio),
  ),
  // 4.10: the grammar of RFC 3261 lets a third colon stand before an IPv4 address
  'ipv6-bug-abnf-3-colons': bare('OPTIONS', 'sip:oleg@[2001:db8:::192.0.2.70]', via),
  'ipv6-correct-abnf-2-colons': bare('OPTIONS', 'sip:oleg@[2001:db8::192.0.2.70]', via),
}
