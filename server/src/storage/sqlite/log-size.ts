import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { stopwatchMs } from '../../platform/system-clock.ts'

/** Fewer, larger checkpoints: each one costs a sync of the database file. */
const mostPages = 10_000
const leastPages = 100
const pageBytes = 4096
/** The part of the free space, its own included, that the log may take. The database file needs the rest. */
const shareOfRoom = 4
const lookEveryMs = 1_000

/** Keeps the log from taking what is left of a small disk. */
export class LogSize {
  readonly #database: DatabaseSync
  readonly #file: string
  #pages = 0
  #lookedAtMs = -lookEveryMs

  constructor(database: DatabaseSync, file: string) {
    this.#database = database
    this.#file = file
  }

  /** Call it outside of transactions. `isUrgent`: a write has just failed. */
  keep(isUrgent = false): void {
    const nowMs = stopwatchMs()
    if (!isUrgent && nowMs - this.#lookedAtMs < lookEveryMs) return
    this.#lookedAtMs = nowMs
    try {
      const { bavail, bsize } = statfsSync(dirname(this.#file))
      const logBytes = statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0
      const freeBytes = bavail * bsize
      const mostBytes = (freeBytes + logBytes) / shareOfRoom
      const pages = Math.min(mostPages, Math.max(leastPages, Math.floor(mostBytes / pageBytes)))
      if (pages !== this.#pages) this.#database.exec(`PRAGMA wal_autocheckpoint = ${pages}`)
      this.#pages = pages
      // A checkpoint leaves the file as long as it was. Its room is needed now.
      const isNeeded = logBytes > 2 * pages * pageBytes || freeBytes < pages * pageBytes
      if (isNeeded && logBytes > 0) this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // A reader uses the log, or the disk is full: try again later.
    }
  }
}

/**
 * Writes the log of a service that has ended into the file and gives its room back. No index of the log beside it is
 * needed, for which a full disk has no room.
 */
export function emptyLeftLog(file: string): void {
  using database = new DatabaseSync(file)
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA wal_checkpoint(TRUNCATE)')
}
