import { timingSafeEqual } from 'node:crypto'

/** The keyed hashes of the codes of one verification, one after the other in one column. */

const hashBytes = 32

export function withHash(known: Uint8Array | null, added: Uint8Array | null): Uint8Array | null {
  if (known === null || added === null) return added ?? known
  return Buffer.concat([known, added])
}

/**
 * The places of a code among the hashes, one bit for each; 0 when it is none of them. In the same time for every code:
 * all hashes are looked at, whichever is right. The bits are joined because a branch on a result showed: with `if (…)
 * isFound = true` the right code of the first step took 6 % less time.
 */
export function placesOf(hashes: Uint8Array | null, hash: Uint8Array): number {
  let places = 0
  for (let place = 0; place * hashBytes < (hashes?.length ?? 0); place++) {
    const from = place * hashBytes
    places |= Number(timingSafeEqual(hashes!.subarray(from, from + hashBytes), hash)) << place
  }
  return places
}
