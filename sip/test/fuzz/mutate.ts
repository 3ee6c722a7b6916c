// Seeded damage to SIP messages: the same seed gives the same bytes.
import type { Random } from '../../src/random.ts'

/** mulberry32, by Tommy Ettinger (public domain): small, fast, good enough to break things with. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return {
    below: (limit) => Math.floor((next() / 2 ** 32) * limit),
    hex: (byteCount) =>
      Array.from({ length: byteCount }, () => (next() & 0xff).toString(16).padStart(2, '0')).join(''),
  }
}

/** Pieces that parsers have stumbled over. */
const nasty = [
  '\r\n',
  '\r\n\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  '\t',
  ',',
  ';',
  ':',
  '"',
  '\\',
  '<',
  '>',
  '[',
  ']',
  '@',
  '%00',
  '%',
  '\u00ff\u00fe',
  '4294967296',
  '-1',
  '99999999999999999999',
  'SIP/2.0',
  'sip:',
  ';branch=z9hG4bK',
  ';tag=',
  ';lr',
  ';rport',
  'Content-Length: 9999\r\n',
  'Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bKx\r\n',
  'Route: <sip:127.0.0.1:9;lr>\r\n',
  'Require: 100rel\r\n',
  'CSeq: 4294967295 INVITE\r\n',
  'X: ' + 'a'.repeat(3000) + '\r\n',
  'Contact: <sip:' + '('.repeat(200) + '>\r\n',
] as const

const maxEdits = 6

/** A copy with one to six edits: bytes flipped, pieces cut, doubled, moved or put in. */
export function mutate(message: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(message)
  for (let edits = 1 + random.below(maxEdits); edits > 0; edits--) bytes = edit(bytes, random)
  return bytes
}

function edit(bytes: Buffer, random: Random): Buffer<ArrayBuffer> {
  const at = random.below(bytes.length + 1)
  const to = Math.min(bytes.length, at + random.below(40))
  switch (random.below(7)) {
    case 0: // one byte becomes another
      return Buffer.concat([bytes.subarray(0, at), Buffer.of(random.below(256)), bytes.subarray(at + 1)])
    case 1: // cut a piece out
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)])
    case 2: // double a piece
      return Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)])
    case 3: // put something nasty in
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(nasty[random.below(nasty.length)]!, 'latin1'),
        bytes.subarray(at),
      ])
    case 4: // end early
      return Buffer.from(bytes.subarray(0, at))
    case 5: // swap two lines
      return swapLines(bytes, random)
    default: // drop a line
      return dropLine(bytes, random)
  }
}

function swapLines(bytes: Buffer, random: Random): Buffer<ArrayBuffer> {
  const lines = bytes.toString('latin1').split('\r\n')
  const [a, b] = [random.below(lines.length), random.below(lines.length)]
  const first = lines[a]!
  lines[a] = lines[b]!
  lines[b] = first
  return Buffer.from(lines.join('\r\n'), 'latin1')
}

function dropLine(bytes: Buffer, random: Random): Buffer<ArrayBuffer> {
  const lines = bytes.toString('latin1').split('\r\n')
  lines.splice(random.below(lines.length), 1)
  return Buffer.from(lines.join('\r\n'), 'latin1')
}
