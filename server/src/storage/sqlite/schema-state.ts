import { pendingSteps, type SchemaState } from '../schema-state.ts'
import { openForReading, versionOf } from './connection.ts'
import { migrations } from './migrations.ts'

export function readSqliteSchema(file: string): SchemaState {
  const database = openForReading(file)
  try {
    const version = versionOf(database)
    const hasMeta = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== undefined
    const row = hasMeta ? database.prepare("SELECT value FROM meta WHERE name = 'release'").get() : undefined
    return {
      version,
      known: migrations.length,
      pending: pendingSteps(version, migrations),
      release: row === undefined ? undefined : String(row.value),
    }
  } finally {
    database.close()
  }
}
