import type { Row, Sql } from '../sql.ts'
import { deleteDeliveries } from './deliveries.ts'
import { inPieces } from './pieces.ts'
import { removeSearchKeys } from './search-keys.ts'

/** Deletes some of the calls of test numbers that are too old, with all their records. */
export async function forgetTests(
  sql: Sql,
  { before, limit }: { before: number; limit: number },
): Promise<{ deleted: number; lastVendorId: number }> {
  // Ids grow with time, so the oldest come first.
  const oldest = await sql.all(
    'SELECT vendor_id, started_at FROM test_calls ORDER BY vendor_id LIMIT $1',
    limit,
  )
  const old = oldest.filter((row) => Number(row.started_at) < before).map((row) => Number(row.vendor_id))
  let lastVendorId = 0
  let deleted = 0
  for (const ids of inPieces(old)) {
    const places = ids.map((_, index) => `$${index + 1}`).join(', ')
    // Calls that are open or not yet counted are left for the next run.
    const waiting = await sql.all(
      `SELECT vendor_id FROM calls WHERE vendor_id IN (${places}) AND state = -1
       UNION SELECT vendor_id FROM undigested WHERE vendor_id IN (${places})`,
      ...ids,
    )
    const kept = new Set(waiting.map((row) => Number(row.vendor_id)))
    const gone = ids.filter((id) => !kept.has(id))
    if (gone.length === 0) continue
    deleted += await forgetAll(sql, gone)
    lastVendorId = Math.max(lastVendorId, ...gone)
  }
  return { deleted, lastVendorId }
}

async function forgetAll(sql: Sql, ids: readonly number[]): Promise<number> {
  const places = ids.map((_, index) => `$${index + 1}`).join(', ')
  const rows: Row[] = await sql.all(
    `SELECT vendor_id, service_id, phone_hash, client FROM calls WHERE vendor_id IN (${places})`,
    ...ids,
  )
  await removeSearchKeys(sql, rows)
  await deleteDeliveries(sql, `vendor_id IN (${places})`, ...ids)
  for (const table of ['calls', 'test_calls'])
    await sql.run(`DELETE FROM ${table} WHERE vendor_id IN (${places})`, ...ids)
  await sql.run(`DELETE FROM repeats WHERE first_vendor_id IN (${places})`, ...ids)
  return rows.length
}
