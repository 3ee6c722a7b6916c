/**
 * A node's part of every limit: of `limit` things numbered from 0 those whose number leaves the remainder `place`
 * when divided by `of`. The parts of all places add up to the limit exactly; remainders go to the first places.
 */
export interface Share {
  readonly place: number
  readonly of: number
}

export const wholeShare: Share = { place: 0, of: 1 }
/** A place behind every limit. */
export const noShare: Share = { place: Number.MAX_SAFE_INTEGER, of: 1 }

/** What a node holds, and until when. */
export interface HeldShare {
  readonly share: Share
  /** In monotonic time, which the threads of the node share. */
  readonly untilMs: number
  /** Counts what was told, so that its taking effect can be told back. */
  readonly version: number
}

export function isSameShare(a: Share, b: Share): boolean {
  return a.place === b.place && a.of === b.of
}

export function shareOfLimit(limit: number, { place, of }: Share): number {
  return Math.max(0, Math.ceil((limit - place) / of))
}

/** Never more than either of them, whatever the limit: a part shrinks with a later place and with more parts. */
export function lesserShare(a: Share, b: Share): Share {
  const place = Math.max(a.place, b.place)
  return place === noShare.place ? noShare : { place, of: Math.max(a.of, b.of) }
}
