import { hourMs } from '../../platform/clock.ts'
import { type NodeStore, nodeLeaseMs } from '../node-records.ts'
import * as nodes from '../queries/nodes.ts'
import type { Pool } from './connection.ts'
import { timeOf } from './database-time.ts'
import { read, transaction } from './transaction.ts'

/** A node that the network swallows in the middle of a beat does not keep the others from theirs. */
const patienceMs = 1_000

/** What nodes of one database tell each other, in the database's time: their own clocks may differ. */
export function nodeStore(pool: Pool, nodeId: string): NodeStore {
  return {
    nodeId,
    beatNode: (beat) =>
      transaction(
        pool,
        async (sql) => {
          await sql.get('SELECT 1 FROM share_board WHERE id = 1 FOR UPDATE')
          return nodes.beatNode(sql, { nodeId, now: await timeOf(sql), leaseMs: nodeLeaseMs }, beat)
        },
        { idleTimeoutMs: patienceMs, lockTimeoutMs: patienceMs },
      ),
    leaveNodes: () => transaction(pool, (sql) => nodes.leaveNodes(sql, nodeId)),
    nodes: () =>
      read(pool, async (sql) => nodes.nodes(sql, { now: await timeOf(sql), leaseMs: nodeLeaseMs })),
    takeLease: (request) =>
      transaction(pool, async (sql) => nodes.takeLease(sql, { nodeId, now: await timeOf(sql) }, request)),
    takeShortCalls: (request) =>
      transaction(pool, async (sql) =>
        nodes.takeShortCalls(sql, request, Math.floor((await timeOf(sql)) / hourMs)),
      ),
    giveBackShortCalls: (request) => transaction(pool, (sql) => nodes.giveBackShortCalls(sql, request)),
  }
}
