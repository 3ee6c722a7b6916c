import { type SchemaState, schemaState } from '../schema-state.ts'
import { StorageError } from '../storage-error.ts'
import { openSession } from './connection.ts'
import { metaIn, schemaMarkOf } from './migrate.ts'

const patienceMs = 5_000

export async function readPostgresSchema(url: string): Promise<SchemaState> {
  const patience = { connectionTimeoutMillis: patienceMs, query_timeout: patienceMs }
  try {
    await using client = await openSession(url, 'upgrade-check', patience)
    const mark = await schemaMarkOf(client)
    return schemaState(mark, mark.version === 0 ? undefined : await metaIn(client, 'release'))
  } catch (error) {
    throw new StorageError(`PostgreSQL cannot be used: ${(error as Error).message}`, { cause: error })
  }
}
