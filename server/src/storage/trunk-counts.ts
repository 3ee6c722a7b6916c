/** Calls of a trunk by kind, from which its habits are learned. */
export type Counts<K extends string> = Readonly<Record<K, number>>

export interface TrunkCounts<K extends string> {
  readonly trunk: string
  readonly counts: Counts<K>
}

/** How calls of these kinds are counted. */
export class CountRule<K extends string> {
  readonly kinds: readonly K[]
  /** Above this many calls all counts are halved, so that a changed habit of the carrier is learned. */
  readonly maxCalls: number
  readonly none: Counts<K>

  constructor(kinds: readonly K[], maxCalls: number) {
    this.kinds = kinds
    this.maxCalls = maxCalls
    this.none = this.#mapped(() => 0)
  }

  total(counts: Counts<K>): number {
    return this.kinds.reduce((sum, kind) => sum + counts[kind], 0)
  }

  add(one: Counts<K>, other: Counts<K>): Counts<K> {
    const sum = this.#mapped((kind) => one[kind] + other[kind])
    return this.total(sum) > this.maxCalls ? this.#mapped((kind) => Math.floor(sum[kind] / 2)) : sum
  }

  #mapped(count: (kind: K) => number): Counts<K> {
    return Object.fromEntries(this.kinds.map((kind) => [kind, count(kind)])) as Counts<K>
  }
}
