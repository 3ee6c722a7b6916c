import { DatabaseSync } from 'node:sqlite'
import { explain, StorageError, sqliteCode } from './connection.ts'

/**
 * One service on one data folder. The lock is the operating system's (through an exclusive SQLite
 * transaction on a file of its own), so it ends with the process, however that ends.
 */
export function lockFolder(file: string, folder: string): { release(): void } {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    const busy = 5
    if (sqliteCode(error) === busy) {
      throw new StorageError(
        `The data folder ${folder} is in use by another Ringkey service. ` +
          'Stop that one first, or give this one a folder of its own with RINGKEY_DATA.',
      )
    }
    throw new StorageError(explain(error, file), { cause: error })
  }
  return { release: () => database.close() }
}
