import { type Command, type CommandMethods, commandNames } from '../../server/src/books/commands.ts'
import { stopwatchMs } from '../../server/src/platform/system-clock.ts'
import { BatchWriter } from '../../server/src/storage/postgres/batch-writer.ts'
import { changedVerifications } from '../../server/src/storage/postgres/changed-verifications.ts'
import { isServerTrouble, type Pool, unavailable } from '../../server/src/storage/postgres/connection.ts'
import type { DeadlineClock } from '../../server/src/storage/postgres/database-time.ts'
import { lostCommits } from '../../server/src/storage/postgres/lost-commits.ts'
import { requestsInDatabaseTime } from '../../server/src/storage/postgres/request-times.ts'
import { runBatch } from '../../server/src/storage/postgres/run-batch.ts'
import { VendorIds } from '../../server/src/storage/postgres/vendor-ids.ts'
import { callPage } from '../../server/src/storage/queries/call-page.ts'
import { readEvents } from '../../server/src/storage/queries/event-stream.ts'
import { listPage } from '../../server/src/storage/queries/list-page.ts'
import { heartbeat } from '../../server/src/storage/queries/meta.ts'
import * as nodes from '../../server/src/storage/queries/nodes.ts'
import { nodeLeaseMs } from '../../server/src/storage/queries/nodes.ts'
import { findCalls } from '../../server/src/storage/queries/search.ts'
import {
  longReads,
  methodsFor,
  pageReads,
  reads,
  type SharedQuery,
  writes,
} from '../../server/src/storage/query-table.ts'
import type { Row } from '../../server/src/storage/sql.ts'
import type { WriteOperation } from '../../server/src/storage/sqlite/batch.ts'
import { operations, ownWrites } from '../../server/src/storage/sqlite/operations.ts'
import { flushedIds, serviceRows, uniqueOwners } from '../../server/src/storage/sqlite/search.ts'
import { StorageError } from '../../server/src/storage/storage-error.ts'
import type { Store, StoreOptions } from '../../server/src/storage/store.ts'
import { modelConnection } from './batch-connection.ts'
import type { Database } from './database.ts'

export interface ModelStoreOptions extends StoreOptions {
  readonly database: Database
  readonly nodeId: string
  readonly deadlinesBy?: DeadlineClock
}

/** They change what hot transactions hold, or what these have read without a lock that the model has. */
const exclusive = new Set([
  'perform',
  'closeEntries',
  'restartLifetimes',
  'eraseFoundPhone',
  'eraseCalls',
  'purge',
  'forgetNumbers',
  'moveDeadlines',
])
/** By the clock of the database: what PostgreSQL does inside one statement (due.ts). */
const askedWithTime = new Set(['dueCalls', 'dueLookups', 'dueReceivers', 'isPhoneDue'])

/** The third store of the engine: a node's way to a database in memory that nodes share. */
export function openModelStore({
  database,
  nodeId,
  numberLimits,
  deadlinesBy = 'database',
}: ModelStoreOptions): Store {
  const { schedule } = database
  const ask = async <T>(run: () => T | Promise<T>): Promise<T> => {
    try {
      return await database.ask(run)
    } catch (error) {
      throw isServerTrouble(error) ? unavailable(error) : error
    }
  }
  const timed = (name: string, input: unknown[]): unknown[] => {
    if (deadlinesBy !== 'database') return input
    const { now } = database
    if (askedWithTime.has(name)) return [{ ...(input[0] as object), now }]
    if (name === 'newestToCheck') return [{ ...(input[0] as object), at: now }]
    const moved = requestsInDatabaseTime[name]
    return moved === undefined ? input : [moved(input[0] as never, now)]
  }
  const read = (query: SharedQuery, name: string, input: unknown[]) =>
    ask(() => query(database.sql, ...timed(name, input)))
  const change = (name: string, operation: WriteOperation, input: unknown) =>
    ask(() => database.write(operation, timed(name, [input])[0], exclusive.has(name)))
  const stub = {
    query: async (text: string, values: unknown[]) => ({
      rows: await ask(() => statement(database, text, values)),
    }),
  } as unknown as Pool
  const changes = changedVerifications(stub, nodeId, '')
  const batches = new BatchWriter((...batch) =>
    runBatch(
      {
        connect: (deadline) => modelConnection({ database, deadlinesBy }, deadline),
        rules: numberLimits,
        ids,
        lost: lostCommits(stub),
        onChanged: changes.note,
        addPartitions: async () => {},
        deadlinesBy,
      },
      ...batch,
    ),
  )
  const ids = new VendorIds(stopwatchMs)
  const commands = Object.fromEntries(
    commandNames.map((name) => [
      name,
      (input: never) => {
        database.commands += 1
        return batches.run({ name, input } as Command)
      },
    ]),
  ) as unknown as CommandMethods
  const {
    flushAdmissions: _f,
    areTracesGone: _a,
    clockJumps: _c,
    eraseFoundPhone: _e,
    ...own
  } = methodsFor(ownWrites, (_, name, [input]) => change(name, operations[name]!, input))
  const ofNode = (at: number) => ({
    nodeId,
    now: deadlinesBy === 'database' ? database.now : at,
    leaseMs: nodeLeaseMs,
  })
  const board = (sql: { get(text: string): unknown }) =>
    sql.get('SELECT * FROM share_board WHERE id = 1') as Row

  return {
    ...methodsFor(reads, read),
    ...methodsFor(writes, (_, name, [input]) => change(name, operations[name]!, input)),
    ...methodsFor(pageReads, read),
    ...methodsFor(longReads, read),
    ...own,
    ...commands,
    nodeId,
    isShared: true,
    waitedMs: () => batches.waitedMs,
    recordHeartbeat: (beat) =>
      change('', (tx) => nodes.recordHeartbeat(tx, ofNode(beat.at), beat, board(tx)), null) as never,
    leaveNodes: () => change('', (tx) => nodes.leaveNodes(tx, nodeId), null) as never,
    nodes: (at) => ask(() => nodes.nodes(database.sql, ofNode(at))),
    takeLease: (request) =>
      change('', (tx) => nodes.takeLease(tx, ofNode(request.at), request), null) as never,
    watchPhones(onChange) {
      // What is missed while nobody listens is found by looking.
      const me = schedule.actor
      const hear = (payload: string) => heard(payload, nodeId, onChange)
      void ask(() => database.listeners.set(me, hear)).catch(() => {})
      return { close: async () => void database.listeners.delete(me) }
    },
    heartbeat: (at) =>
      ask(async () => {
        await database.write((tx) => heartbeat(tx, at), null)
        return deadlinesBy === 'database' ? database.now : at
      }),
    readEvents: (request) =>
      change(
        'readEvents',
        (tx, timedRequest: never) =>
          readEvents(tx, { openTransactions: () => database.openTransactions, serviceRows }, timedRequest),
        request,
      ) as never,
    callPage: (filter) => ask(() => callPage(database.sql, filter, serviceRows)),
    listPage: (filter) => ask(() => listPage(database.sql, filter, serviceRows)),
    findCalls: (search) => ask(() => findCalls(database.sql, search, { flushedIds, uniqueOwners })),
    numberTraces: (phoneHash) =>
      change(
        '',
        (tx) => {
          // The limits of the newest calls are not in their table yet.
          tx.recent.flushAll()
          return longReads.numberTraces(tx, phoneHash)
        },
        null,
      ) as never,
    erasePhone: (phoneHash) =>
      change(
        'eraseFoundPhone',
        async (tx) => {
          const records = (await longReads.callsOfPhone(tx, phoneHash)) as { vendorId: number }[]
          return ownWrites.eraseFoundPhone(tx, {
            phoneHash,
            vendorIds: records.map(({ vendorId }) => vendorId),
          })
        },
        null,
      ) as never,
    // Deadlines are in the time of the database.
    moveDeadlines: async () => {},
    maintain: async () => false,
    async alone(name, work) {
      const me = schedule.actor
      const free = () => {
        const holder = database.alone.get(name)
        if (holder !== undefined && !holder.isDead) return false
        database.alone.set(name, me)
        return true
      }
      while (!(await ask(free))) await new Promise<void>((resolve) => void schedule.after(50, resolve))
      try {
        return await work()
      } finally {
        database.alone.delete(name)
      }
    },
    async backup() {
      throw new StorageError('the model is not backed up')
    },
    close: () => batches.close(),
  }
}

/** The two statements that the engine sends besides its batches. */
function statement(database: Database, text: string, [first, second]: unknown[]): Row[] {
  if (text.includes('pg_notify')) {
    for (const [actor, hear] of database.listeners)
      database.schedule.after(database.schedule.wayMs(), () => hear(String(second)), actor)
    return []
  }
  const found = (second as number[]).filter((id) =>
    database.sql.get('SELECT 1 FROM calls WHERE vendor_id = $1', id),
  )
  return [{ status: database.statusOf(String(first)) ?? null, found: found.length }] as unknown as Row[]
}

function heard(payload: string, own: string, onChange: (id: string) => void): void {
  const [sender, ...ids] = payload.split(' ')
  if (sender !== own) for (const id of ids) onChange(id)
}
