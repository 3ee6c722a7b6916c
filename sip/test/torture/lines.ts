/** A message as sent on the wire: every line ends with CRLF. An empty line ends the headers. */
export function message(...lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'utf8')
}

/** A session description as lines, to follow the empty line. */
export const offer = [
  'v=0',
  'o=nina 5120 77 IN IP4 192.0.2.61',
  's=-',
  'c=IN IP4 192.0.2.61',
  't=0 0',
  'm=audio 40210 RTP/AVP 8 0',
  'a=rtpmap:8 PCMA/8000',
] as const

/** The length of the session description, for a correct Content-Length. */
export const offerLength = message(...offer).length
