import { randomBytes, randomFillSync, randomInt } from 'node:crypto'

/** Randomness as the service sees it: always from the system's CSPRNG, replaceable in tests. */
export interface Random {
  /** A whole number, 0 <= n < bound. */
  below(bound: number): number
  bytes(count: number): Buffer
}

/** The system is asked for many at once: asking costs as much as sealing a code. Nothing of them is kept once it was given. */
const ahead = Buffer.alloc(4_096)
let given = ahead.length

function aheadOf(count: number): Buffer {
  if (given + count > ahead.length) {
    randomFillSync(ahead)
    given = 0
  }
  const bytes = Buffer.from(ahead.subarray(given, given + count))
  ahead.fill(0, given, given + count)
  given += count
  return bytes
}

/** Longer ones are keys, for which a moment does not matter. */
const mostAhead = 16

export const systemRandom: Random = {
  below: (bound) => randomInt(bound),
  bytes: (count) => (count > mostAhead ? randomBytes(count) : aheadOf(count)),
}

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random characters of [A-Za-z0-9], each equally likely. */
export function randomWord(random: Random, length: number): string {
  return Array.from({ length }, () => alphanumeric[random.below(alphanumeric.length)]).join('')
}
