import type { Clock } from '../../platform/clock.ts'
import type { NodeBeat, NodeStore } from '../../storage/node-records.ts'
import { type Holding, hear, nothingHeld } from './share-holding.ts'
import type { TrunkHolding } from './trunk-holding.ts'

export interface ShareKeeperParts {
  readonly store: Pick<NodeStore, 'nodeId' | 'beatNode'>
  readonly clock: Clock
  /** Undefined where something stands in for the telephone network. */
  readonly trunks: TrunkHolding | undefined
  about(): Pick<NodeBeat, 'version' | 'address' | 'calls'>
}

/** Says that this node is there and holds its share of the trunks' limits, as far as all others agree. */
export class ShareKeeper {
  readonly #parts: ShareKeeperParts
  #holding: Holding = nothingHeld
  #isSettled = false
  #memberCount = 1

  constructor(parts: ShareKeeperParts) {
    this.#parts = parts
  }

  /** All members have agreed on the shares, and this node holds its own. */
  get isSettled(): boolean {
    return this.#isSettled
  }

  get memberCount(): number {
    return this.#memberCount
  }

  async beat(): Promise<void> {
    // What can be acknowledged at once is, instead of a period later: then the others need not wait for it.
    if (await this.#beatOnce()) await this.#beatOnce()
  }

  /** Whether there is something to acknowledge. */
  async #beatOnce(): Promise<boolean> {
    const { store, clock, trunks, about } = this.#parts
    const { acknowledgedEpoch } = this.#holding
    const sentAt = clock.monotonicMs()
    const board = await store.beatNode({ ...about(), acknowledgedEpoch, at: clock.now() })
    const now = clock.monotonicMs()
    this.#holding = hear(this.#holding, {
      board,
      nodeId: store.nodeId,
      sentAt,
      now,
      overhangs: (share) => trunks?.overhangs(share, now) ?? false,
    })
    const { held, validUntil } = this.#holding
    this.#isSettled = board.isSettled && this.#holding.acknowledgedEpoch === board.epoch
    this.#memberCount = board.members.length
    if (trunks?.isShared) trunks.hold(held, validUntil)
    return this.#holding.acknowledgedEpoch !== acknowledgedEpoch
  }
}
