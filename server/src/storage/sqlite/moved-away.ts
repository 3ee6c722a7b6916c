import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StorageError } from '../storage-error.ts'
import { openForReading } from './connection.ts'

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
  const database = openForReading(file)
  try {
    const hasMeta = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== undefined
    const row = hasMeta ? database.prepare("SELECT value FROM meta WHERE name = 'moved_to'").get() : undefined
    return row === undefined ? undefined : String(row.value)
  } finally {
    database.close()
  }
}

/** Returns true when it had been moved. */
export function reopenMovedAway(file: string): boolean {
  if (movedTo(file) === undefined) return false
  const database = new DatabaseSync(file)
  try {
    database.exec("DELETE FROM meta WHERE name = 'moved_to'")
    return true
  } finally {
    database.close()
  }
}
