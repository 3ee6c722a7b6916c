/** Limit for kept ids: ids drawn for requests that were then refused. A batch may draw one for each of its requests. */
const maxKept = 4_096
/**
 * Older ids are not used. A range is deleted when its last call is past the retention, at least a day: the
 * range of an old id could be purged before the new call that got it.
 */
export const maxIdAgeMs = 60_000

export interface KeptId {
  readonly vendorId: number
  readonly drawnAtMs: number
}

/**
 * Keeps drawn ids that were not used for the next batch of this node, so that refusals and replays leave no gaps. Kept
 * ids expire, so a range of ids never holds a call that is much younger than its neighbours.
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

  /** Forgets all ids: their ranges may have been dropped. */
  forget(): void {
    this.#kept = []
  }

  /** Ids that were taken from here keep their age; the others were drawn for this batch. */
  release(vendorIds: readonly number[], taken: readonly KeptId[]): void {
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
