import { DatabaseSync } from 'node:sqlite'

/**
 * A lock file that the kernel releases when its holder ends, even after a crash: an exclusive lock on an empty SQLite
 * file. A file with a process id would remain after a crash. It would then have to be detected as stale, which two new
 * processes can do at the same time.
 */
export interface ExclusiveLock {
  release(): void
}

const sqliteBusy = 5

/** Undefined when another process holds it. */
export function takeLock(path: string): ExclusiveLock | undefined {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    database.close()
    if ((cause as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw cause
  }
  return { release: () => database.close() }
}
