import type pg from 'pg'
import { type AddedIndex, type Migration, migrations } from '../migrations.ts'
import { nodeLeaseMs } from '../queries/nodes.ts'
import {
  firstVersion,
  markingSql,
  markOf,
  newestVersion,
  pendingMigrations,
  readMark,
  requireUsable,
  type SchemaMark,
  schemaMeta,
} from '../schema-state.ts'
import { StorageError } from '../storage-error.ts'
import { buildAtOnce, buildConcurrently, isBuilt, isEmpty } from './concurrent-index.ts'
import { openSession } from './connection.ts'
import { databaseNow } from './database-time.ts'
import { givingWay } from './give-way.ts'
import { beginAlone, lockSession, requireOwnSession, unlockSession } from './migration-lock.ts'
import { ensurePartitionsAhead } from './partitions.ts'
import { PostgresSql } from './transaction.ts'

const oldestServer = 15
/** The values of synchronous_commit with which a commit is on every disk that it has to reach. */
const durable: ReadonlySet<string> = new Set(['on', 'remote_apply'])

/** `as-set`: the operator takes synchronous_commit as the server has it, and what it may lose. */
export type CommitRule = 'strict' | 'as-set'

/**
 * Migrates the schema, once, however many nodes start at the same time. Refuses a server that could lose committed
 * data.
 */
export async function migrate(
  url: string,
  list: readonly Migration[] = migrations,
  commits: CommitRule = 'strict',
): Promise<void> {
  try {
    await using client = await openSession(url, 'migration', { keepAlive: true })
    await requireDurable(client, commits)
    if ((await usableVersion(client, list)) >= newestVersion(list)) return
    for (;;) {
      const missing = await givingWay(() => runMigrations(client, list))
      if (missing === undefined) return
      await buildMissing(client, missing)
    }
  } catch (error) {
    throw error instanceof StorageError
      ? error
      : new StorageError(`PostgreSQL cannot be used: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * Runs the remaining migrations in one transaction, up to one whose index has to be built outside of it; that index is
 * returned. The lock belongs to the transaction, so it also works behind a pooler.
 */
async function runMigrations(client: pg.Client, list: readonly Migration[]) {
  try {
    await beginAlone(client)
    const version = await usableVersion(client, list)
    await client.query('CREATE TABLE IF NOT EXISTS ringkey_schema (version integer PRIMARY KEY)')
    let missing: AddedIndex | undefined
    const pending = pendingMigrations(version, list)
    if (version >= firstVersion && markOf(list).servedFrom > version) await refuseBesideNodes(client)
    for (const { version: made, migration } of pending) {
      missing = await firstToBuild(client, migration.indexes ?? [])
      if (missing !== undefined) break
      await client.query(migration.sql)
      if (migration.own !== undefined) await client.query(migration.own.postgres)
      await client.query('INSERT INTO ringkey_schema VALUES ($1)', [made])
    }
    if (missing === undefined) {
      if (pending.length > 0) await client.query(markingSql(list))
      await ensurePartitionsAhead(new PostgresSql(client as never), 0)
    }
    await client.query('COMMIT')
    return missing
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** The first index that is missing and whose table has rows. On an empty table the index is made right away. */
async function firstToBuild(client: pg.Client, indexes: readonly AddedIndex[]) {
  for (const index of indexes) {
    if (await isBuilt(client, index)) continue
    if (!(await isEmpty(client, index.table))) return index
    await buildAtOnce(client, index)
  }
  return undefined
}

/**
 * Uses a session lock, because the build takes many transactions. When this process dies, the server finishes the
 * current statement and keeps the lock until then, so no other node repairs an index that is still being built.
 */
async function buildMissing(client: pg.Client, index: AddedIndex): Promise<void> {
  await requireOwnSession(client)
  await lockSession(client)
  try {
    await client.query('SET statement_timeout = 0')
    await buildConcurrently(client, index)
  } finally {
    await client.query('RESET ALL').catch(() => {})
    await unlockSession(client).catch(() => {})
  }
}

/** A node of the version before would write what the new schema does not take, or read it wrongly. */
async function refuseBesideNodes(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT id, version, address FROM nodes WHERE seen_at > ${databaseNow} - ${nodeLeaseMs} ORDER BY started_at`,
  )
  if (rows.length === 0) return
  const named = rows.map(({ id, version, address }) => `${address || id} (${version})`).join(', ')
  throw new StorageError(
    `The schema of this version cannot be served by the version before, of which nodes are running: ${named}. ` +
      'Stop all of them, then start this version.',
  )
}

/** Of version 0 for an empty database. */
export async function schemaMarkOf(client: pg.Client): Promise<SchemaMark> {
  const table = await client.query("SELECT to_regclass('ringkey_schema') IS NOT NULL AS there")
  if (table.rows[0]?.there !== true) return readMark(0, undefined)
  const { rows } = await client.query('SELECT max(version) AS version FROM ringkey_schema')
  const version = Number(rows[0]?.version)
  return readMark(version, version < firstVersion ? undefined : await metaIn(client, schemaMeta))
}

/** An entry of `meta`. */
export async function metaIn(client: pg.Client, name: string): Promise<string | undefined> {
  return (await client.query('SELECT value FROM meta WHERE name = $1', [name])).rows[0]?.value
}

async function usableVersion(client: pg.Client, list: readonly Migration[]): Promise<number> {
  const mark = await schemaMarkOf(client)
  requireUsable('The database', mark, newestVersion(list))
  return mark.version
}

async function requireDurable(client: pg.Client, commits: CommitRule): Promise<void> {
  const { rows } = await client.query(
    `SELECT name, setting FROM pg_settings
     WHERE name IN ('server_version_num', 'fsync', 'synchronous_commit', 'full_page_writes')`,
  )
  const settings = new Map(rows.map(({ name, setting }) => [String(name), String(setting)]))
  const major = Math.floor(Number(settings.get('server_version_num')) / 10_000)
  if (major < oldestServer) {
    throw new StorageError(`The server is PostgreSQL ${major}: expected ${oldestServer} or newer.`)
  }
  const commit = settings.get('synchronous_commit')!
  if (commits === 'strict' && !durable.has(commit)) {
    throw new StorageError(
      `The server runs with synchronous_commit = ${commit}: expected on or remote_apply, so that an answer is durable. ` +
        'RINGKEY_DATABASE_COMMIT=as-set takes it as it is (see docs/scale.md).',
    )
  }
  for (const name of ['fsync', 'full_page_writes']) {
    if (settings.get(name) === 'off') {
      throw new StorageError(
        `The server runs with ${name} = off: an answer would not be durable. Switch it on.`,
      )
    }
  }
}

/**
 * Refuses to start on half an installation, which would answer wrongly. Call it after the fingerprint was claimed
 * (move/target.ts).
 */
export async function refuseUnfinishedMove(url: string): Promise<void> {
  await using client = await openSession(url, 'start')
  const { rows } = await client.query("SELECT to_regclass('ringkey_move') IS NOT NULL AS unfinished")
  if (rows[0]?.unfinished !== true) return
  throw new StorageError(
    'An installation is being moved into this database and is not complete. ' +
      'Start "ringkey move" again on the machine where you started it: it continues where it stopped.',
  )
}
