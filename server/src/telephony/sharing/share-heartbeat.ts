import type { Clock } from '../../platform/clock.ts'
import type { NodeBeat, NodeStore } from '../../storage/queries/nodes.ts'
import { hear, nothingHeld, type ShareLease } from './share-lease.ts'
import type { TrunkShares } from './trunk-shares.ts'

export interface ShareHeartbeatDeps {
  readonly store: Pick<NodeStore, 'nodeId' | 'beatNode'>
  readonly clock: Clock
  /** Undefined when the telephone network is replaced by a simulation. */
  readonly trunks: TrunkShares | undefined
  about(): Pick<NodeBeat, 'version' | 'address' | 'calls' | 'secrets'>
  /** No call starts here any more. */
  isRetired?(): boolean
}

/**
 * Reports to the store that this node is alive, and holds its share of the trunks' limits as far as all nodes agree.
 */
export class ShareHeartbeat {
  readonly #deps: ShareHeartbeatDeps
  #lease: ShareLease = nothingHeld
  #isSettled = false
  #memberCount = 1

  constructor(deps: ShareHeartbeatDeps) {
    this.#deps = deps
  }

  /** All members have agreed on the shares, and this node holds its own. */
  get isSettled(): boolean {
    return this.#isSettled
  }

  get memberCount(): number {
    return this.#memberCount
  }

  async beat(): Promise<void> {
    // A share that can be acknowledged is acknowledged at once, not an interval later: the other nodes wait for it.
    if (await this.#beatOnce()) await this.#beatOnce()
  }

  /** Whether there is a share to acknowledge. */
  async #beatOnce(): Promise<boolean> {
    const { store, clock, trunks, about, isRetired } = this.#deps
    const { acknowledgedEpoch } = this.#lease
    const sentAt = clock.monotonicMs()
    const demand = isRetired?.() ? null : (trunks?.demand(sentAt) ?? 0)
    const membership = await store.beatNode({ ...about(), demand, acknowledgedEpoch, at: clock.now() })
    const now = clock.monotonicMs()
    this.#lease = hear(this.#lease, {
      membership,
      nodeId: store.nodeId,
      sentAt,
      now,
      overhangs: (share) => trunks?.overhangs(share, now) ?? false,
    })
    const { held, validUntil } = this.#lease
    this.#isSettled = membership.isSettled && this.#lease.acknowledgedEpoch === membership.epoch
    this.#memberCount = membership.members.length
    if (trunks?.isShared) trunks.hold(held, validUntil)
    return this.#lease.acknowledgedEpoch !== acknowledgedEpoch
  }
}
