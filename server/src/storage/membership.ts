// Which nodes share the limits of the trunks. It is one row of the database, which each heartbeat updates under its
// lock.

export interface MemberNode {
  readonly id: string
  readonly startedAt: number
  readonly seenAt: number
  readonly acknowledgedEpoch: number
}

export interface Members {
  readonly epoch: number
  readonly members: readonly string[]
}

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
    .map(({ id }) => id)
  const isSame =
    members.length === before.members.length && members.every((id, place) => id === before.members[place])
  return isSame ? before : { epoch: before.epoch + 1, members }
}

/** True when no member uses more than its share of this epoch: only then may any share grow. */
export function isSettled({ epoch, members }: Members, nodes: readonly MemberNode[]): boolean {
  return members.every((id) => nodes.find((node) => node.id === id)?.acknowledgedEpoch === epoch)
}
