import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { explain, StorageError, sqliteCode } from './connection.ts'

const busy = 5
/**
 * A command that checks the lock takes a shared lock for a moment. A service that starts at that moment waits this
 * long.
 */
const patienceMs = 500

/**
 * Allows one service on a data folder. It is a lock of the operating system (an exclusive SQLite transaction on a file
 * of its own), so it ends with the process, even after a crash.
 */
export function lockFolder(file: string, folder: string): Disposable & { release(): void } {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: patienceMs })
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    if (sqliteCode(error) === busy) {
      throw new StorageError(
        `The data folder ${folder} is in use by another Ringkey service. ` +
          'Stop it first, or set RINGKEY_DATA to another folder.',
      )
    }
    throw new StorageError(explain(error, file), { cause: error })
  }
  const release = () => database.close()
  return { release, [Symbol.dispose]: release }
}

/** Whether a service holds the lock now. */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    using database = new DatabaseSync(file, { timeout: 0, readOnly: true })
    database.exec('SELECT count(*) FROM sqlite_master')
    return false
  } catch (error) {
    if (sqliteCode(error) === busy) return true
    throw new StorageError(explain(error, file), { cause: error })
  }
}
