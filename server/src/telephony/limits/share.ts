/**
 * A node's part of every limit: of `limit` units numbered from 0, the units whose number modulo `of` is `place`. The
 * parts of all places add up to exactly the limit; remainders go to the first places.
 */
export interface Share {
  readonly place: number
  readonly of: number
}

export const wholeShare: Share = { place: 0, of: 1 }
/** A place beyond every limit: the part is always 0. */
export const noShare: Share = { place: Number.MAX_SAFE_INTEGER, of: 1 }

/** A node's share, and until when it is valid. */
export interface HeldShare {
  readonly share: Share
  /** In monotonic time, which all threads of the node share. */
  readonly untilMs: number
  /** The number of this grant, so that the SIP thread can acknowledge it. */
  readonly version: number
}

export function isSameShare(a: Share, b: Share): boolean {
  return a.place === b.place && a.of === b.of
}

export function shareOfLimit(limit: number, { place, of }: Share): number {
  return Math.max(0, Math.ceil((limit - place) / of))
}

/** The smaller of two shares, for any limit: a part shrinks with a later place and with more parts. */
export function lesserShare(a: Share, b: Share): Share {
  const place = Math.max(a.place, b.place)
  return place === noShare.place ? noShare : { place, of: Math.max(a.of, b.of) }
}
