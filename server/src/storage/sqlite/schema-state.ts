import { type SchemaState, schemaState } from '../schema-state.ts'
import { metaIn, openForReading, versionOf } from './connection.ts'
import { migrations } from './migrations.ts'

export function readSqliteSchema(file: string): SchemaState {
  using database = openForReading(file)
  return schemaState(versionOf(database), migrations, metaIn(database, 'release'))
}
