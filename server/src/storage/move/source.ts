import type { DatabaseSync } from 'node:sqlite'
import type { PhoneLimitRules } from '../../books/number-limit.ts'
import type { SqlValue } from '../sql.ts'
import { explain, metaIn, openForWriting, StorageError } from '../sqlite/connection.ts'
import { Transaction } from '../sqlite/transaction.ts'

export interface SourceTable {
  readonly name: string
  readonly columns: readonly string[]
  /** The columns of its primary key, in their order. */
  readonly key: readonly string[]
  /** Tables whose rows have to exist before the rows of this one. */
  readonly after: readonly string[]
}

/**
 * The embedded database under a write lock: until it is released nobody else can write to it, but everybody can read.
 */
export interface Source extends Disposable {
  readonly database: DatabaseSync
  readonly tables: readonly SourceTable[]
  /** Stores the fingerprint if it is missing: an installation that was not opened since fingerprints exist has none. */
  keepFingerprint(fingerprint: string): void
  /** Stores where the installation is now; a service that is started here afterwards reads it and refuses to start. */
  markMoved(to: string): void
}

export function openSource(file: string, numberLimits: PhoneLimitRules): Source {
  // Opened for writing, because an installation that was not started since an update still has the old tables.
  const database = openForWriting(file)
  try {
    database.exec('BEGIN IMMEDIATE')
    fileNewest(database, numberLimits)
  } catch (error) {
    database.close()
    throw new StorageError(explain(error, file), { cause: error })
  }
  return {
    database,
    tables: inOrder(tablesOf(database)),
    keepFingerprint(fingerprint) {
      database.prepare("INSERT OR IGNORE INTO meta VALUES ('secret_fingerprint', ?)").run(fingerprint)
    },
    markMoved(to) {
      database.prepare("INSERT OR REPLACE INTO meta VALUES ('moved_to', ?)").run(to)
      database.exec('COMMIT')
    },
    [Symbol.dispose]() {
      if (database.isTransaction) database.exec('ROLLBACK')
      database.close()
    },
  }
}

/** Files the limits of the newest calls: after a crash they are not in their table yet. */
function fileNewest(database: DatabaseSync, numberLimits: PhoneLimitRules): void {
  const tx = new Transaction(database, numberLimits)
  tx.recent.flushAll()
  tx.keys.flush()
  const { clockJumpsMs } = tx.recent
  if (clockJumpsMs === 0) return
  // The embedded store keeps limits in steady time, PostgreSQL in its own.
  tx.run`UPDATE number_limits SET calls = (SELECT json_group_array(value + ${clockJumpsMs}) FROM json_each(calls)),
    blocked_until = CASE WHEN blocked_until = 0 THEN 0 ELSE blocked_until + ${clockJumpsMs} END,
    ends_at = ends_at + ${clockJumpsMs}`
}

function tablesOf(database: DatabaseSync): SourceTable[] {
  const names = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .all()
  return names.map((row) => {
    const name = String(row.name)
    const columns = database.prepare(`SELECT name, pk FROM pragma_table_info('${name}') ORDER BY cid`).all()
    const key = columns
      .filter(({ pk }) => Number(pk) > 0)
      .sort((left, right) => Number(left.pk) - Number(right.pk))
    const references = database
      .prepare(`SELECT DISTINCT "table" AS name FROM pragma_foreign_key_list('${name}')`)
      .all()
    return {
      name,
      columns: columns.map((column) => String(column.name)),
      key: key.map((column) => String(column.name)),
      after: references.map((reference) => String(reference.name)).filter((other) => other !== name),
    }
  })
}

/** Sorts tables so that those that others refer to come first. */
function inOrder(tables: readonly SourceTable[]): SourceTable[] {
  const sorted = new Map<string, SourceTable>()
  const byName = new Map(tables.map((table) => [table.name, table]))
  const visit = (table: SourceTable) => {
    if (sorted.has(table.name)) return
    for (const name of table.after) visit(byName.get(name)!)
    sorted.set(table.name, table)
  }
  tables.forEach(visit)
  return [...sorted.values()]
}

/** The highest id that AUTOINCREMENT has ever given in a table; its row may have been deleted since. */
export function highestGiven(database: DatabaseSync, table: string): number {
  const row = database.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table)
  return Number(row?.seq ?? 0)
}

export interface VendorSpan {
  /** The id that the next call would have got. */
  readonly nextId: number
  /** The oldest stored call; undefined when there is none. */
  readonly first: { readonly vendorId: number; readonly startedAt: number } | undefined
  readonly lastStartedAt: number
}

export function vendorSpan(database: DatabaseSync): VendorSpan {
  const end = (order: 'ASC' | 'DESC') =>
    database.prepare(`SELECT vendor_id, started_at FROM calls ORDER BY vendor_id ${order} LIMIT 1`).get()
  const [first, last] = [end('ASC'), end('DESC')]
  return {
    nextId: Math.max(Number(last?.vendor_id ?? 0) + 1, Number(metaIn(database, 'vendor_id_floor') ?? 0)),
    first: first && { vendorId: Number(first.vendor_id), startedAt: Number(first.started_at) },
    lastStartedAt: Number(last?.started_at ?? 0),
  }
}

export type SourceRow = Readonly<Record<string, SqlValue>>
