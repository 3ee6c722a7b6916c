import type { Sql } from '../sql.ts'
import type { NumberPlace, NumberWalk } from '../store.ts'

const beforeAll: NumberPlace = { serviceId: 0, phoneHash: new Uint8Array(1) }

/**
 * One step of a walk through the table in the order of its key. Rows that have ended lie anywhere in it, and an
 * index by their end would cost every call a random page.
 */
export async function forgetNumbers(
  sql: Sql,
  { after, now, limit }: { after: NumberPlace | null; now: number; limit: number },
): Promise<NumberWalk> {
  const { serviceId, phoneHash } = after ?? beforeAll
  const rows = await sql.all(
    `SELECT service_id, phone_hash, ends_at FROM number_limits WHERE (service_id, phone_hash) > ($1, $2)
     ORDER BY service_id, phone_hash LIMIT $3`,
    serviceId,
    phoneHash,
    limit,
  )
  let deleted = 0
  for (const row of rows) {
    if (Number(row.ends_at) >= now) continue
    deleted += await sql.run(
      'DELETE FROM number_limits WHERE service_id = $1 AND phone_hash = $2',
      Number(row.service_id),
      row.phone_hash as Uint8Array,
    )
  }
  const last = rows.at(-1)
  if (last === undefined || rows.length < limit) return { deleted, next: null }
  return {
    deleted,
    next: { serviceId: Number(last.service_id), phoneHash: last.phone_hash as Uint8Array },
  }
}
