import { randomBytes, randomInt } from 'node:crypto'

/** Randomness as the service sees it: always from the system's CSPRNG, replaceable in tests. */
export interface Random {
  /** A whole number, 0 <= n < bound. */
  below(bound: number): number
  bytes(count: number): Buffer
}

export const systemRandom: Random = {
  below: (bound) => randomInt(bound),
  bytes: (count) => randomBytes(count),
}

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random characters of [A-Za-z0-9], each equally likely. */
export function randomWord(random: Random, length: number): string {
  return Array.from({ length }, () => alphanumeric[random.below(alphanumeric.length)]).join('')
}
