import type { AccountLedger } from '../queries/accounts.ts'
import { erasePhone } from '../queries/calls.ts'
import { eraseCalls } from '../queries/closing.ts'
import { type EventsRequest, readEvents } from '../queries/event-stream.ts'
import type { NodeHeartbeat, NodeRecord } from '../queries/nodes.ts'
import * as nodes from '../queries/nodes.ts'
import { type OperationRequest, perform } from '../queries/perform.ts'
import { writes } from '../query-table.ts'
import type { Sql } from '../sql.ts'
import type { WriteOperation } from './batch.ts'
import { digest } from './digest.ts'
import { moveDeadlines } from './move-deadlines.ts'
import { purge, purgeNumbers, purgeSessions } from './purge.ts'
import { serviceRows } from './search.ts'
import type { Transaction } from './transaction.ts'

/** The node's name. One service uses the store alone, so the name stays the same after a restart. */
export const embeddedNode = 'local'
/** Three heartbeats of a service that runs alone: no other node waits for its share. */
const leaseMs = 30_000

const contextAt = (now: number) => ({ nodeId: embeddedNode, now, leaseMs })

export async function nodesNow(sql: Sql, now: number): Promise<NodeRecord[]> {
  return nodes.nodes(sql, contextAt(now))
}

const nodeOperations = {
  recordHeartbeat: async (sql: Sql, beat: NodeHeartbeat) =>
    nodes.recordHeartbeat(
      sql,
      contextAt(beat.at),
      beat,
      (await sql.get('SELECT * FROM share_board WHERE id = 1'))!,
    ),
  leaveNodes: (sql: Sql, _at: number) => nodes.leaveNodes(sql, embeddedNode),
  takeLease: (sql: Sql, request: { name: string; forMs: number; at: number }) =>
    nodes.takeLease(sql, contextAt(request.at), request),
  takeShortCalls: (sql: Sql, request: Parameters<typeof nodes.takeShortCalls>[1]) =>
    nodes.takeShortCalls(sql, request),
  releaseShortCalls: nodes.releaseShortCalls,
}

/** Rare changes that are implemented differently for SQLite. */
export const ownWrites = {
  perform: (tx: Transaction, request: OperationRequest) => perform(tx, accountLedgerOf(tx), request),
  /** No other transaction is open beside one of the writer. */
  readEvents: (tx: Transaction, request: EventsRequest) =>
    readEvents(tx, { openTransactions: () => [], serviceRows }, request),
  digest,
  purge,
  forgetNumbers: purgeNumbers,
  endOldSessions: purgeSessions,
  moveDeadlines,
  flushAdmissions: (tx: Transaction, upTo: number | null) => tx.recent.flushSome(upTo),
  eraseFoundPhone(tx: Transaction, found: Parameters<typeof erasePhone>[1]) {
    // Limits that are only in memory are written first. Otherwise a later flush would bring the number back.
    tx.recent.flushAll()
    tx.traces.note()
    return erasePhone(tx, found)
  },
  eraseCalls(tx: Transaction, request: Parameters<typeof eraseCalls>[1]) {
    // Only after the last part, because each removal of traces may rewrite the file.
    if (request.below === null) tx.traces.note()
    return eraseCalls(tx, request)
  },
  clockJumps: (tx: Transaction, _: null) => tx.recent.clockJumpsMs,
  areTracesGone: (tx: Transaction, _: null) => tx.traces.areGone(),
  ...nodeOperations,
}

function accountLedgerOf({ books }: Transaction): AccountLedger {
  return {
    moneyOf: (accountId) => books.moneyOf(accountId),
    post({ accountId, kind, amountUnits, note, at }) {
      books.post({ accountId, kind, amountUnits, vendorId: null, note, createdAt: at }, 0)
      const { lastEntry, balanceUnits } = books.moneyOf(accountId)!
      return { entry: lastEntry, balanceUnits }
    },
  }
}

/** All rare changes, by the name that the messages to the writer thread use. */
export const operations: Readonly<Record<string, WriteOperation>> = { ...writes, ...ownWrites }
