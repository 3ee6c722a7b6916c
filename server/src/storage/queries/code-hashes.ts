import { timingSafeEqual } from 'node:crypto'

/** The keyed hashes of the codes of one phone verification, one after the other in one column. */

const hashBytes = 32

export function withHash(known: Uint8Array | null, added: Uint8Array | null): Uint8Array | null {
  if (known === null || added === null) return added ?? known
  return Buffer.concat([known, added])
}

/**
 * In the same time for every code: all hashes are looked at, whichever is right. The results are added because a branch
 * on them showed: with `if (…) isFound = true` the right code of the first step took 6 % less time.
 */
export function isAmong(hashes: Uint8Array | null, hash: Uint8Array): boolean {
  let found = 0
  for (let from = 0; from < (hashes?.length ?? 0); from += hashBytes) {
    found += Number(timingSafeEqual(hashes!.subarray(from, from + hashBytes), hash))
  }
  return found > 0
}
