// Which nodes share the limits of the trunks: one row of the database, decided anew under its lock at every heartbeat.

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

/** Members are the nodes that were heard of, oldest first: whoever joins takes the last place and moves nobody. */
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

/** Nobody holds more than this epoch gives: only now may anybody's share grow to it. */
export function isSettled({ epoch, members }: Members, nodes: readonly MemberNode[]): boolean {
  return members.every((id) => nodes.find((node) => node.id === id)?.acknowledgedEpoch === epoch)
}
