import type { DatabaseSync } from 'node:sqlite'
import { keyHashOf } from '../key-hash.ts'
import type { SqlValue } from '../sql.ts'
import { StorageError } from '../storage-error.ts'
import type { Source, SourceRow, SourceTable } from './source.ts'

/** One table of the target, with how its rows are read from the source, in the order of their key. */
export interface CopiedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
  /** Whether our rows replace those that the new database already has. */
  readonly replaces: boolean
  /** Reads of the target see only these rows. */
  readonly only: string
  count(): number
  read(after: readonly SqlValue[] | undefined, limit: number): SourceRow[]
}

/** Tables of the embedded store that are not copied, each with its reason. */
export const tablesNotCopied: ReadonlyMap<string, string> = new Map([
  ['key_generations', 'counts the tables of idempotency keys; PostgreSQL has one table in partitions'],
  ['key_filters', 'filters over the idempotency keys of the embedded store'],
  ['key_flush', 'how far the embedded store has flushed its keys and limits'],
  ['nodes', 'names the one node of the embedded store; the nodes of the new database add themselves'],
  ['leases', 'are held by running nodes'],
  ['alarm_nodes', 'which running nodes see an alarm'],
  ['share_board', 'the agreement of running nodes, which starts again'],
  ['short_calls', 'counters of the hour, for running nodes'],
])
/** These tables appear as idempotency keys grow; their keys are copied as `unique_keys`. */
const generation = /^unique_keys_\d+$/

/** Entries of `meta` that are not copied, each with its reason. */
export const metaNotCopied: ReadonlyMap<string, string> = new Map([
  ['vendor_id_floor', 'the sequence vendor_ids continues from there'],
  ['heartbeat', 'proves that the disk of the embedded store can be written'],
  ['last_purge_at', 'limits the clock of the embedded store; PostgreSQL purges by its own time'],
  ['no_clock_step_since', 'as above'],
  ['clock', 'how the machine of the embedded store counted time'],
  ['last_audit', 'when the database was audited, for its nodes'],
  ['moved_to', 'where the installation of the embedded store is now'],
  ['move_completed_at', 'marks in PostgreSQL that this move has ended'],
])

export function planOf(source: Source, targetColumns: ReadonlyMap<string, readonly string[]>) {
  const plain = source.tables
    .filter(({ name }) => !tablesNotCopied.has(name) && !generation.test(name))
    .map((table) => plainTable(source.database, table))
  const plan = [...plain, uniqueKeys(source.database)]
  for (const { name, columns } of plan) {
    const there = targetColumns.get(name)
    const missing =
      there === undefined ? ['the table itself'] : columns.filter((column) => !there.includes(column))
    if (missing.length > 0) {
      throw new StorageError(`The table ${name} cannot be copied: PostgreSQL lacks ${missing.join(', ')}.`)
    }
  }
  return plan
}

function plainTable(database: DatabaseSync, { name, columns, key }: SourceTable): CopiedTable {
  if (key.length === 0) throw new StorageError(`The table ${name} cannot be copied: it has no primary key.`)
  const isMeta = name === 'meta'
  const only = isMeta
    ? `name NOT IN (${[...metaNotCopied.keys()].map((each) => `'${each}'`).join(', ')})`
    : 'true'
  const list = columns.join(', ')
  const order = key.join(', ')
  const first = database.prepare(`SELECT ${list} FROM ${name} WHERE ${only} ORDER BY ${order} LIMIT ?`)
  const next = database.prepare(
    `SELECT ${list} FROM ${name} WHERE ${only} AND (${order}) > (${key.map(() => '?').join(', ')})
     ORDER BY ${order} LIMIT ?`,
  )
  return {
    name,
    columns,
    key,
    replaces: isMeta,
    only,
    count: () => Number(database.prepare(`SELECT count(*) AS n FROM ${name} WHERE ${only}`).get()?.n),
    read: (after, limit) =>
      (after === undefined ? first.all(limit) : next.all(...after, limit)) as SourceRow[],
  }
}

/**
 * The embedded store moves a key to the next hash when its own is taken; PostgreSQL keeps both under one. So hashes are
 * computed again from the calls. Each call holds its key; a key without its call is not copied.
 */
function uniqueKeys(database: DatabaseSync): CopiedTable {
  const next = database.prepare(
    `SELECT vendor_id, service_id, unique_key FROM calls
     WHERE unique_key IS NOT NULL AND vendor_id > ? ORDER BY vendor_id LIMIT ?`,
  )
  const count = database.prepare('SELECT count(unique_key) AS n FROM calls')
  return {
    name: 'unique_keys',
    columns: ['key_hash', 'vendor_id'],
    key: ['vendor_id'],
    replaces: false,
    only: 'true',
    count: () => Number(count.get()?.n),
    read: (after, limit) =>
      next.all(after?.[0] ?? -1, limit).map((row) => ({
        key_hash: keyHashOf(Number(row.service_id), String(row.unique_key)),
        vendor_id: Number(row.vendor_id),
      })),
  }
}
