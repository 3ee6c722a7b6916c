import pg from 'pg'
import { pendingSteps, type SchemaState } from '../schema-state.ts'
import { StorageError } from '../storage-error.ts'
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
    const there = await client.query(
      "SELECT to_regclass('ringkey_schema') IS NOT NULL AS schema, to_regclass('meta') IS NOT NULL AS meta",
    )
    const { schema, meta } = there.rows[0]
    const version = schema
      ? Number(
          (await client.query('SELECT max(version) AS version FROM ringkey_schema')).rows[0].version ?? 0,
        )
      : 0
    const release = meta
      ? (await client.query("SELECT value FROM meta WHERE name = 'release'")).rows[0]?.value
      : undefined
    return { version, known: migrations.length, pending: pendingSteps(version, stepTexts()), release }
  } catch (error) {
    throw new StorageError(`PostgreSQL cannot be used: ${(error as Error).message}`, { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

/** An index that is built beside running nodes counts as a statement of its step. */
function stepTexts(): string[] {
  return migrations.map((step) =>
    typeof step === 'string'
      ? step
      : [
          ...step.indexes.map(({ name, table, on }) => `CREATE INDEX ${name} ON ${table} ${on};`),
          step.sql,
        ].join('\n'),
  )
}
