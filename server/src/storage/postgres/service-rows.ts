import { maxRowsRead, newestOfService, type SeenRows, type ServiceWindow } from '../queries/call-page.ts'
import type { Sql } from '../sql.ts'

const windowEnd = `SELECT vendor_id FROM calls WHERE service_id = $1 AND vendor_id < $2 AND vendor_id >= $3
  ORDER BY vendor_id DESC LIMIT 1 OFFSET $4`
const newest = `${newestOfService} ORDER BY vendor_id DESC LIMIT $4`

/** Reads along the index by service, at most a bounded number of rows. */
export async function serviceRows(sql: Sql, window: ServiceWindow): Promise<SeenRows> {
  const { serviceId, before, from, wanted, criteria } = window
  const end = await sql.get(windowEnd, serviceId, before, from, maxRowsRead - 1)
  const lowest = Number(end?.vendor_id ?? from)
  const rows = await sql.all(newest, serviceId, before, lowest, wanted, ...criteria)
  if (rows.length === wanted) return { rows, from: Number(rows.at(-1)!.vendor_id) }
  return { rows, from: end === undefined ? 0 : lowest }
}
