import { replaceNumbers, starred, withoutNumbers } from '../../platform/written-numbers.ts'

/** Runs of digits in these lines are counters, not numbers, and a decoder needs them. */
const counters = /^(?:CSeq|RSeq|RAck|Timestamp|Content-Length|Max-Forwards)\s*:|^t=/i
/** Of the origin in SDP only the user may be a number: some phones write theirs there. */
const originUser = /^o=\S*/
const longRun = /\d{7,}/g
/** Short numbers side by side, and what tells calls and transactions apart. */
const noNumbers = /^(?:[abcmrz]=|Via\s*:|v\s*:|Call-ID\s*:|i\s*:)/i

/**
 * A SIP message without phone numbers and without what would help to guess a password, of the same length, so that
 * decoders read it as before. The first four digits of a number stay: country and network.
 */
export function maskMessage(bytes: Uint8Array): Uint8Array {
  return maskLines(Buffer.from(bytes).toString('latin1'), maskLine)
}

function maskLines(text: string, mask: (line: string) => string): Uint8Array {
  const lines = text
    .split('\n')
    .map((line) =>
      originUser.test(line) ? line.replace(originUser, mask) : counters.test(line) ? line : mask(line),
    )
  return Buffer.from(lines.join('\n'), 'latin1')
}

function maskLine(line: string): string {
  const bare = maskToken(line)
    // With the answer to a challenge a password can be guessed at leisure.
    .replace(/\b(response|cnonce)="([^"]*)"/gi, (_, name, value) => `${name}="${'0'.repeat(value.length)}"`)
    .replace(/^(a=crypto:\d+ \S+ inline:)([^\s|]+)/i, (_, name, key) => `${name}${'*'.repeat(key.length)}`)
  return noNumbers.test(line) ? bare.replace(longRun, (run) => starred(run)) : withoutNumbers(bare)
}

/** Where a trunk may want the calling number (sip-thread/invite.ts): the first number of each of these. */
const callingNumber =
  /^(?:From|f|P-Asserted-Identity|P-Preferred-Identity|Remote-Party-ID|Diversion|History-Info)\s*:.*?sips?:[^@;>]*?(\d{7,})[@;>]/gim
const codeDigits = 4
/** National and international spellings of one number end alike. */
const sameEnd = 7

/**
 * A SIP message of a call that we place, in clear but for the last four digits of the calling number, wherever it stands.
 * These digits may be a code that nobody but the person may know.
 */
export function maskCode(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  const ends = [...text.matchAll(callingNumber)].map(([, number]) => number!.slice(-sameEnd))
  if (ends.length === 0) return bytes
  const isCalling = (digits: string) => ends.some((end) => digits.endsWith(end))
  const hidden = (run: string, digits: string) =>
    isCalling(digits) ? starred(run, digits.length - codeDigits) : run
  return maskLines(text, (line) => {
    const bare = maskToken(line)
    return noNumbers.test(line)
      ? bare.replace(longRun, (run) => hidden(run, run))
      : replaceNumbers(bare, hidden)
  })
}

/** The token of RFC 8225 has both numbers in it. */
function maskToken(line: string): string {
  return line.replace(
    /^(Identity\s*:\s*|y\s*:\s*)([^;\s]+)/i,
    (_, name, token) => `${name}${'*'.repeat(token.length)}`,
  )
}
