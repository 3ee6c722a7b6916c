// Which nodes share the limits of the trunks. It is one row of the database, which each heartbeat updates under its
// lock.

export interface MemberNode {
  readonly id: string
  readonly startedAt: number
  readonly seenAt: number
  readonly acknowledgedEpoch: number
  /** What it wants of the calls per second; null when it places none any more. */
  readonly demand: number | null
}

export interface Members {
  readonly epoch: number
  readonly members: readonly string[]
  /** Of each member. */
  readonly demands: readonly (number | null)[]
  /** Since when all members have acknowledged the epoch; null before. */
  readonly settledAt: number | null
}

/**
 * Two heartbeats: all members hear that they have agreed, and hold their shares, before the next demand is heard. Otherwise
 * demands that change all the time would keep everybody at the least of all shares.
 */
const calmMs = 500

/**
 * The members are the nodes with a recent heartbeat, oldest first: a new node takes the last place and moves no other.
 */
export function nextMembers(
  before: Members,
  nodes: readonly MemberNode[],
  now: number,
  leaseMs: number,
): Members {
  const members = nodes
    .filter(({ seenAt }) => now - seenAt < leaseMs)
    .sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
  const isSame =
    members.length === before.members.length && members.every(({ id }, place) => id === before.members[place])
  const isCalm = before.settledAt !== null && now - before.settledAt >= calmMs
  if (isSame && !(isCalm && members.some(({ demand }, place) => demand !== before.demands[place]))) {
    const isNews = before.settledAt === null && isSettled(before, nodes)
    return isNews ? { ...before, settledAt: now } : before
  }
  return {
    epoch: before.epoch + 1,
    members: members.map(({ id }) => id),
    demands: members.map(({ demand }) => demand),
    settledAt: null,
  }
}

/** True when no member uses more than its share of this epoch: only then may any share grow. */
export function isSettled({ epoch, members }: Members, nodes: readonly MemberNode[]): boolean {
  return members.every((id) => nodes.find((node) => node.id === id)?.acknowledgedEpoch === epoch)
}
