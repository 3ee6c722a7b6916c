// RFC 4475, 3.1.1: well-formed messages that look strange. The texts are ours; the names are the RFC's.
import { message, offer, offerLength } from './lines.ts'

const long = (word: string, times: number) => word.repeat(times)

export const valid: Record<string, Buffer> = {
  // 3.1.1.1: white space, folding and compact names wherever the grammar allows them
  wsinv: message(
    'INVITE sip:oleg@desk-4.harbour.test;strange SIP/2.0',
    'TO :',
    ' sip:oleg@desk-4.harbour.test ;   tag    = 7k20yy81',
    'from   : "N Petrova \\\\\\""       <sip:nina@pier.test>',
    '  ;',
    '  tag = 55cd-1',
    'mAX-foRWARDs: 0042',
    'Call-ID: folded.1@192.0.2.61',
    `Content-Length   : ${offerLength}`,
    'cseq: 0031',
    '  INVITE',
    'Via  : SIP  /   2.0',
    ' /UDP',
    '    192.0.2.7;branch=older-than-cookies',
    's :',
    'X-Harbour-Notice:   first half',
    ' and second half',
    'X-Only-Separators: ,;;,,;,;;',
    'Content-Type: application/sdp',
    'Route:',
    ' <sip:buoy.harbour.test;lr;depth=nine;marked>',
    'v:  SIP  / 2.0  / TCP     crane.harbour.test   ;',
    '  branch  =   z9hG4bKcrane2  ,',
    ' SIP  /    2.0   / UDP  192.0.2.200   ; branch=',
    ' z9hG4bKinner3',
    'm:"In quotes \\"\\"" <sip:nina@pier.test> ; colour =',
    '      blue ;',
    '  plain ; q = 0.7',
    '',
    ...offer,
  ),

  // 3.1.1.2: every character that is allowed in a method, a URI, a token or a quoted string
  intmeth: message(
    "Moor.Ship-42_!%*+`'~now sip:odd~user!(maybe)&it's+so$/or,?;*:pa&ss=1+$,w.(o)r-d!@harbour.test SIP/2.0",
    "Via: SIP/2.0/TCP quay1.harbour.test;branch=z9hG4bK!%7E*_+`'.-~",
    'To: "bell \\\u0007 null \\\u0000 delete \\\u007f" <sip:odd~user!(maybe)&it\'s+so$/or,?;*@harbour.test>',
    "From: one~` two'+_ three*%!.- <sip:plain@harbour.test>;p'~+*_!.-%=\"причал\";tag=_t~1'+`*%!-.",
    'Call-ID: strange%ZZ-!.*_+\'@id`~)(><:\\/"][?}{',
    "CSeq: 271828182 Moor.Ship-42_!%*+`'~now",
    'Max-Forwards: 255',
    "X-tokens-!.%*+_`'~:\ufeff港の灯",
    'Content-Length: 0',
    '',
  ),

  // 3.1.1.3: escaped characters, unescaped once and only after the URI was split
  esc01: message(
    'INVITE sip:sip%3Anina%40pier.test@harbour.test SIP/2.0',
    'To: sip:%6Fle%67@harbour.test',
    'From: <sip:two%20words@pier.test>;tag=e1',
    'Max-Forwards: 31',
    'i: escaped.1@pier.test',
    'CSeq: 77 INVITE',
    'Via: SIP/2.0/UDP quay5.pier.test;branch=z9hG4bKesc1',
    'C: application/sdp',
    'Contact:',
    '  <sip:d%6Fcker@quay5.pier.test;%6C%72;r%61nk=m%61te%25%37%41>',
    `Content-Length: ${offerLength}`,
    '',
    ...offer,
  ),

  // 3.1.1.4: an escaped null stays one character of the user part
  escnull: message(
    'REGISTER sip:harbour.test SIP/2.0',
    'To: sip:left-%00-right@harbour.test',
    'From: sip:left-%00-right@harbour.test;tag=e2',
    'Max-Forwards: 70',
    'CSeq: 3 REGISTER',
    'Call-ID: escaped-null.1@pier.test',
    'Via: SIP/2.0/UDP quay2.pier.test;branch=z9hG4bKnull1',
    'Contact: <sip:%00@quay2.pier.test>',
    'Contact: <sip:%00%00@quay2.pier.test>',
    'L:0',
    '',
  ),

  // 3.1.1.5: a % outside URIs escapes nothing, so this is neither REGISTER nor a third Contact
  esc02: message(
    'R%45GIST%45R sip:harbour.test SIP/2.0',
    'To: "%Q%41" <sip:store@harbour.test>',
    'From: "%Q%41" <sip:store@harbour.test>;tag=e3',
    'Call-ID: no-escapes.1@pier.test',
    'Via: SIP/2.0/TCP quay3.pier.test;branch=z9hG4bK77%qqe',
    'CSeq: 905 R%45GIST%45R',
    'Max-Forwards: 70',
    'Contact: <sip:first@quay3.pier.test>',
    'C%6Fntact: <sip:second@quay3.pier.test>',
    'Contact: <sip:third@quay3.pier.test>',
    'l: 0',
    '',
  ),

  // 3.1.1.6: no space between a display name and its <
  lwsdisp: message(
    'OPTIONS sip:oleg@harbour.test SIP/2.0',
    'To: sip:oleg@harbour.test',
    'From: nina<sip:nina@harbour.test>;tag=d1',
    'Max-Forwards: 70',
    'Call-ID: close-together.1@pier.test',
    'CSeq: 12 OPTIONS',
    'Via: SIP/2.0/UDP quay6.pier.test;branch=z9hG4bKnear1',
    'l: 0',
    '',
  ),

  // 3.1.1.7: names and values of hundreds of characters, and 34 Via lines
  longreq: message(
    'INVITE sip:oleg@harbour.test SIP/2.0',
    `To: "Harbour ${long('master', 40)} of the port"<sip:oleg@harbour.test:6010;${long('weight', 30)}=${long(
      'ton',
      40,
    )};${long('length', 45)}>`,
    `F: sip:${long('navigator', 20)}@pier.test;tag=1${long('90', 90)};${long('cargo', 30)}=${long('grain', 40)}`,
    `Call-ID: ${long('voyage', 40)}`,
    'CSeq: 5150 INVITE',
    `X-${long('Tide', 40)}-Table: ${long('water', 40)}; ${long('high', 30)}=${long('low', 30)}`,
    'Via: SIP/2.0/TCP quay0.harbour.test',
    ...Array.from(
      { length: 33 },
      (_, hop) => `v: SIP/2.0/TCP buoy${hop}.harbour.test;branch=z9hG4bK${long(String(hop % 10), 30)}`,
    ),
    'Max-Forwards: 70',
    `Contact: <sip:${long('navigator', 20)}@quay0.harbour.test>`,
    'Content-Type: application/sdp',
    `l: ${offerLength}`,
    '',
    ...offer,
  ),

  // 3.1.1.8: a datagram contains one message; bytes after its Content-Length are ignored
  dblreq: message(
    'REGISTER sip:harbour.test SIP/2.0',
    'To: sip:n.petrova@harbour.test',
    'From: sip:n.petrova@harbour.test;tag=dd1',
    'Max-Forwards: 9',
    'I: first-of-two.1@pier.test',
    'Contact: sip:n.petrova@quay7.harbour.test',
    'CSeq: 4 REGISTER',
    'Via: SIP/2.0/UDP 192.0.2.62;branch=z9hG4bKtwo1',
    'Content-Length: 0',
    '',
    '',
    'INVITE sip:ivan@harbour.test SIP/2.0',
    't: sip:ivan@harbour.test',
    'From: sip:nina@pier.test;tag=dd2',
    'Max-Forwards: 9',
    'Call-ID: second-of-two.1@pier.test',
    'CSeq: 4 INVITE',
    'Via: SIP/2.0/UDP 192.0.2.62;branch=z9hG4bKtwo2',
    'Content-Type: application/sdp',
    `Content-Length: ${offerLength}`,
    '',
    ...offer,
  ),

  // 3.1.1.9: a semicolon and a parameter-like text inside the user part
  semiuri: message(
    'OPTIONS sip:oleg;berth=b%40pier.test@harbour.test SIP/2.0',
    'To: sip:oleg@harbour.test',
    'From: sip:nina@pier.test;tag=s1',
    'Max-Forwards: 5',
    'Call-ID: semicolon.1@pier.test',
    'CSeq: 1 OPTIONS',
    'Accept: application/sdp, application/pkcs7-mime, multipart/mixed, text/html',
    'Via: SIP/2.0/UDP 192.0.2.63;branch=z9hG4bKsemi1',
    'l: 0',
    '',
  ),

  // 3.1.1.10: Via lines of every transport, one of them unknown
  transports: message(
    'OPTIONS sip:oleg@harbour.test SIP/2.0',
    'To: sip:oleg@harbour.test',
    'From: <sip:nina@harbour.test>;tag=t1',
    'Max-Forwards: 70',
    'Call-ID:  five-ways.1@pier.test',
    'Accept: application/sdp',
    'CSeq: 15 OPTIONS',
    'Via: SIP/2.0/UDP w1.harbour.test;branch=z9hG4bKway1',
    'Via: SIP/2.0/SCTP w2.harbour.test;branch=z9hG4bKway2',
    'Via: SIP/2.0/TLS w3.harbour.test;branch=z9hG4bKway3',
    'Via: SIP/2.0/SEMAPHORE w4.harbour.test;branch=z9hG4bKway4',
    'Via: SIP/2.0/TCP w5.harbour.test;branch=z9hG4bKway5',
    'l: 0',
    '',
  ),

  // 3.1.1.11: a body of two parts, one of them binary
  mpart01: multipart(),

  // 3.1.1.12: a reason phrase in any characters
  unreason: message(
    'SIP/2.0 200 = 14² + 4; приятного плавания',
    'Via: SIP/2.0/UDP 192.0.2.70;branch=z9hG4bKreason1',
    'Call-ID: odd-reason.1@pier.test',
    'CSeq: 18 INVITE',
    'From: sip:nina@pier.test;tag=r1',
    'To: sip:oleg@harbour.test;tag=r2',
    `Content-Length: ${offerLength}`,
    'Content-Type: application/sdp',
    'Contact: <sip:oleg@quay70.harbour.test>',
    '',
    ...offer,
  ),

  // 3.1.1.13: no reason phrase, only the space before it
  noreason: message(
    'SIP/2.0 100 ',
    'Via: SIP/2.0/UDP 192.0.2.71;branch=z9hG4bKreason2',
    'Call-ID: no-reason.1@pier.test',
    'CSeq: 19 INVITE',
    'From: <sip:nina@pier.test>;tag=r3',
    'To: <sip:oleg@harbour.test>',
    'Content-Length: 0',
    '',
  ),
}

function multipart(): Buffer {
  const boundary = 'rope-end-51'
  const body = Buffer.concat([
    message(`--${boundary}`, 'Content-Type: text/plain', 'Content-Transfer-Encoding: binary', '', 'Ahoy'),
    message(
      `--${boundary}`,
      'Content-Type: application/octet-stream',
      'Content-Transfer-Encoding: binary',
      '',
    ),
    // Every byte once, CR, LF and null among them.
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    message('', `--${boundary}--`),
  ])
  const head = message(
    'MESSAGE sip:oleg@harbour.test SIP/2.0',
    'Via: SIP/2.0/UDP 127.0.0.1:5070;branch=z9hG4bKparts1;rport',
    'Max-Forwards: 70',
    'Route: <sip:127.0.0.1:5080>',
    'Contact: <sip:nina@127.0.0.1:5070>',
    'To: <sip:oleg@harbour.test>',
    'From: <sip:nina@pier.test>;tag=p1',
    'Call-ID: two-parts.1@pier.test',
    'CSeq: 1 MESSAGE',
    'Content-Transfer-Encoding: binary',
    `Content-Type: multipart/mixed;boundary=${boundary}`,
    'Date: Mon, 02 Mar 2026 06:15:00 GMT',
    `Content-Length: ${body.length}`,
    '',
  )
  return Buffer.concat([head, body])
}
