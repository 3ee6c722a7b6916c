import { type Command, type CommandMethods, commandNames } from '../../books/commands.ts'
import { stopwatchMs } from '../../platform/system-clock.ts'
import { callPage } from '../queries/call-page.ts'
import { callsOfPhone, erasePhone } from '../queries/calls.ts'
import { eraseCalls } from '../queries/closing.ts'
import { type EventsRead, type EventsRequest, readEvents } from '../queries/event-stream.ts'
import { listPage } from '../queries/list-page.ts'
import { heartbeat } from '../queries/meta.ts'
import { perform } from '../queries/perform.ts'
import { findCalls } from '../queries/search.ts'
import { finishSnapshot } from '../queries/snapshots.ts'
import { longReads, methodsFor, pageReads, reads, type SharedQuery, writes } from '../query-table.ts'
import { StorageError } from '../storage-error.ts'
import type { Store, StoreOptions } from '../store.ts'
import { accountLedgerOf } from './account-ledger.ts'
import { alone } from './alone.ts'
import { batchConnection } from './batch-connection.ts'
import { BatchWriter } from './batch-writer.ts'
import { changedVerifications } from './changed-verifications.ts'
import { coalescedReads } from './coalesced-reads.ts'
import { endWithin, openLongPool, openPool } from './connection.ts'
import { type DeadlineClock, timeOf } from './database-time.ts'
import { digest, lockDigest } from './digest.ts'
import { dueOn } from './due.ts'
import { FullDisk } from './full-disk.ts'
import { KeyFilters } from './key-filters.ts'
import { lostCommits } from './lost-commits.ts'
import { maintenanceOf } from './maintain.ts'
import { type CommitRule, migrate } from './migrate.ts'
import { nodeStore } from './nodes.ts'
import { openTransactions } from './open-transactions.ts'
import { ensurePartitionsAhead } from './partitions.ts'
import { purge, purgeInDatabaseTime } from './purge.ts'
import { requestsInDatabaseTime, statementsInDatabaseTime } from './request-times.ts'
import { type RunDeps, runBatch } from './run-batch.ts'
import { flushedIds, serviceRows, uniqueOwners } from './search.ts'
import { PlannedOnceSql, read, snapshot, transaction } from './transaction.ts'
import { VendorIds } from './vendor-ids.ts'

/**
 * A statement on a dead connection of the long pool never ends. The process exits after the close, which closes its
 * sockets.
 */
const closePatienceMs = 2_000
/** Compiling a question of a page takes longer than to answer it, and further processes would take from requests. */
const pageSettings = ['jit = off', 'max_parallel_workers_per_gather = 0']

/** What nearly every request of `/v2` or getInfo reads: a row by its key. */
const ofRequests: ReadonlySet<string> = new Set(['call', 'verification', 'newestToCheck'])

export interface PostgresStoreOptions extends StoreOptions {
  readonly url: string
  /** The address that bypasses a pooler, for migrations. If it is set, `url` leads to a pooler. */
  readonly directUrl?: string | undefined
  /** The name of this process among those that share the database. */
  readonly nodeId: string
  readonly now: () => number
  readonly deadlinesBy?: DeadlineClock
  readonly commits?: CommitRule
}

/** The shared store: many nodes on one PostgreSQL. Requests run in batches, everything else in single transactions. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, directUrl, nodeId, now, numberLimits, deadlinesBy = 'database', commits } = options
  await migrate(directUrl ?? url, undefined, commits)
  const pool = openPool(url)
  const longPool = openLongPool(url)
  const changes = changedVerifications(pool, nodeId, directUrl ?? url)
  const fullDisk = new FullDisk()
  fullDisk.watch(pool)
  const isPooled = directUrl !== undefined
  const filters = new KeyFilters()
  const connections = { pool, filters, deadlinesBy, isPooled }
  const deps: RunDeps = {
    connect: (deadline) => batchConnection(connections, deadline),
    rules: numberLimits,
    ids: new VendorIds(stopwatchMs),
    lost: lostCommits(pool),
    onChanged: changes.note,
    addPartitions: () => transaction(pool, (sql) => ensurePartitionsAhead(sql, now())),
    deadlinesBy,
  }
  const batches = new BatchWriter((...batch) => runBatch(deps, ...batch))

  const storeTimes = deadlinesBy === 'database' ? requestsInDatabaseTime : {}
  /** Deadlines, leases and limits use the database's clock, which all nodes share. */
  const timed = (query: SharedQuery, name: string): SharedQuery => {
    const placed = deadlinesBy === 'database' ? statementsInDatabaseTime[name] : undefined
    if (placed !== undefined) return (sql, input) => query(sql, placed(input as never))
    const moved = storeTimes[name]
    return moved === undefined
      ? query
      : async (sql, input) => query(sql, moved(input as never, await timeOf(sql)))
  }

  const requestReads = coalescedReads(pool, isPooled)
  /** Behind a pooler the next statement may get another connection, which does not have the prepared statement. */
  const onceSql = isPooled ? undefined : new PlannedOnceSql(pool)

  const commands = Object.fromEntries(
    commandNames.map((name) => [name, (input: never) => batches.run({ name, input } as Command)]),
  ) as unknown as CommandMethods
  const eventsOf: SharedQuery = (sql, request) =>
    readEvents(sql, { openTransactions, serviceRows }, request as EventsRequest)
  const purgeBy = deadlinesBy === 'database' ? purgeInDatabaseTime : purge

  return {
    ...methodsFor(reads, (query, name, input) =>
      read(pool, (sql) => timed(query, name)(sql, ...input), ofRequests.has(name) ? requestReads : undefined),
    ),
    ...(deadlinesBy === 'database' ? dueOn(pool, onceSql) : {}),
    ...methodsFor(writes, (query, name, input) =>
      transaction(pool, (sql) => timed(query, name)(sql, ...input)),
    ),
    ...methodsFor(pageReads, (query, _, input) =>
      snapshot(longPool, (sql) => query(sql, ...input), pageSettings),
    ),
    ...methodsFor(longReads, (query, _, input) => snapshot(longPool, (sql) => query(sql, ...input))),
    ...nodeStore(pool, nodeId),
    ...commands,
    watchPhones: changes.watch,
    isShared: true,
    waitedMs: () => batches.waitedMs,
    async heartbeat(at) {
      await fullDisk.check(pool)
      return transaction(pool, async (sql) => {
        await heartbeat(sql, at)
        return deadlinesBy === 'database' ? timeOf(sql) : at
      })
    },
    readEvents: (request) =>
      transaction(pool, (sql) => timed(eventsOf, 'readEvents')(sql, request), {
        settings: pageSettings,
      }) as Promise<EventsRead>,
    perform: (request) =>
      transaction(pool, (sql) => perform(sql, accountLedgerOf(sql, deadlinesBy), request)),
    callPage: (filter) => snapshot(longPool, (sql) => callPage(sql, filter, serviceRows)),
    listPage: (filter) => snapshot(longPool, (sql) => listPage(sql, filter, serviceRows)),
    findCalls: (search) => snapshot(longPool, (sql) => findCalls(sql, search, { flushedIds, uniqueOwners })),
    async digest(request) {
      const counted = await transaction(longPool, (sql) => digest(sql, request))
      return counted === 'busy' ? 0 : counted
    },
    erasePhone: (phoneHash) =>
      transaction(longPool, async (sql) => {
        const records = await callsOfPhone(sql, phoneHash)
        // No other node may overwrite the counts with values that it read before.
        await lockDigest(sql)
        return erasePhone(sql, {
          phoneHash,
          vendorIds: records.map(({ vendorId }) => vendorId),
        })
      }),
    eraseCalls: (request) =>
      transaction(longPool, async (sql) => {
        await lockDigest(sql)
        await eraseCalls(sql, request)
      }),
    finishSnapshot: (finished) => transaction(longPool, (sql) => finishSnapshot(sql, finished)),
    purge: (request) => transaction(longPool, (sql) => purgeBy(sql, request)),
    // Nothing to move: deadlines are already in the database's time.
    moveDeadlines: async () => {},
    maintain: maintenanceOf(longPool, filters),
    alone: (name, work) => alone(longPool, name, work),
    async backup() {
      throw new StorageError(
        'The database is PostgreSQL: back it up there, with pg_dump or what your provider offers (docs/scale.md).',
      )
    },
    async close() {
      await batches.close()
      await Promise.all([endWithin(pool, closePatienceMs), endWithin(longPool, closePatienceMs)])
    },
  }
}
