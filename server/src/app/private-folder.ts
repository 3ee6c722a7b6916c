import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError } from '../storage/sqlite/connection.ts'

const others = 0o077
/** What holds secrets or personal data in a data folder. */
const ownFile = /^(ringkey\.db.*|secret\.key|first-run\.json(\.new)?)$/

/**
 * Makes the data folder for this user alone and takes the rights of others away from what is there already. The paths
 * that were changed; a StorageError where that cannot be done.
 */
export function makePrivateFolder(folder: string): string[] {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StorageError(`The data folder ${folder} cannot be made: ${(error as Error).message}`)
  }
  const names = readdirSync(folder)
  const own = names.filter((name) => ownFile.test(name))
  // A folder with the files of somebody else, such as a home folder, is not ours to close; our files are.
  const isOurs = names.length === 0 || own.length > 0
  return [...(isOurs ? [folder] : []), ...own.map((name) => join(folder, name))].filter(tighten)
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

/** Undefined for what has gone meanwhile: SQLite removes its log files when the last user closes. */
function modeOf(path: string): number | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && stat.mode & 0o777
}
