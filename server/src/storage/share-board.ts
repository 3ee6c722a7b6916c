// Who shares the limits of the trunks: one row of the database, judged anew under its lock at every beat.

export interface BoardNode {
  readonly id: string
  readonly startedAt: number
  readonly seenAt: number
  readonly acknowledgedEpoch: number
}

export interface Board {
  readonly epoch: number
  readonly members: readonly string[]
}

/** Members are the nodes that were heard of, oldest first: whoever joins takes the last place and moves nobody. */
export function nextBoard(board: Board, nodes: readonly BoardNode[], now: number, leaseMs: number): Board {
  const members = nodes
    .filter(({ seenAt }) => now - seenAt < leaseMs)
    .sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
  const isSame =
    members.length === board.members.length && members.every((id, place) => id === board.members[place])
  return isSame ? board : { epoch: board.epoch + 1, members }
}

/** Nobody holds more than this epoch gives: only now may anybody's share grow to it. */
export function isSettled({ epoch, members }: Board, nodes: readonly BoardNode[]): boolean {
  return members.every((id) => nodes.find((node) => node.id === id)?.acknowledgedEpoch === epoch)
}
