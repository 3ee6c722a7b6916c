import type { VerificationsFrom } from '../../books/books.ts'
import type { EndUser } from '../../books/wrong-codes.ts'
import { hourMs } from '../../platform/clock.ts'
import { bytes, each, number, tableOf, text } from '../record.ts'
import type { Row, Sql } from '../sql.ts'

export const recentSourceTable = tableOf('recent_sources', {
  ...each(number, 'serviceId', 'createdAt'),
  ...each(text, 'source', 'verificationId', 'country'),
  phoneHash: bytes,
})

export const storedSource = (by: keyof EndUser, source: string) => `${by} ${source}`

/** One line for each phone. The condition names service, source and since when. */
export const sourceLines = (condition: string) => `SELECT phone_hash, country, count(*) AS verifications,
    min(created_at) AS oldest_at, max(created_at) AS newest_at
  FROM recent_sources WHERE ${condition} GROUP BY phone_hash, country`
export const sourceLineOf = (row: Row): VerificationsFrom => ({
  phoneHash: row.phone_hash as Uint8Array,
  country: String(row.country),
  verifications: Number(row.verifications),
  oldestAt: Number(row.oldest_at),
  newestAt: Number(row.newest_at),
})

/** No limit looks back further than an hour. */
export async function forgetSources(sql: Sql, { now, limit }: { now: number; limit: number }) {
  return await sql.run`DELETE FROM recent_sources WHERE (service_id, source, verification_id) IN (
    SELECT service_id, source, verification_id FROM recent_sources WHERE created_at < ${now - hourMs}
    ORDER BY created_at LIMIT ${limit})`
}
