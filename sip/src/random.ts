import { randomFillSync } from 'node:crypto'

/** The source of randomness of the stack. Tests pass one that can be replayed. */
export interface Random {
  /** Lower-case hexadecimal digits of that many random bytes. */
  hex(byteCount: number): string
  /** A whole number from 0 to `limit` - 1; `limit` is at most 2^32. */
  below(limit: number): number
}

// One system call fills enough for about 250 calls: each needs a branch, tags and a Call-ID.
const pool = Buffer.alloc(8192)
let taken = pool.length

function take(byteCount: number): number {
  if (taken + byteCount > pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  taken += byteCount
  return taken - byteCount
}

/** The machine's cryptographic randomness. */
export const systemRandom: Random = {
  hex(byteCount) {
    const start = take(byteCount)
    return pool.toString('hex', start, start + byteCount)
  },
  below(limit) {
    return Math.floor((pool.readUInt32BE(take(4)) / 2 ** 32) * limit)
  },
}
