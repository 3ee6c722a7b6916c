import { isDeepStrictEqual as isSameSlice } from 'node:util'

/** A node's part of every limit according to one agreement of the nodes. The parts of all nodes add up to the limit. */
export interface Slice {
  /** Remainders go to the first places. */
  readonly place: number
  readonly of: number
  /** What the nodes before this one want, what it wants itself, and all of them together; 0 when nobody wants more. */
  readonly before: number
  readonly own: number
  readonly total: number
}

/** A node's part of the calls at once and of the calls per second: the least of these slices. */
export interface Share {
  readonly channels: readonly Slice[]
  readonly rate: readonly Slice[]
}

const slice = (place: number, of: number): Slice => ({ place, of, before: 0, own: 0, total: 0 })
/** A place beyond every limit: the part is always 0. */
const nothing = slice(Number.MAX_SAFE_INTEGER, 1)

export const wholeShare: Share = { channels: [slice(0, 1)], rate: [slice(0, 1)] }
export const noShare: Share = { channels: [nothing], rate: [nothing] }

/**
 * The share of the node at this place. Calls at once are divided equally. Calls per second follow what the nodes want;
 * one that wants null places no calls any more.
 */
export function shareAt(place: number, demands: readonly (number | null)[]): Share {
  const channels = [slice(place, demands.length)]
  const own = demands[place]
  if (own === null || own === undefined) return { channels, rate: [nothing] }
  const sum = (wanted: readonly (number | null)[]) =>
    wanted.reduce<number>((all, each) => all + (each ?? 0), 0)
  const callers = demands.filter((each) => each !== null)
  const before = demands.slice(0, place)
  return {
    channels,
    rate: [
      {
        place: before.filter((each) => each !== null).length,
        of: callers.length,
        before: sum(before),
        own,
        total: sum(demands),
      },
    ],
  }
}

/** A node's share, and until when it is valid. */
export interface HeldShare {
  readonly share: Share
  /** In monotonic time, which all threads of the node share. */
  readonly untilMs: number
  /** The number of this grant, so that the SIP thread can acknowledge it. */
  readonly version: number
}

export function isSameShare(a: Share, b: Share): boolean {
  const isSame = (one: readonly Slice[], other: readonly Slice[]) =>
    one.length === other.length && one.every((each) => other.some((its) => isSameSlice(each, its)))
  return isSame(a.channels, b.channels) && isSame(a.rate, b.rate)
}

/** The part of a limit: as much as the smallest slice gives. */
export function partOf(limit: number, slices: readonly Slice[]): number {
  return Math.min(...slices.map((each) => partOfSlice(limit, each)))
}

/**
 * A node keeps half of an equal part, and one call at least: what it lends while it is idle must not leave it without any
 * when its next call comes. The rest goes to those that want more.
 */
function partOfSlice(limit: number, { place, of, before, own, total }: Slice): number {
  if (total === 0 || limit <= of) return Math.max(0, Math.ceil((limit - place) / of))
  const kept = Math.max(1, Math.floor(limit / of / 2))
  const lent = limit - kept * of
  return kept + Math.ceil((lent * (before + own)) / total) - Math.ceil((lent * before) / total)
}

/** The smaller of two shares, for any limit. */
export function lesserShare(a: Share, b: Share): Share {
  return { channels: lesser(a.channels, b.channels), rate: lesser(a.rate, b.rate) }
}

function lesser(a: readonly Slice[], b: readonly Slice[]): readonly Slice[] {
  if ([...a, ...b].some((each) => isSameSlice(each, nothing))) return [nothing]
  return [...a, ...b.filter((each) => !a.some((its) => isSameSlice(each, its)))]
}
