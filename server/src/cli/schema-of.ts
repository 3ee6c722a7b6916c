import { join, resolve } from 'node:path'
import type { Settings } from '../config/settings.ts'
import { isMissing } from '../platform/is-missing.ts'
import { readPostgresSchema } from '../storage/postgres/schema-state.ts'
import { type SchemaState, schemaState } from '../storage/schema-state.ts'
import { isOutdated, metaIn, openForReading, schemaMarkOf } from '../storage/sqlite/connection.ts'
import { isLocked } from '../storage/sqlite/folder-lock.ts'
import type { Store } from '../storage/store.ts'
import { CommandFailed } from './failures.ts'

/** Changes nothing, unlike a command that opens the installation: that brings the schema up to date. */
export async function schemaOf(settings: Settings): Promise<SchemaState> {
  if (settings.RINGKEY_DATABASE_URL !== undefined) return readPostgresSchema(settings.RINGKEY_DATABASE_URL)
  const file = join(settings.RINGKEY_DATA, 'ringkey.db')
  if (isMissing(file)) {
    throw new CommandFailed(
      `There is no installation in ${resolve(settings.RINGKEY_DATA)}. Point RINGKEY_DATA to its data folder.`,
    )
  }
  using database = openForReading(file)
  return schemaState(schemaMarkOf(database), metaIn(database, 'release'))
}

/** Opening the embedded store would change its schema under a service that is still running on the one before. */
export function refuseUnderOlderService(settings: Settings): void {
  const file = join(settings.RINGKEY_DATA, 'ringkey.db')
  if (settings.RINGKEY_DATABASE_URL !== undefined || isMissing(file)) return
  if (!isLocked(join(settings.RINGKEY_DATA, 'service.lock')) || !isOutdated(file)) return
  throw new CommandFailed(
    'The service that is running is older than this command, which would change the database under it. ' +
      'Restart the service first.',
  )
}

/** What a start would do to the schema first; undefined when the installation may be opened as it is. */
export async function schemaToMake(settings: Settings): Promise<string | undefined> {
  refuseUnderOlderService(settings)
  const { version, known } = await schemaOf(settings)
  if (version === 0) return 'the database has no tables yet'
  return version < known ? `the schema has version ${version}, this Ringkey needs ${known}` : undefined
}

/** For what has to reach all that is stored: on a newer schema it would leave out what this version does not know. */
export async function requireWholeSchema(store: Pick<Store, 'schemaAhead'>, command: string): Promise<void> {
  const ahead = await store.schemaAhead()
  if (ahead === undefined) return
  throw new CommandFailed(
    `ringkey ${command} has to reach everything that is stored, and this version knows a part of it: the database has ` +
      `version ${ahead.version}, made by a newer Ringkey. Use the command of that version.`,
  )
}
