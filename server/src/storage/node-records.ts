import { dayMs } from '../platform/clock.ts'

/** The services that run on one store, and what they share, as the domain sees it. */

/**
 * A node without a heartbeat for this long, in the time of the database, has lost its share of every limit. With a
 * shorter time a node that the disk delays for two seconds would refuse calls; with a longer time the share of a dead
 * node stays unused.
 */
export const nodeLeaseMs = 3_000
/** A lost node stays on the list for a day, for the operator to see. */
export const lostNodeKeptMs = dayMs

/** The heartbeat of a node. */
export interface NodeBeat {
  readonly version: string
  /** Its HTTP address. */
  readonly address: string
  /** Open calls of this node. */
  readonly calls: number
  /** The node uses no more than its share of this epoch of the membership, and has used no more in the last second. */
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
  /** A node that stops leaves the list. A lost node died or cannot reach the database. */
  readonly state: 'live' | 'lost'
}

/** The nodes that share the limits, in the order of their places. A new epoch begins with every change. */
export interface Membership {
  readonly epoch: number
  readonly members: readonly string[]
  /** True when no member uses more than its share of this epoch: from now on each may use all of it. */
  readonly isSettled: boolean
}

export interface NodeStore {
  /** The name of this process among those that share the store. */
  readonly nodeId: string
  /** Sends a heartbeat of this node and returns the membership. */
  beatNode(beat: NodeBeat): Promise<Membership>
  /** A clean stop: the node leaves the list and gives up its leases. */
  leaveNodes(at: number): Promise<void>
  /** In the order in which they started. */
  nodes(now: number): Promise<NodeRecord[]>
  /** Takes or extends a lease that only one node may hold; false while another node holds it. */
  takeLease(request: { name: string; forMs: number; at: number }): Promise<boolean>
  /** Reserves calls from the budget of a clock hour; returns how many were left, at most `count`. */
  takeShortCalls(request: { trunk: string; hour: number; count: number; perHour: number }): Promise<number>
  /** Returns reserved calls that were not used. */
  giveBackShortCalls(request: { trunk: string; hour: number; count: number }): Promise<void>
}
