import { hourMs } from '../../platform/clock.ts'
import * as nodes from '../queries/nodes.ts'
import { type NodeStore, nodeLeaseMs } from '../queries/nodes.ts'
import type { Pool } from './connection.ts'
import { databaseNow, timeOf } from './database-time.ts'
import { read, transaction } from './transaction.ts'

/**
 * A node that loses its network in the middle of a heartbeat blocks the heartbeats of other nodes no longer than this.
 */
const patienceMs = 1_000

const lockBoard = `SELECT *, ${databaseNow} AS now FROM share_board WHERE id = 1 FOR UPDATE`

/**
 * The shared state of the nodes of one database. All times are the database's, because the clocks of nodes may differ.
 */
export function nodeStore(pool: Pool, nodeId: string): NodeStore {
  return {
    nodeId,
    recordHeartbeat: (beat) =>
      transaction(
        pool,
        async (sql) => {
          const board = (await sql.get(lockBoard))!
          return nodes.recordHeartbeat(
            sql,
            { nodeId, now: Number(board.now), leaseMs: nodeLeaseMs },
            beat,
            board,
          )
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
    releaseShortCalls: (request) => transaction(pool, (sql) => nodes.releaseShortCalls(sql, request)),
  }
}
