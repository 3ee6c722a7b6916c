import type { NodeBeat, NodeRecord } from '../queries/nodes.ts'
import * as nodes from '../queries/nodes.ts'
import type { Sql } from '../sql.ts'

/** The node's name. One service uses the store alone, so the name stays the same after a restart. */
export const embeddedNode = 'local'
/** Three heartbeats of a service that runs alone: no other node waits for its share. */
const leaseMs = 30_000

const sightAt = (now: number) => ({ nodeId: embeddedNode, now, leaseMs })

export async function nodesNow(sql: Sql, now: number): Promise<NodeRecord[]> {
  return nodes.nodes(sql, sightAt(now))
}

export const nodeOperations = {
  beatNode: (sql: Sql, beat: NodeBeat) => nodes.beatNode(sql, sightAt(beat.at), beat),
  leaveNodes: (sql: Sql, _at: number) => nodes.leaveNodes(sql, embeddedNode),
  takeLease: (sql: Sql, request: { name: string; forMs: number; at: number }) =>
    nodes.takeLease(sql, sightAt(request.at), request),
  takeShortCalls: (sql: Sql, request: Parameters<typeof nodes.takeShortCalls>[1]) =>
    nodes.takeShortCalls(sql, request),
  giveBackShortCalls: nodes.giveBackShortCalls,
}
