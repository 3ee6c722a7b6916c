import { setTimeout as sleep } from 'node:timers/promises'
import type { LedgerEntry } from '../../books/ledger.ts'
import type { Pool } from './connection.ts'

/** How long a client waits for the outcome of its commit, with everything that the look-up needs. */
const lookUpTimeoutMs = 2_000
const lookPeriodMs = 250
/** Afterwards the outcome of a charge is looked for once a second. */
const laterLooks = 180
const laterPeriodMs = 1_000
/** Batches with charges whose outcome is looked for at the same time. */
const maxLost = 100

export interface LostCommit {
  /** The transaction's id. */
  readonly xact: string
  readonly writes: {
    readonly verifications: readonly { readonly vendorId: number }[]
    readonly entries: readonly LedgerEntry[]
  }
}

export type GiveBack = (request: { accountId: number; amountUnits: number; note: string }) => Promise<unknown>

/**
 * Finds out what became of commits whose answer was lost: PostgreSQL knows the outcome of every recent transaction by
 * its id. Found in time, it counts as if the answer had come. Found too late, its client was told 503: a verification
 * then fails at its deadline and its money returns. Its idempotency key stays taken, because another node may have
 * replayed it already. A charge has no deadline, so it is given back as soon as it is known to be stored.
 */
export class LostCommits {
  readonly #pool: Pool
  readonly #giveBack: GiveBack
  readonly #later = new Set<Promise<void>>()
  readonly #closing = new AbortController()

  constructor(pool: Pool, giveBack: GiveBack) {
    this.#pool = pool
    this.#giveBack = giveBack
  }

  async resolve(lost: LostCommit): Promise<'committed' | 'aborted' | 'unknown'> {
    const overdue = new AbortController()
    const timedOut = sleep(lookUpTimeoutMs, 'unknown' as const, { signal: overdue.signal })
    timedOut.catch(() => {})
    const found = await Promise.race([this.#look(lost, overdue.signal), timedOut])
    overdue.abort()
    if (found === 'unknown') this.#giveBackLater(lost)
    return found
  }

  /** What is still unknown is looked up a last time. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#later)
  }

  async #look(lost: LostCommit, overdue: AbortSignal): Promise<'committed' | 'aborted' | 'unknown'> {
    while (!overdue.aborted) {
      const status = await this.#statusOf(lost)
      if (status === 'committed' || status === 'aborted') return status
      await sleep(lookPeriodMs)
    }
    return 'unknown'
  }

  #giveBackLater(lost: LostCommit): void {
    const charges = lost.writes.entries.filter(({ kind }) => kind === 'charge')
    if (charges.length === 0 || this.#later.size >= maxLost) return
    const later = this.#giveBackWhenKnown(lost, charges).finally(() => this.#later.delete(later))
    this.#later.add(later)
  }

  async #giveBackWhenKnown(lost: LostCommit, charges: LedgerEntry[]): Promise<void> {
    for (let look = 1; look <= laterLooks; look++) {
      const isLast = this.#closing.signal.aborted
      const status = await this.#statusOf(lost)
      if (status === 'aborted') return
      try {
        if (status === 'committed') return await this.#giveBackAll(charges)
      } catch {
        // The database went away again: the next look goes on with the charges that are left.
      }
      if (isLast) return
      await sleep(laterPeriodMs, undefined, { signal: this.#closing.signal }).catch(() => {})
    }
  }

  async #giveBackAll(charges: LedgerEntry[]): Promise<void> {
    // Taken off the list first: the answer to a give-back may be lost too, and none is made twice.
    for (let charge = charges.shift(); charge !== undefined; charge = charges.shift()) {
      const { accountId, amountUnits, note } = charge
      await this.#giveBack({ accountId, amountUnits: -amountUnits, note: `${note} (answer lost)` })
    }
  }

  /** A server that fell behind another (a failover that lost the newest commits) does not know the transaction. */
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
