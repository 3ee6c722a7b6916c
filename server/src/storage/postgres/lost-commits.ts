import { setTimeout as sleep } from 'node:timers/promises'
import { placeOf } from '../key-place.ts'
import type { LedgerEntry } from '../records.ts'
import type { Pool } from './connection.ts'
import { transaction } from './transaction.ts'

/** How long a client is kept waiting for the outcome of its commit: a call admitted earlier is not placed any more. */
const looks = 8
const lookPeriodMs = 250
/** Afterwards it is looked for once a second; the deadline of a minute ends the verifications whatever happens. */
const laterLooks = 180
const laterPeriodMs = 1_000
/** Batches whose outcome is looked for at the same time. */
const maxLost = 100

/** What has to be undone of a commit that nobody waited for. */
export interface UndoableWrites {
  readonly verifications: readonly { readonly vendorId: number }[]
  readonly keys: readonly { readonly serviceId: number; readonly unique: string; readonly vendorId: number }[]
  readonly entries: LedgerEntry[]
}

export interface LostCommit {
  readonly xact: string
  readonly writes: UndoableWrites
}

/** What the compensation of a commit that nobody waited for does, through the batches themselves. */
export interface Compensation {
  settleFailed(vendorId: number): Promise<unknown>
  giveBack(request: { accountId: number; amountUnits: number; note: string }): Promise<unknown>
}

/**
 * Finds out what became of commits whose answer was lost. PostgreSQL knows the outcome of every recent
 * transaction by its id. Found in time, it counts as if the answer had come. Found too late, it is undone: the
 * verifications failed and released, their keys freed, charges given back.
 */
export class LostCommits {
  readonly #pool: Pool
  readonly #compensation: Compensation
  readonly #later = new Set<Promise<void>>()
  #isClosed = false

  constructor(pool: Pool, compensation: Compensation) {
    this.#pool = pool
    this.#compensation = compensation
  }

  async resolve(lost: LostCommit): Promise<'committed' | 'aborted' | 'unknown'> {
    for (let look = 1; look <= looks; look++) {
      const status = await this.#statusOf(lost)
      if (status === 'committed' || status === 'aborted') return status
      await sleep(lookPeriodMs)
    }
    if (this.#later.size < maxLost) {
      const later = this.#undoLater(lost).finally(() => this.#later.delete(later))
      this.#later.add(later)
    }
    return 'unknown'
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#later)
  }

  async #undoLater(lost: LostCommit): Promise<void> {
    for (let look = 1; look <= laterLooks && !this.#isClosed; look++) {
      await sleep(laterPeriodMs)
      const status = await this.#statusOf(lost)
      if (status === 'aborted') return
      if (status !== 'committed') continue
      try {
        return await this.#undo(lost.writes)
      } catch {
        // The database went away again: the next look tries it anew, and what has been undone stays undone.
      }
    }
  }

  async #undo({ verifications, keys, entries }: UndoableWrites): Promise<void> {
    for (const { vendorId } of verifications) await this.#compensation.settleFailed(vendorId)
    await transaction(this.#pool, async (sql) => {
      for (const { serviceId, unique, vendorId } of keys) {
        await sql.run(
          'DELETE FROM unique_keys WHERE place = $1 AND vendor_id = $2',
          placeOf(serviceId, unique),
          vendorId,
        )
      }
    })
    for (const entry of entries.splice(0)) {
      if (entry.kind !== 'charge') continue
      const { accountId, amountUnits, note } = entry
      await this.#compensation.giveBack({
        accountId,
        amountUnits: -amountUnits,
        note: `${note} (answer lost)`,
      })
    }
  }

  /** A node that fell behind another (a failover that lost the newest commits) does not know the transaction. */
  async #statusOf({ xact, writes }: LostCommit): Promise<string | undefined> {
    try {
      const { rows } = await this.#pool.query(
        `SELECT pg_xact_status($1::xid8) AS status,
           (SELECT count(*) FROM verifications WHERE vendor_id = ANY ($2::bigint[]))::int AS found`,
        [xact, writes.verifications.map(({ vendorId }) => vendorId)],
      )
      const { status, found } = rows[0] as { status: string; found: number }
      return status === 'committed' && found < writes.verifications.length ? 'aborted' : status
    } catch {
      return undefined
    }
  }
}
