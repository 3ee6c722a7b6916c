import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from './connection.ts'

/** How long a client waits for the outcome of its commit, including the connection and statements of the look-up. */
const lookUpTimeoutMs = 2_000
const lookPeriodMs = 250

export type LostCommits = ReturnType<typeof lostCommits>

export interface LostCommit {
  /** The transaction's id. */
  readonly xact: string
  readonly newCalls: readonly number[]
}

/**
 * Looks up the outcome of commits whose answer was lost: PostgreSQL knows the outcome of every recent transaction by
 * its id. An outcome that is found in time counts as the answer. If it is found too late, the client has already
 * received 503; money that the request holds is then returned at its deadline. Its idempotency key stays taken, because
 * another node may have replayed it already.
 */
export function lostCommits(pool: Pool) {
  /** A committed transaction whose rows are missing counts as aborted: a failover may have lost the newest commits. */
  const statusOf = async ({ xact, newCalls }: LostCommit): Promise<string | undefined> => {
    try {
      const { rows } = await pool.query(
        `SELECT pg_xact_status($1::xid8) AS status,
           (SELECT count(*) FROM calls WHERE vendor_id = ANY ($2::bigint[]))::int AS found`,
        [xact, newCalls],
      )
      const { status, found } = rows[0] as { status: string; found: number }
      return status === 'committed' && found < newCalls.length ? 'aborted' : status
    } catch {
      return undefined
    }
  }
  return {
    async resolve(lost: LostCommit): Promise<'committed' | 'aborted' | 'unknown'> {
      const overdue = new AbortController()
      const look = async () => {
        while (!overdue.signal.aborted) {
          const status = await statusOf(lost)
          if (status === 'committed' || status === 'aborted') return status
          await sleep(lookPeriodMs)
        }
        return 'unknown'
      }
      const timedOut = sleep(lookUpTimeoutMs, 'unknown' as const, { signal: overdue.signal })
      timedOut.catch(() => {})
      const found = await Promise.race([look(), timedOut])
      overdue.abort()
      return found
    },
  }
}
