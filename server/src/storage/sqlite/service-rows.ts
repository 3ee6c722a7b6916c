import {
  maxRowsRead,
  newestOfService,
  type SeenRows,
  type ServiceWindow,
} from '../queries/verification-page.ts'
import type { Row, Sql } from '../sql.ts'

/** The block size of the index (steps/insight.ts). */
const idsPerBlock = 2_048
const block = `vendor_id / ${idsPerBlock}`
/** Blocks that are probed for one page: 5,000 without a match took 134 ms at ten million rows on a busy machine. */
const maxBlocks = 10_000

const countInBlock = `SELECT count(*) AS n FROM verifications WHERE ${block} = $2 AND service_id = $1`
const newest = `${newestOfService} AND ${block} = $11 ORDER BY vendor_id DESC LIMIT $4`

/** Reads the index by service block by block, up to a limit of blocks and of rows. */
export async function serviceRows(sql: Sql, window: ServiceWindow): Promise<SeenRows> {
  const { serviceId, before, from, wanted, criteria } = window
  const top = Math.floor((before - 1) / idsPerBlock)
  const bottom = Math.floor(from / idsPerBlock)
  const rows: Row[] = []
  let read = 0
  for (let number = top; number >= bottom; number--) {
    if (read >= maxRowsRead || top - number >= maxBlocks) return { rows, from: (number + 1) * idsPerBlock }
    const own = Number((await sql.get(countInBlock, serviceId, number))?.n)
    if (own === 0) continue
    read += own
    rows.push(...(await sql.all(newest, serviceId, before, from, wanted - rows.length, ...criteria, number)))
    if (rows.length === wanted) return { rows, from: Number(rows.at(-1)!.vendor_id) }
  }
  return { rows, from: 0 }
}
