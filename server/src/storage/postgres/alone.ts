import { hash48 } from '../key-place.ts'
import type { Pool } from './connection.ts'
import { transaction } from './transaction.ts'

/** Longer than any such work takes. The transaction is idle meanwhile; a node that hangs loses the lock after this time. */
const workTimeoutMs = 30_000
/** Longer than a node that hangs may keep the lock. */
const patienceMs = 35_000

/** The lock is a transaction's, so it also works behind a pooler and ends with the node that holds it. */
export async function alone<T>(pool: Pool, name: string, work: () => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined
  await transaction(
    pool,
    async (sql) => {
      await sql.get('SELECT pg_advisory_xact_lock($1)', hash48(`alone ${name}`))
      result ??= { value: await work() }
    },
    { idleTimeoutMs: workTimeoutMs, lockTimeoutMs: patienceMs },
  )
  return result!.value
}
