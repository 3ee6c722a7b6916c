import type { NumberPlace, NumberWalk } from '../../books/number-limit.ts'
import type { Sql } from '../sql.ts'

const beforeAll: NumberPlace = { phoneHash: new Uint8Array(0), serviceId: -1 }

/**
 * One part of a walk through the table in the order of its key. Expired rows may be anywhere in it, and an index by
 * expiry would cost every call a random page.
 */
export async function forgetNumbers(
  sql: Sql,
  { after, now, limit }: { after: NumberPlace | null; now: number; limit: number },
): Promise<NumberWalk> {
  const { phoneHash, serviceId } = after ?? beforeAll
  const end = await sql.get`SELECT phone_hash, service_id FROM number_limits
    WHERE (phone_hash, service_id) > (${phoneHash}, ${serviceId})
    ORDER BY phone_hash, service_id LIMIT 1 OFFSET ${limit - 1}`
  if (end === undefined) {
    const deleted = await sql.run`DELETE FROM number_limits
      WHERE (phone_hash, service_id) > (${phoneHash}, ${serviceId}) AND ends_at < ${now}`
    return { deleted, next: null }
  }
  const next = { phoneHash: end.phone_hash as Uint8Array, serviceId: Number(end.service_id) }
  const deleted = await sql.run`DELETE FROM number_limits
    WHERE (phone_hash, service_id) > (${phoneHash}, ${serviceId})
    AND (phone_hash, service_id) <= (${next.phoneHash}, ${next.serviceId})
    AND ends_at < ${now}`
  return { deleted, next }
}
