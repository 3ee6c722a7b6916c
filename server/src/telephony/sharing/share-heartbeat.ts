import type { Clock } from '../../platform/clock.ts'
import type { NodeHeartbeat, NodeStore } from '../../storage/queries/nodes.ts'
import { hear, nothingHeld, type ShareLease } from './share-lease.ts'
import type { TrunkShares } from './trunk-shares.ts'

export interface ShareHeartbeatDeps {
  readonly store: Pick<NodeStore, 'nodeId' | 'recordHeartbeat'>
  readonly clock: Clock
  /** Undefined when the telephone network is replaced by a simulation. */
  readonly trunks: TrunkShares | undefined
  about(): Pick<NodeHeartbeat, 'version' | 'address' | 'calls' | 'secrets'>
  /** No call starts here any more. */
  isRetired?(): boolean
}

/**
 * Reports to the store that this node is alive, and holds its share of the trunks' limits as far as all nodes agree.
 */
export function shareHeartbeat({ store, clock, trunks, about, isRetired }: ShareHeartbeatDeps) {
  let lease: ShareLease = nothingHeld
  let isSettled = false
  let memberCount = 1
  /** Whether there is a share to acknowledge. */
  const beatOnce = async (): Promise<boolean> => {
    const { acknowledgedEpoch } = lease
    const sentAt = clock.monotonicMs()
    const demand = isRetired?.() ? null : (trunks?.demand(sentAt) ?? 0)
    const membership = await store.recordHeartbeat({ ...about(), demand, acknowledgedEpoch, at: clock.now() })
    const now = clock.monotonicMs()
    lease = hear(lease, {
      membership,
      nodeId: store.nodeId,
      sentAt,
      now,
      overhangs: (share) => trunks?.overhangs(share, now) ?? false,
    })
    isSettled = membership.isSettled && lease.acknowledgedEpoch === membership.epoch
    memberCount = membership.members.length
    if (trunks?.isShared) trunks.hold(lease.held, lease.validUntil)
    return lease.acknowledgedEpoch !== acknowledgedEpoch
  }
  return {
    /** All members have agreed on the shares, and this node holds its own. */
    isSettled: () => isSettled,
    memberCount: () => memberCount,
    async beat(): Promise<void> {
      // A share that can be acknowledged is acknowledged at once, not an interval later: the other nodes wait for it.
      if (await beatOnce()) await beatOnce()
    },
  }
}
