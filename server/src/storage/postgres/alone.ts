import { hash48 } from '../key-hash.ts'
import type { Pool } from './connection.ts'
import { transaction } from './transaction.ts'

/**
 * Longer than any work done under this lock. The transaction is idle meanwhile, so a node that hangs loses the lock
 * after this time.
 */
const workTimeoutMs = 30_000
/** How long to wait for the lock. Longer than a node that hangs can keep it. */
const patienceMs = 35_000

/**
 * Runs `work` on one node at a time. The lock belongs to a transaction: it works behind a pooler and ends when its node
 * dies.
 */
export async function alone<T>(pool: Pool, name: string, work: () => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined
  await transaction(
    pool,
    async (sql) => {
      await sql.get`SELECT pg_advisory_xact_lock(${hash48(`alone ${name}`)})`
      result ??= { value: await work() }
    },
    { idleTimeoutMs: workTimeoutMs, lockTimeoutMs: patienceMs },
  )
  return result!.value
}
