import { type SchemaState, schemaState } from '../schema-state.ts'
import { StorageError } from '../storage-error.ts'
import type { Migration } from './concurrent-index.ts'
import { openSession } from './connection.ts'
import { versionOf } from './migrate.ts'
import { migrations } from './migrations.ts'

const patienceMs = 5_000

export async function readPostgresSchema(url: string): Promise<SchemaState> {
  const patience = { connectionTimeoutMillis: patienceMs, query_timeout: patienceMs }
  try {
    await using client = await openSession(url, 'upgrade-check', patience)
    const version = await versionOf(client)
    const release =
      version === 0
        ? undefined
        : (await client.query("SELECT value FROM meta WHERE name = 'release'")).rows[0]?.value
    return schemaState(version, migrations.map(textOf), release)
  } catch (error) {
    throw new StorageError(`PostgreSQL cannot be used: ${(error as Error).message}`, { cause: error })
  }
}

/** An index that is built beside running nodes counts as a statement of its migration. */
function textOf({ indexes = [], sql }: Migration): string {
  return [...indexes.map(({ name, table, on }) => `CREATE INDEX ${name} ON ${table} ${on};`), sql].join('\n')
}
