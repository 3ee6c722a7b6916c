// A node's share of the limits that several nodes use together, in monotonic time. Pure: the database knows the
// members. The sum over all nodes never exceeds a limit, whatever messages are lost or late:
//
// a new epoch is received -> hold the smaller of the old share and the new one
//   nothing above the new share is in use any more -> acknowledge the epoch with the next beat; a node that was idle need
//   not wait for its calls of the last second to become old
//   all members have acknowledged it -> hold the new share
// no answer for the length of a lease -> hold nothing; the others grow only after a lease that ends later
import { type Membership, nodeLeaseMs } from '../../storage/queries/nodes.ts'
import { rateWindowMs } from '../limits/rate-window.ts'
import { isSameShare, lesserShare, noShare, type Share, shareAt } from '../limits/share.ts'

/**
 * Counted from the sending of a heartbeat, minus the second of the rate limit: our last calls have ended before others
 * grow.
 */
const shareLeaseMs = nodeLeaseMs - rateWindowMs

export interface ShareLease {
  readonly held: Share
  readonly epoch: number
  /** When it last held more than now. */
  readonly shrunkAt: number
  readonly acknowledgedEpoch: number
  readonly validUntil: number
}

export const nothingHeld: ShareLease = {
  held: noShare,
  epoch: 0,
  shrunkAt: Number.NEGATIVE_INFINITY,
  acknowledgedEpoch: 0,
  validUntil: Number.NEGATIVE_INFINITY,
}

export interface HeardMembership {
  readonly membership: Membership
  readonly nodeId: string
  readonly sentAt: number
  readonly now: number
  /** Whether more is in use on some trunk than this share allows: channels, or calls of the last second. */
  overhangs(share: Share): boolean
}

export function hear(
  before: ShareLease,
  { membership, nodeId, sentAt, now, overhangs }: HeardMembership,
): ShareLease {
  // An expired lease is processed first: the next grant does not restore it.
  const kept = expireLease(before, now)
  const known = { ...kept, validUntil: sentAt + shareLeaseMs }
  const place = membership.members.indexOf(nodeId)
  const target = place === -1 ? noShare : shareAt(place, membership.demands)
  const isKnown = membership.epoch === known.epoch
  const shrunk = isKnown ? known : shrink(known, lesserShare(known.held, target), now)
  // The SIP thread learns of a smaller share after this: what it has sent counts for certain at the next heartbeat.
  const isReported = isKnown && kept === before
  const isFree = (isReported || now - shrunk.shrunkAt >= rateWindowMs) && !overhangs(target)
  const next = {
    ...shrunk,
    epoch: membership.epoch,
    acknowledgedEpoch: isFree ? membership.epoch : shrunk.acknowledgedEpoch,
  }
  const mayGrow = membership.isSettled && next.acknowledgedEpoch === membership.epoch && now < next.validUntil
  return mayGrow ? { ...next, held: target } : next
}

/** The share at this moment: nothing, once the lease has ended. */
export function expireLease(lease: ShareLease, now: number): ShareLease {
  return now < lease.validUntil ? lease : shrink(lease, noShare, lease.validUntil)
}

function shrink(lease: ShareLease, held: Share, now: number): ShareLease {
  return isSameShare(held, lease.held) ? lease : { ...lease, held, shrunkAt: Math.max(lease.shrunkAt, now) }
}
