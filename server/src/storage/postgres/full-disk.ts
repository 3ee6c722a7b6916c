import type { Pool } from './connection.ts'
import { transaction } from './transaction.ts'

/** SQLSTATE disk_full. */
const diskFull = '53100'
/** A megabyte in rows that are short enough not to be compressed: no free place in a table can take it. */
const probe = `CREATE TEMPORARY TABLE disk_probe ON COMMIT DROP AS
  SELECT repeat('x', 1900) AS filler FROM generate_series(1, 512)`

/**
 * On a full disk the heartbeat still succeeds: its row finds a place in a page that exists, while new calls need new
 * pages. So any statement that the server refuses for its disk makes the heartbeat fail, until a write that needs new
 * pages succeeds.
 */
export class FullDisk {
  #isSuspected = false

  watch(pool: Pool): void {
    pool.on('connect', (client) => {
      const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
      connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code === diskFull) this.#isSuspected = true
      })
    })
  }

  /** Throws while the disk is full. */
  async check(pool: Pool): Promise<void> {
    if (!this.#isSuspected) return
    await transaction(pool, async (sql) => sql.run(probe))
    this.#isSuspected = false
  }
}
