/** What can follow a 183. `ringing`: a 180 came in the same call. `nothing`: we gave the call up. */
export const afterEarlyMediaKinds = ['ringing', 'answer', 'decline', 'failure', 'nothing'] as const
export type AfterEarlyMedia = (typeof afterEarlyMediaKinds)[number]

/** Calls of one trunk in which a 183 came, by what followed it. */
export type EarlyMediaCounts = Readonly<Record<AfterEarlyMedia, number>>

export interface EarlyMediaRecord {
  readonly trunk: string
  readonly counts: EarlyMediaCounts
}

export const noEarlyMedia: EarlyMediaCounts = { ringing: 0, answer: 0, decline: 0, failure: 0, nothing: 0 }

/** Past this many calls all counts are halved: a carrier that changed its habit is learned anew. */
export const maxEarlyMediaCalls = 400

export function totalOf(counts: EarlyMediaCounts): number {
  return afterEarlyMediaKinds.reduce((sum, kind) => sum + counts[kind], 0)
}

export function addEarlyMedia(one: EarlyMediaCounts, other: EarlyMediaCounts): EarlyMediaCounts {
  const sum = mapped((kind) => one[kind] + other[kind])
  return totalOf(sum) > maxEarlyMediaCalls ? mapped((kind) => Math.floor(sum[kind] / 2)) : sum
}

function mapped(count: (kind: AfterEarlyMedia) => number): EarlyMediaCounts {
  return Object.fromEntries(
    afterEarlyMediaKinds.map((kind) => [kind, count(kind)]),
  ) as unknown as EarlyMediaCounts
}
