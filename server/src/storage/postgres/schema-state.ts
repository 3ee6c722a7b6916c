import pg from 'pg'
import { newestVersion, pendingMigrations, type SchemaState, wordsOfMigration } from '../schema-state.ts'
import { StorageError } from '../storage-error.ts'
import type { Migration } from './concurrent-index.ts'
import { versionOf } from './migrate.ts'
import { migrations } from './migrations.ts'

const patienceMs = 5_000

export async function readPostgresSchema(url: string): Promise<SchemaState> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ringkey upgrade-check',
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const version = await versionOf(client)
    const release =
      version === 0
        ? undefined
        : (await client.query("SELECT value FROM meta WHERE name = 'release'")).rows[0]?.value
    return {
      version,
      known: newestVersion(migrations),
      pending: pendingMigrations(version, migrations).map(({ version: made, migration }) => ({
        version: made,
        does: wordsOfMigration(textOf(migration)),
      })),
      release,
    }
  } catch (error) {
    throw new StorageError(`PostgreSQL cannot be used: ${(error as Error).message}`, { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

/** An index that is built beside running nodes counts as a statement of its migration. */
function textOf({ indexes = [], sql }: Migration): string {
  return [...indexes.map(({ name, table, on }) => `CREATE INDEX ${name} ON ${table} ${on};`), sql].join('\n')
}
