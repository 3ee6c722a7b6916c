// RFC 4475, 3.2 to 3.4: well-formed messages that the transaction layer and the application judge. The texts are ours;
// the names are the RFC's.
import { message, offer, offerLength } from './lines.ts'

/** Header lines that play no part in any of these cases. */
const usual = (method: string) => [
  'To: sip:oleg@harbour.test',
  'From: sip:nina@pier.test;tag=m1',
  'Call-ID: meaning.1@pier.test',
  `CSeq: 21 ${method}`,
  'Via: SIP/2.0/TCP quay11.pier.test;branch=z9hG4bKmean1',
]
const registration = (...lines: readonly string[]) =>
  message('REGISTER sip:harbour.test SIP/2.0', ...usual('REGISTER'), 'Max-Forwards: 70', ...lines, 'l: 0', '')
const body = ['Content-Type: application/sdp', `Content-Length: ${offerLength}`, '', ...offer]

export const semantics: Record<string, Buffer> = {
  // 3.2.1: a branch of nothing but the cookie
  badbranch: message(
    'OPTIONS sip:oleg@harbour.test SIP/2.0',
    'To: sip:oleg@harbour.test',
    'From: sip:nina@pier.test;tag=m2',
    'Max-Forwards: 4',
    'Call-ID: bare-cookie.1@pier.test',
    'CSeq: 21 OPTIONS',
    'Via: SIP/2.0/UDP 192.0.2.80;branch=z9hG4bK',
    'l: 0',
    '',
  ),
  // 3.3.1: From, To and Call-ID are missing
  insuf: message(
    'INVITE sip:oleg@harbour.test SIP/2.0',
    'CSeq: 21 INVITE',
    'Via: SIP/2.0/UDP 192.0.2.81;branch=z9hG4bKmean2',
    ...body,
  ),
  // 3.3.2
  unkscm: message(
    'OPTIONS lighthouse:whatever-it-says SIP/2.0',
    'To: lighthouse:whatever-it-says',
    ...usual('OPTIONS').slice(1),
    'Max-Forwards: 3',
    'l: 0',
    '',
  ),
  // 3.3.3: a scheme with a dot that some implementation might support
  novelsc: message(
    'OPTIONS tide.table://192.0.2.82:3001 SIP/2.0',
    ...usual('OPTIONS'),
    'Max-Forwards: 3',
    'l: 0',
    '',
  ),
  // 3.3.4: unknown schemes in header fields
  unksm2: message(
    'REGISTER sip:harbour.test SIP/2.0',
    'To: lighthouse:41-12',
    'From: <https://pier.test>;tag=m3',
    'Call-ID: other-schemes.1@pier.test',
    'CSeq: 21 REGISTER',
    'Via: SIP/2.0/UDP 192.0.2.83;branch=z9hG4bKmean3',
    'Max-Forwards: 70',
    'Contact: <berth:eleven>',
    'l: 0',
    '',
  ),
  // 3.3.5: extensions that do not exist
  bext01: message(
    'OPTIONS sip:oleg@harbour.test SIP/2.0',
    ...usual('OPTIONS'),
    'Max-Forwards: 70',
    'Proxy-Require: towing, icebreaking',
    'Require: foghorn, flagSignals',
    'Content-Length: 0',
    '',
  ),
  // 3.3.6
  invut: message(
    'INVITE sip:oleg@harbour.test SIP/2.0',
    ...usual('INVITE'),
    'Max-Forwards: 6',
    'Contact: <sip:nina@quay11.pier.test>',
    'Content-Type: application/cargo-list',
    'Content-Length: 21',
    '',
    '<crates>12</crates>',
  ),
  // 3.3.7
  regaut01: registration('Authorization: Lighthouse keeper=nobody'),
  // 3.3.8: header fields that are allowed once, present twice
  multi01: message(
    'INVITE sip:oleg@harbour.test SIP/2.0',
    ...usual('INVITE'),
    'Max-Forwards: 70',
    'To: sip:ivan@harbour.test',
    'From: sip:vera@pier.test;tag=m4',
    'Call-ID: meaning.2@pier.test',
    'CSeq: 22 INVITE',
    'Max-Forwards: 8',
    'Contact: <sip:nina@quay11.pier.test>',
    ...body,
  ),
  // 3.3.9: two lengths that disagree
  mcl01: message(
    'OPTIONS sip:oleg@harbour.test SIP/2.0',
    ...usual('OPTIONS'),
    'Max-Forwards: 70',
    'Content-Length: 11',
    'Content-Length: 4',
    'Content-Type: text/plain',
    '',
    'low tide',
    '',
  ),
  // 3.3.10: a response that was broadcast; its second Via is not ours
  bcast: message(
    'SIP/2.0 200 OK',
    'Via: SIP/2.0/UDP 192.0.2.84;branch=z9hG4bKmean4',
    'Via: SIP/2.0/UDP 255.255.255.255;branch=z9hG4bKall1',
    'Call-ID: to-everybody.1@pier.test',
    'CSeq: 6 INVITE',
    'From: sip:nina@pier.test;tag=m5',
    'To: sip:oleg@harbour.test;tag=m6',
    'Contact: <sip:oleg@quay12.harbour.test>',
    ...body,
  ),
  // 3.3.11
  zeromf: message(
    'OPTIONS sip:oleg@harbour.test SIP/2.0',
    ...usual('OPTIONS'),
    'Max-Forwards: 0',
    'l: 0',
    '',
  ),
  // 3.3.12: without brackets the parameter belongs to the Contact
  cparam01: registration('Contact: sip:+79161234567@quay13.pier.test;berth'),
  // 3.3.13: with brackets it belongs to the URI
  cparam02: registration('Contact: <sip:+79161234567@quay13.pier.test;berth>'),
  // 3.3.14
  regescrt: registration('Contact: <sip:nina@pier.test?Route=%3Csip:gate.pier.test%3E>'),
  // 3.3.15: an offer whose sender does not accept SDP in the answer
  sdp01: message(
    'INVITE sip:oleg@harbour.test SIP/2.0',
    ...usual('INVITE'),
    'Max-Forwards: 5',
    'Contact: <sip:nina@quay14.pier.test>',
    'Accept: text/semaphore',
    ...body,
  ),
  // 3.4.1: no branch, no tag, no Max-Forwards, no Contact, no Content-Length
  inv2543: message(
    'INVITE sip:OlegP@harbour.test SIP/2.0',
    'Via: SIP/2.0/UDP old-gate.pier.test',
    'From: <sip:+78120000001@old.pier.test;user=phone>',
    'Record-Route: <sip:OlegP@harbour.test;maddr=relay.harbour.test>',
    'To: sip:+74950000002@relay.harbour.test;user=phone',
    'Call-ID: before-2002.1@old.pier.test',
    'CSeq: 2 INVITE',
    'Content-Type: application/sdp',
    '',
    ...offer,
  ),
}
