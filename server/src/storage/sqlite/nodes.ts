import type { NodeBeat, NodeRecord } from '../node-records.ts'
import * as nodes from '../queries/nodes.ts'
import type { Sql } from '../sql.ts'

/** One service has the store to itself, so it has one name, before and after a restart. */
export const embeddedNode = 'local'
/** Three beats of a service that is alone: nobody waits for its share. */
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
