import { DatabaseSync } from 'node:sqlite'

/**
 * A lock file that the kernel releases when its holder ends, however it ends: an exclusive lock on an empty
 * SQLite file. A file with a process id in it outlives a crash and then has to be judged stale, which two
 * newcomers can do at once.
 */
export interface ExclusiveLock {
  release(): void
}

const sqliteBusy = 5

/** Undefined when somebody else holds it. */
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
