import { DatabaseSync } from 'node:sqlite'
import { type Migration, migrations } from '../migrations.ts'
import {
  markingSql,
  newestVersion,
  pendingMigrations,
  readMark,
  requireUsable,
  type SchemaMark,
  schemaMeta,
} from '../schema-state.ts'
import { StorageError } from '../storage-error.ts'
import { inSqlite } from './in-sqlite.ts'
import { emptyLeftLog, LogSize } from './log-size.ts'

export { StorageError }

/** Commands of the `ringkey` tool write beside the service. Each waits up to this long for the write lock. */
const busyTimeoutMs = 5_000
/** A larger cache is not faster: random reads miss any cache, and a commit may have to walk through all of it. */
const cacheKiB = 16 * 1024

/** Opens for writing, migrates the schema and checks that commits are durable. */
export function openForWriting(file: string, list: readonly Migration[] = migrations): DatabaseSync {
  return withRoom(file, () => {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
    try {
      // Before anything is written: `journal_mode` is stored in the file.
      requireUsable(file, schemaMarkOf(database), newestVersion(list))
      requirePragma(database, 'journal_mode', 'wal')
      requirePragma(database, 'synchronous', 'FULL', 2)
      // Zeroes deleted and replaced data, also on free pages. Calls cost the same with and without it, within 5 %.
      requirePragma(database, 'secure_delete', 'ON', 1)
      database.exec(`PRAGMA cache_size = -${cacheKiB}`)
      new LogSize(database, file).keep()
      migrate(database, file, list)
      return database
    } catch (error) {
      database.close()
      throw error
    }
  })
}

/** Opens a connection beside the writer. Readers see committed data and never wait. */
export function openForReading(file: string): DatabaseSync {
  return opening(file, () => {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly: true })
    database.exec(`PRAGMA cache_size = -${cacheKiB}`)
    return database
  })
}

/** A log that was left behind may be what fills the disk. */
function withRoom(file: string, open: () => DatabaseSync): DatabaseSync {
  try {
    return open()
  } catch (error) {
    if (!noRoom.has(sqliteCode(error))) throw explained(error, file)
  }
  return opening(file, () => {
    emptyLeftLog(file)
    return open()
  })
}

function opening(file: string, open: () => DatabaseSync): DatabaseSync {
  try {
    return open()
  } catch (error) {
    throw explained(error, file)
  }
}

const explained = (error: unknown, file: string) =>
  error instanceof StorageError ? error : new StorageError(explain(error, file), { cause: error })

function requirePragma(
  database: DatabaseSync,
  name: string,
  wanted: string,
  reads: string | number = wanted,
): void {
  database.exec(`PRAGMA ${name} = ${wanted}`)
  const now = Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
  if (now !== reads) {
    throw new StorageError(
      `SQLite refuses ${name} = ${wanted} (it stays ${now}), which Ringkey needs to keep its promises. ` +
        'Put the data folder on a local disk.',
    )
  }
}

function migrate(database: DatabaseSync, file: string, list: readonly Migration[]): void {
  const known = newestVersion(list)
  if (versionOf(database) >= known) return
  database.exec('BEGIN IMMEDIATE')
  try {
    const mark = schemaMarkOf(database)
    // Another program may have migrated it meanwhile.
    requireUsable(file, mark, known)
    const pending = pendingMigrations(mark.version, list)
    for (const { migration } of pending) database.exec(inSqlite(migration))
    if (pending.length > 0) database.exec(`${markingSql(list)} PRAGMA user_version = ${known}`)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** True when the database was made by an older Ringkey. The next connection for writing migrates it. */
export function isOutdated(file: string): boolean {
  using database = openForReading(file)
  return versionOf(database) < newestVersion()
}

/** An entry of `meta`; undefined in an empty database too. */
export function metaIn(database: DatabaseSync, name: string): string | undefined {
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() === undefined)
    return undefined
  const row = database.prepare('SELECT value FROM meta WHERE name = ?').get(name)
  return row === undefined ? undefined : String(row.value)
}

/** The version of the schema; 0 for an empty database. */
export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version)
}

export const schemaMarkOf = (database: DatabaseSync): SchemaMark =>
  readMark(versionOf(database), metaIn(database, schemaMeta))

/** Advice for SQLite's primary result codes that an operator can do something about. */
const advice: Readonly<Record<number, string>> = {
  5: 'another program has locked the database for too long',
  8: 'the disk or the file is read-only: make the data folder writable for this user',
  10: 'the disk reports an error: check the disk, then start again; nothing unfinished was kept',
  11: 'the file is damaged: restore a backup (see docs/install.md)',
  13: 'the disk is full: free some space',
  14: 'the file cannot be opened: check that the folder exists and that this user may write there',
  26: 'the file is not a Ringkey database',
}

export function sqliteCode(error: unknown): number {
  const code = (error as { errcode?: unknown }).errcode
  return typeof code === 'number' ? code & 0xff : 0
}

export const diskFull = 13
/** What a start on a full disk gets: the index of the log cannot be made, or a page cannot be written. */
const noRoom: ReadonlySet<number> = new Set([10, diskFull, 14])

export function explain(error: unknown, file: string): string {
  const hint = advice[sqliteCode(error)]
  const message = error instanceof Error ? error.message : String(error)
  return `${file}: ${hint ?? message}${hint === undefined ? '' : ` (SQLite: ${message})`}`
}
