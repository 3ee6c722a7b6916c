import { hash48 } from '../key-place.ts'
import type { Pool } from './connection.ts'
import { transaction } from './transaction.ts'

/** Longer than any such work takes; a node that hangs holds its lock until its connection ends. */
const patienceMs = 30_000

/** The lock is a transaction's, so it also works behind a pooler and ends with the node that holds it. */
export async function alone<T>(pool: Pool, name: string, work: () => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined
  await transaction(pool, async (sql) => {
    await sql.run(`SET LOCAL lock_timeout = ${patienceMs}`)
    await sql.get('SELECT pg_advisory_xact_lock($1)', hash48(`alone ${name}`))
    result ??= { value: await work() }
  })
  return result!.value
}
