import { part, type Sql } from '../sql.ts'
import { deleteDeliveries } from './deliveries.ts'
import { lockVerification } from './verification-rows.ts'
import { Walk } from './verification-states.ts'

/** A verification whose creation was answered with 503 although it may be stored. */
export interface Disowning {
  readonly id: string
  readonly serviceId: number
  /** null when it was created without an idempotency key. */
  readonly keyHash: Uint8Array | null
  readonly at: number
}

/**
 * Ends a verification that nobody knows of: the answer to the commit of its creation was lost, and the client got 503.
 * Its call was never placed, and no later step may be. Its key is free again. When a repeated key was answered with it
 * meanwhile, somebody does know it, and it stays. Returns false when it is not stored.
 */
export async function disownVerification(sql: Sql, { id, serviceId, keyHash, at }: Disowning) {
  const found = await lockVerification(sql, id)
  if (found === undefined) return false
  if (found.verification.isAcknowledged) return true
  if (keyHash !== null) {
    await sql.run`DELETE FROM verification_keys
      WHERE service_id = ${serviceId} AND key_hash = ${keyHash} AND verification_id = ${id}`
  }
  const walk = new Walk(found)
  walk.take({ kind: 'disowned', at })
  // Nobody is told of it, nor may a code of it be right.
  await walk.save(sql, at, () => {}, null)
  await deleteDeliveries(sql, part`verification_id = ${id}`)
  return true
}
