import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StorageError } from '../storage-error.ts'
import { metaIn, openForReading } from './connection.ts'

/**
 * Refuses to start an installation that was moved: two installations with the same keys and balances would both charge.
 */
export function refuseMovedAway(file: string): void {
  const to = movedTo(file)
  if (to === undefined) return
  throw new StorageError(
    `This installation was moved to PostgreSQL (${to}): set RINGKEY_DATABASE_URL. ` +
      '"ringkey move --reopen" opens the old database anyway, without the changes made since the move.',
  )
}

/** Where the installation of this file is now; undefined when it was not moved. */
function movedTo(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  using database = openForReading(file)
  return metaIn(database, 'moved_to')
}

/** Returns true when it had been moved. */
export function reopenMovedAway(file: string): boolean {
  if (movedTo(file) === undefined) return false
  using database = new DatabaseSync(file)
  database.exec("DELETE FROM meta WHERE name = 'moved_to'")
  return true
}
