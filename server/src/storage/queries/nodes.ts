import { dayMs } from '../../platform/clock.ts'
import { isSettled, type Members, nextMembers } from '../membership.ts'
import { json, list, number, orNull, type RecordOf, tableOf, text } from '../record.ts'
import { part, type Row, type Sql } from '../sql.ts'

/**
 * A node without a heartbeat for this long, in the time of the database, has lost its share of every limit. With a
 * shorter time a node that the disk delays for two seconds would refuse calls; with a longer time the share of a dead
 * node stays unused.
 */
export const nodeLeaseMs = 3_000

/** A lost node stays on the list for a day, for the operator to see. */
const lostNodeKeptMs = dayMs

/** The heartbeat of a node. */
export interface NodeHeartbeat extends Omit<RecordOf<typeof nodeTable>, 'id' | 'startedAt' | 'seenAt'> {
  readonly at: number
}

export interface NodeRecord extends Omit<RecordOf<typeof nodeTable>, 'acknowledgedEpoch' | 'demand'> {
  /** A node that stops leaves the list. A lost node died or cannot reach the database. */
  readonly state: 'live' | 'lost'
}

/** The nodes that share the limits, in the order of their places. A new epoch begins with every change. */
export interface Membership extends Omit<Members, 'settledAt'> {
  /** True when no member uses more than its share of this epoch: from now on each may use all of it. */
  readonly isSettled: boolean
}

/** What both stores promise; the functions of these names below are what they share of it. */
export interface NodeStore {
  /** The name of this process among those that share the store. */
  readonly nodeId: string
  /** Sends a heartbeat of this node and returns the membership. */
  recordHeartbeat(beat: NodeHeartbeat): Promise<Membership>
  /** A clean stop: the node leaves the list and gives up its leases. */
  leaveNodes(at: number): Promise<void>
  /** In the order in which they started. */
  nodes(now: number): Promise<NodeRecord[]>
  /** Takes or extends a lease that only one node may hold; false while another node holds it. */
  takeLease(request: { name: string; forMs: number; at: number }): Promise<boolean>
  /** Reserves calls from the budget of a clock hour; returns how many were left, at most `count`. */
  takeShortCalls(request: { trunk: string; hour: number; count: number; perHour: number }): Promise<number>
  /** Returns reserved calls that were not used. */
  releaseShortCalls(request: { trunk: string; hour: number; count: number }): Promise<void>
}

/** The id of this node, the time in the store, and how long a node counts as live without a heartbeat. */
export interface NodeContext {
  readonly nodeId: string
  readonly now: number
  readonly leaseMs: number
}

const nodeTable = tableOf('nodes', {
  id: text,
  startedAt: number,
  seenAt: number,
  version: text,
  /** Its HTTP address. */
  address: text,
  /** Open calls of this node. */
  calls: number,
  /** The node uses no more than its share of this epoch of the membership, and has used no more in the last second. */
  acknowledgedEpoch: number,
  /** What it wants of the calls per second of the trunks; null when it places no calls any more. */
  demand: orNull(number),
  /** Fingerprints of its root secrets; first of the one that seals. */
  secrets: list(' '),
})

const board = tableOf('share_board', {
  id: number,
  epoch: number,
  members: json<readonly string[]>(),
  demands: json<readonly (number | null)[]>(),
  settledAt: orNull(number),
})

/** `sharing` is the row of the membership, which no other node may update before the transaction ends. */
export async function recordHeartbeat(
  sql: Sql,
  { nodeId, now, leaseMs }: NodeContext,
  beat: NodeHeartbeat,
  sharing: Row,
) {
  const { at: _, ...about } = beat
  const said = { seenAt: now, ...about }
  if ((await sql.run(...nodeTable.update({ id: nodeId }, said))) === 0) {
    await sql.run`DELETE FROM nodes WHERE seen_at < ${now - lostNodeKeptMs}`
    await sql.run(...nodeTable.insert({ id: nodeId, startedAt: now, ...said }))
  }
  // A node of a version before shares has no version here and knows nothing of the membership.
  const nodes = await nodeTable.where(sql, part`version <> ''`)
  const before: Members = board.of(sharing)
  const membership = nextMembers(before, nodes, now, leaseMs)
  if (membership !== before) await sql.run(...board.update({ id: 1 }, membership))
  const { epoch, members, demands } = membership
  return { epoch, members, demands, isSettled: isSettled(membership, nodes) }
}

export async function leaveNodes(sql: Sql, nodeId: string): Promise<void> {
  await sql.run`DELETE FROM nodes WHERE id = ${nodeId}`
  await sql.run`DELETE FROM leases WHERE holder = ${nodeId}`
}

export async function nodes(sql: Sql, { now, leaseMs }: Omit<NodeContext, 'nodeId'>): Promise<NodeRecord[]> {
  const kept = await nodeTable.where(sql, part`seen_at >= ${now - lostNodeKeptMs} ORDER BY started_at, id`)
  return kept.map(({ acknowledgedEpoch, demand, ...node }) => ({
    ...node,
    state: now - node.seenAt < leaseMs ? 'live' : 'lost',
  }))
}

export async function takeLease(
  sql: Sql,
  { nodeId, now }: Omit<NodeContext, 'leaseMs'>,
  { name, forMs }: { name: string; forMs: number },
): Promise<boolean> {
  const taken = await sql.run`INSERT INTO leases VALUES (${name}, ${nodeId}, ${now + forMs})
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
    WHERE leases.holder = excluded.holder OR leases.ends_at <= ${now}`
  return taken === 1
}

/** How many hours of counts are kept. */
const hoursKept = 2

export async function takeShortCalls(
  sql: Sql,
  request: { trunk: string; hour: number; count: number; perHour: number },
  /** The hour by the store's clock: the clock of the calling node may be wrong. */
  storeHour = request.hour,
): Promise<number> {
  const { trunk, hour, count, perHour } = request
  await sql.run`DELETE FROM short_calls WHERE hour < ${Math.min(hour, storeHour) - hoursKept}`
  await sql.run`INSERT INTO short_calls VALUES (${trunk}, ${hour}, 0) ON CONFLICT DO NOTHING`
  // A write that changes nothing: it locks the row until the end of the transaction, in both databases.
  const row = await sql.get`UPDATE short_calls SET taken = taken WHERE trunk = ${trunk} AND hour = ${hour}
    RETURNING taken`
  const given = Math.max(0, Math.min(count, perHour - Number(row?.taken)))
  if (given > 0)
    await sql.run`UPDATE short_calls SET taken = taken + ${given} WHERE trunk = ${trunk} AND hour = ${hour}`
  return given
}

export async function releaseShortCalls(
  sql: Sql,
  { trunk, hour, count }: { trunk: string; hour: number; count: number },
): Promise<void> {
  await sql.run`UPDATE short_calls SET taken = taken - ${count} WHERE trunk = ${trunk} AND hour = ${hour}`
}
