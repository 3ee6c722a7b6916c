import { newestVersion, pendingMigrations, type SchemaState, wordsOfMigration } from '../schema-state.ts'
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
      known: newestVersion(migrations),
      pending: pendingMigrations(version, migrations).map(({ version: made, migration }) => ({
        version: made,
        does: wordsOfMigration(migration),
      })),
      release: row === undefined ? undefined : String(row.value),
    }
  } finally {
    database.close()
  }
}
