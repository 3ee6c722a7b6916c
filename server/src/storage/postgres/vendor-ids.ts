/** Ids that were drawn for requests that were then refused. A batch in flight may draw for each of its requests. */
const maxKept = 4_096
/**
 * An older id is not used. Its range could be purged before the verification that got it: a range goes when its last
 * verification is past the retention, which is at least a day.
 */
export const maxIdAgeMs = 60_000

export interface KeptId {
  readonly vendorId: number
  readonly drawnAtMs: number
}

/**
 * Drawn ids that nobody used wait here for the next batch of this node, so that refusals and replays leave no gaps.
 * A range of ids never holds a verification that is much younger than its neighbours, because kept ids have an age.
 */
export class VendorIds {
  readonly #monotonicMs: () => number
  #kept: KeptId[] = []

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  take(count: number): KeptId[] {
    const oldestMs = this.#monotonicMs() - maxIdAgeMs
    this.#kept = this.#kept.filter(({ drawnAtMs }) => drawnAtMs >= oldestMs)
    return this.#kept.splice(0, count)
  }

  /** Their range may be gone. */
  forget(): void {
    this.#kept = []
  }

  /** Those that were taken from here keep their age; the others were drawn for this batch. */
  giveBack(vendorIds: readonly number[], taken: readonly KeptId[]): void {
    if (vendorIds.length === 0) return
    const drawnAtMs = new Map(taken.map((id) => [id.vendorId, id.drawnAtMs]))
    const nowMs = this.#monotonicMs()
    const given = vendorIds.map((vendorId) => ({
      vendorId,
      drawnAtMs: drawnAtMs.get(vendorId) ?? nowMs,
    }))
    this.#kept = [...given, ...this.#kept]
      .sort((left, right) => left.vendorId - right.vendorId)
      .slice(-maxKept)
  }
}
