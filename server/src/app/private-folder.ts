import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError } from '../storage/sqlite/connection.ts'

const others = 0o077
/** The files with secrets or personal data in a data folder. */
const ownFile = /^(ringkey\.db.*|secret\.key|first-run\.json(\.new)?)$/

/**
 * Creates the data folder for this user alone and removes the permissions of others from existing files. Returns the
 * changed paths; throws a StorageError when that is not possible.
 */
export function makePrivateFolder(folder: string): string[] {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StorageError(`The data folder ${folder} cannot be made: ${(error as Error).message}`)
  }
  const names = namesIn(folder)
  const own = names.filter((name) => ownFile.test(name))
  // A folder with other files, such as a home folder, keeps its permissions; only our files are closed.
  const isOurs = names.length === 0 || own.length > 0
  return [...(isOurs ? [folder] : []), ...own.map((name) => join(folder, name))].filter(tighten)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    throw new StorageError(`The data folder ${folder} cannot be read: ${(error as Error).message}`)
  }
}

function tighten(path: string): boolean {
  const mode = modeOf(path)
  if (mode === undefined || (mode & others) === 0) return false
  try {
    chmodSync(path, mode & ~others)
  } catch (error) {
    throw new StorageError(
      `${path} can be read by others (mode ${mode.toString(8)}) and that cannot be changed: ` +
        `${(error as Error).message}. Run "chmod go= ${path}" as its owner.`,
    )
  }
  return true
}

/**
 * Undefined for a file that was removed in the meantime: SQLite deletes its log files when the last user closes. Of a file
 * that cannot be looked at, whoever reads it says why.
 */
function modeOf(path: string): number | undefined {
  try {
    return statSync(path).mode & 0o777
  } catch {
    return undefined
  }
}
