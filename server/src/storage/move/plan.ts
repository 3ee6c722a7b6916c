import type { DatabaseSync } from 'node:sqlite'
import { placeOf } from '../key-place.ts'
import type { SqlValue } from '../sql.ts'
import { StorageError } from '../storage-error.ts'
import type { Source, SourceRow, SourceTable } from './source.ts'

/** One table of the target and how its rows are read from the source, in the order of their key. */
export interface CarriedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
  /** Rows that the new database already has for itself are replaced by ours. */
  readonly replaces: boolean
  /** Reads of the target see only these rows. */
  readonly only: string
  count(): number
  read(after: readonly SqlValue[] | undefined, limit: number): SourceRow[]
}

/** Tables of the embedded store that are not carried, each with its reason. */
export const leftBehind: ReadonlyMap<string, string> = new Map([
  ['key_generations', 'counts the tables of idempotency keys, of which PostgreSQL has one in partitions'],
  ['key_filters', 'spare the embedded store look-ups in its tables of idempotency keys'],
  ['filing', 'tells how far the embedded store has come with its tables of keys and limits'],
  ['nodes', 'names the one node of the embedded store; the nodes of the new database enter themselves'],
  ['leases', 'are held by running nodes'],
  ['share_board', 'is the agreement of running nodes, which begins anew'],
  [
    'audited_accounts',
    'tells how far the auditor has come; the first audit of the new database reads every entry',
  ],
  ['audited_holds', 'is what the auditor carries forward from audit to audit, as above'],
  ['short_calls', 'counts within the hour for running nodes'],
])
/** They appear as idempotency keys grow; their keys are carried as `unique_keys`. */
const generation = /^unique_keys_\d+$/

/** Entries of `meta` that are not carried, each with its reason. */
export const metaLeftBehind: ReadonlyMap<string, string> = new Map([
  ['vendor_id_floor', 'the sequence vendor_ids goes on from there'],
  ['heartbeat', 'proves that the disk of the embedded store can be written'],
  ['last_purge_at', 'bounds the clock of the embedded store; PostgreSQL purges by its own time'],
  ['clock', 'tells how the machine of the embedded store counted time'],
  ['last_audit', 'tells the nodes of a database when it was audited'],
  ['moved_to', 'tells the embedded store itself where its installation is now'],
  ['move_completed_at', 'tells PostgreSQL that this move has ended'],
])

export function planOf(
  source: Source,
  targetColumns: ReadonlyMap<string, readonly string[]>,
): CarriedTable[] {
  const plain = source.tables
    .filter(({ name }) => !leftBehind.has(name) && !generation.test(name))
    .map((table) => plainTable(source.database, table))
  const plan = [...plain, uniqueKeys(source.database)]
  for (const { name, columns } of plan) {
    const there = targetColumns.get(name)
    const missing =
      there === undefined ? ['the table itself'] : columns.filter((column) => !there.includes(column))
    if (missing.length > 0) {
      throw new StorageError(
        `The table ${name} cannot be carried over: PostgreSQL lacks ${missing.join(', ')}.`,
      )
    }
  }
  return plan
}

function plainTable(database: DatabaseSync, { name, columns, key }: SourceTable): CarriedTable {
  if (key.length === 0)
    throw new StorageError(`The table ${name} cannot be carried over: it has no primary key.`)
  const isMeta = name === 'meta'
  const only = isMeta
    ? `name NOT IN (${[...metaLeftBehind.keys()].map((each) => `'${each}'`).join(', ')})`
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
 * The embedded store moves a key to the next place when its own is taken; PostgreSQL keeps both in one place. So
 * places are made anew, from the verifications: each holds its key, and a key without its verification is none.
 */
function uniqueKeys(database: DatabaseSync): CarriedTable {
  const next = database.prepare(
    `SELECT vendor_id, service_id, unique_key FROM verifications
     WHERE unique_key IS NOT NULL AND vendor_id > ? ORDER BY vendor_id LIMIT ?`,
  )
  const count = database.prepare('SELECT count(unique_key) AS n FROM verifications')
  return {
    name: 'unique_keys',
    columns: ['place', 'vendor_id'],
    key: ['vendor_id'],
    replaces: false,
    only: 'true',
    count: () => Number(count.get()?.n),
    read: (after, limit) =>
      next.all(after?.[0] ?? -1, limit).map((row) => ({
        place: placeOf(Number(row.service_id), String(row.unique_key)),
        vendor_id: Number(row.vendor_id),
      })),
  }
}
