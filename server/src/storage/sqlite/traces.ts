import type { DatabaseSync } from 'node:sqlite'
import { stopwatchMs } from '../../platform/system-clock.ts'

/**
 * A rewrite takes about 9 ms of CPU time a MiB, and the writers wait meanwhile: about a second at this size. A larger
 * file is not rewritten.
 */
const maxRewrittenBytes = 128 * 1024 * 1024
/** Writers wait at most this long when a reader keeps the log from being emptied. */
const readerWaitMs = 20
/** A failed try also writes the log into the file, which costs a sync. */
const retryAfterMs = 200

/**
 * Removes the copies of erased data that the file and its log still hold. `secure_delete` zeroes the row itself, but
 * when SQLite moves rows between pages it leaves the old bytes in the unused part of a page: of 570 numbers erased
 * among 30,000 calls, 12 could still be found. Rewriting the file removes them all. The log keeps earlier versions of
 * whole pages until it is emptied.
 */
export class Traces {
  readonly #database: DatabaseSync
  #fileHasSome = false
  #logHasSome = false
  #triedAtMs = -retryAfterMs

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Call it in the transaction that erases. */
  note(): void {
    this.#triedAtMs = -retryAfterMs
    this.#fileHasSome = true
    this.#logHasSome = true
  }

  get areGone(): boolean {
    return !this.#logHasSome
  }

  /** Call it outside of transactions, repeatedly until nothing is left. */
  remove(): void {
    if (!this.#logHasSome || stopwatchMs() - this.#triedAtMs < retryAfterMs) return
    try {
      if (this.#fileHasSome && this.#fileBytes() <= maxRewrittenBytes) this.#database.exec('VACUUM')
      this.#fileHasSome = false
      this.#logHasSome = !this.#emptyLog()
    } catch {
      // Another process writes, or the disk is full: try again later.
    }
    this.#triedAtMs = stopwatchMs()
  }

  #emptyLog(): boolean {
    const timeout = this.#database.prepare('PRAGMA busy_timeout').get()?.timeout
    this.#database.exec(`PRAGMA busy_timeout = ${readerWaitMs}`)
    try {
      return this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${timeout}`)
    }
  }

  #fileBytes(): number {
    const row = this.#database
      .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
      .get()
    return Number(row?.bytes)
  }
}
