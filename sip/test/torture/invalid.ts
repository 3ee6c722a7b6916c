// RFC 4475, 3.1.2: messages that break the grammar or contradict themselves. The texts are ours; the names are the RFC's.
import { message, offer, offerLength } from './lines.ts'

interface Changes {
  readonly start?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: readonly string[]
}

/** A valid INVITE with the lines of the case. */
function invite({
  start = 'INVITE sip:oleg@harbour.test SIP/2.0',
  headers = {},
  body = offer,
}: Changes): Buffer {
  const sound = {
    To: 'sip:oleg@harbour.test',
    From: 'sip:nina@pier.test;tag=i1',
    'Max-Forwards': '70',
    'Call-ID': 'broken.1@192.0.2.61',
    CSeq: '9 INVITE',
    Via: 'SIP/2.0/UDP 192.0.2.61;branch=z9hG4bKbroken1',
    Contact: '<sip:nina@192.0.2.61>',
    'Content-Type': 'application/sdp',
    'Content-Length': String(offerLength),
  }
  const lines = Object.entries({ ...sound, ...headers }).map(([name, value]) => `${name}: ${value}`)
  return message(start, ...lines, '', ...body)
}

/** A valid request without a body, with the lines of the case. */
function bare(start: string, headers: Readonly<Record<string, string>>): Buffer {
  const method = start.split(' ')[0]!
  return invite({
    start,
    headers: { CSeq: `5 ${method}`, 'Content-Type': 'text/plain', 'Content-Length': '0', ...headers },
    body: [],
  })
}

function answer(start: string, headers: Readonly<Record<string, string>>): Buffer {
  const sound = {
    Via: 'SIP/2.0/TCP 192.0.2.61;branch=z9hG4bKanswer1',
    From: '<sip:nina@pier.test>;tag=a1',
    To: '<sip:oleg@harbour.test>;tag=a2',
    'Call-ID': 'answer.1@192.0.2.61',
    CSeq: '9 INVITE',
    'Content-Length': '0',
  }
  const lines = Object.entries({ ...sound, ...headers }).map(([name, value]) => `${name}: ${value}`)
  return message(start, ...lines, '')
}

/** The messages of the cases below, without their fault. */
export const faultless: Record<string, Buffer> = {
  INVITE: invite({}),
  OPTIONS: bare('OPTIONS sip:oleg@harbour.test SIP/2.0', {}),
  REGISTER: bare('REGISTER sip:harbour.test SIP/2.0', {}),
  response: answer('SIP/2.0 200 OK', {}),
}

export const invalid: Record<string, Buffer> = {
  // 3.1.2.1: separators with nothing between them
  badinv01: invite({
    headers: {
      Via: 'SIP/2.0/UDP 192.0.2.61;;,;,,',
      Contact: '"Nina" <sip:nina@pier.test>;;;;',
    },
  }),
  // 3.1.2.2: the datagram ends before the body does
  clerr: invite({ headers: { 'Content-Length': '8500' } }),
  // 3.1.2.3
  ncl: invite({ headers: { 'Content-Length': '-44' } }),
  // 3.1.2.4: numbers above their bounds
  scalar02: bare('REGISTER sip:harbour.test SIP/2.0', {
    Via: 'SIP/2.0/TCP quay8.harbour.test;branch=z9hG4bKlarge1',
    CSeq: '73786976294838206464 REGISTER',
    'Max-Forwards': '512',
    Expires: `7${'0'.repeat(90)}`,
    Contact: '<sip:nina@quay8.harbour.test>\r\n  ;expires=990000000000001',
  }),
  // 3.1.2.5
  scalarlg: answer('SIP/2.0 503 Service Unavailable', {
    CSeq: '8000000000000000000001 OPTIONS',
    'Retry-After': '8123456789012345678901',
    Warning: '4096 berth "In fog"',
  }),
  // 3.1.2.6: the quote is never closed
  quotbal: invite({ headers: { To: '"Oleg the Harbour Master <sip:oleg@harbour.test>' } }),
  // 3.1.2.7
  ltgtruri: invite({ start: 'INVITE <sip:oleg@harbour.test> SIP/2.0' }),
  // 3.1.2.8
  lwsruri: invite({ start: 'INVITE sip:oleg@harbour.test; lr SIP/2.0' }),
  // 3.1.2.9
  lwsstart: invite({ start: 'INVITE  sip:oleg@harbour.test  SIP/2.0' }),
  // 3.1.2.10: spaces after the version
  trws: bare('OPTIONS sip:dredger@harbour.test SIP/2.0  ', {}),
  // 3.1.2.11
  escruri: invite({ start: 'INVITE sip:oleg@harbour.test?Route=%3Csip:pier.test%3E SIP/2.0' }),
  // 3.1.2.12: a Date has to be in GMT
  baddate: invite({ headers: { Date: 'Mon, 02 Mar 2026 09:15:00 MSK' } }),
  // 3.1.2.13: a ? in a Contact without brackets
  regbadct: bare('REGISTER sip:harbour.test SIP/2.0', {
    Contact: 'sip:nina@harbour.test?Route=%3Csip:pier.test%3E',
  }),
  // 3.1.2.14: spaces between the brackets and the address
  badaspec: bare('OPTIONS sip:oleg@harbour.test SIP/2.0', { To: '"Petrov, Oleg" < sip:oleg@harbour.test >' }),
  // 3.1.2.15: a comma in a display name without quotes
  baddn: bare('OPTIONS sip:oleg@harbour.test SIP/2.0', { From: 'Petrova, Nina <sip:nina@pier.test>;tag=i2' }),
  // 3.1.2.16
  badvers: bare('OPTIONS sip:oleg@harbour.test SIP/9.0', {
    Via: 'SIP/9.0/UDP quay9.harbour.test;branch=z9hG4bKversion1',
  }),
  // 3.1.2.17
  mismatch01: bare('OPTIONS sip:oleg@harbour.test SIP/2.0', { CSeq: '5 INVITE' }),
  // 3.1.2.18
  mismatch02: bare('UNMOOR sip:oleg@harbour.test SIP/2.0', { CSeq: '5 INVITE' }),
  // 3.1.2.19
  bigcode: answer('SIP/2.0 8589934597 far too good', {}),
}
