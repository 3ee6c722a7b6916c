import { dayMs } from '../platform/clock.ts'

/** The services that run on one store, and what they share, as the domain sees it. */

/**
 * A node that was not heard of for so long, in the time of the database, has lost its share of every limit. Shorter
 * would make a node that the disk held up for two seconds refuse calls; longer leaves a dead node's share unused.
 */
export const nodeLeaseMs = 3_000
/** A node that is lost stays on the list for a day, for the operator to see. */
export const lostNodeKeptMs = dayMs

/** What a node says of itself. */
export interface NodeBeat {
  readonly version: string
  /** Where it answers HTTP. */
  readonly address: string
  /** Verifications of its own that are under way. */
  readonly calls: number
  /** It holds no more than its share by this epoch of the membership, and has used no more in the last second. */
  readonly acknowledgedEpoch: number
  readonly at: number
}

export interface NodeRecord {
  readonly id: string
  readonly version: string
  readonly address: string
  readonly startedAt: number
  readonly seenAt: number
  readonly calls: number
  /** A node that stops leaves the list; one that is lost died or cannot reach the database. */
  readonly state: 'live' | 'lost'
}

/** Who shares the limits, in the order of their places. A new epoch begins with every change. */
export interface Membership {
  readonly epoch: number
  readonly members: readonly string[]
  /** Every member holds no more than this epoch gives it: from now on each may hold all of it. */
  readonly isSettled: boolean
}

export interface NodeStore {
  /** Names this process among those that share the store. */
  readonly nodeId: string
  /** Says that this node is there, and hears who else is. */
  beatNode(beat: NodeBeat): Promise<Membership>
  /** A clean stop: the node leaves the list and gives up its leases. */
  leaveNodes(at: number): Promise<void>
  /** In the order in which they started. */
  nodes(now: number): Promise<NodeRecord[]>
  /** Takes or prolongs what only one node may do; false while another one has it. */
  takeLease(request: { name: string; forMs: number; at: number }): Promise<boolean>
  /** Sets calls aside from the budget of a clock hour; how many there were left, at most `count`. */
  takeShortCalls(request: { trunk: string; hour: number; count: number; perHour: number }): Promise<number>
  /** What was set aside and not used. */
  giveBackShortCalls(request: { trunk: string; hour: number; count: number }): Promise<void>
}
