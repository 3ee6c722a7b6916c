import type { NumberPlace, NumberWalk } from '../../books/number-limit.ts'
import type { Sql } from '../sql.ts'

const beforeAll: NumberPlace = { serviceId: 0, phoneHash: new Uint8Array(1) }

/**
 * One part of a walk through the table in the order of its key. Expired rows may be anywhere in it, and an index by
 * expiry would cost every call a random page.
 */
export async function forgetNumbers(
  sql: Sql,
  { after, now, limit }: { after: NumberPlace | null; now: number; limit: number },
): Promise<NumberWalk> {
  const { serviceId, phoneHash } = after ?? beforeAll
  const end = await sql.get(
    `SELECT service_id, phone_hash FROM number_limits WHERE (service_id, phone_hash) > ($1, $2)
     ORDER BY service_id, phone_hash LIMIT 1 OFFSET $3`,
    serviceId,
    phoneHash,
    limit - 1,
  )
  if (end === undefined) {
    const deleted = await sql.run(
      'DELETE FROM number_limits WHERE (service_id, phone_hash) > ($1, $2) AND ends_at < $3',
      serviceId,
      phoneHash,
      now,
    )
    return { deleted, next: null }
  }
  const next = { serviceId: Number(end.service_id), phoneHash: end.phone_hash as Uint8Array }
  const deleted = await sql.run(
    `DELETE FROM number_limits WHERE (service_id, phone_hash) > ($1, $2) AND (service_id, phone_hash) <= ($3, $4)
       AND ends_at < $5`,
    serviceId,
    phoneHash,
    next.serviceId,
    next.phoneHash,
    now,
  )
  return { deleted, next }
}
