import { addEarlyMedia, type EarlyMediaCounts, type EarlyMediaRecord } from '../early-media-counts.ts'
import type { Row, Sql } from '../sql.ts'

/** What followed the 183s of each trunk, from the calls of all nodes. */

/** What followed the 183s of each trunk. */
export async function earlyMedia(sql: Sql): Promise<EarlyMediaRecord[]> {
  const rows = await sql.all('SELECT * FROM early_media ORDER BY trunk')
  return rows.map((row) => ({ trunk: String(row.trunk), counts: countsOf(row) }))
}

/** Adds calls to the counts of their trunks. A trunk that was removed meanwhile is passed over. */
export async function countEarlyMedia(sql: Sql, added: readonly EarlyMediaRecord[]): Promise<void> {
  // In one order on all nodes, so that two of them never wait for each other's rows.
  for (const { trunk, counts } of added.toSorted((a, b) => (a.trunk < b.trunk ? -1 : 1))) {
    await sql.run(
      `INSERT INTO early_media (trunk, then_ringing, then_answer, then_decline, then_failure, then_nothing)
       SELECT name, 0, 0, 0, 0, 0 FROM trunks WHERE name = $1 ON CONFLICT DO NOTHING`,
      trunk,
    )
    // Locks the row before it is read.
    await sql.run('UPDATE early_media SET then_ringing = then_ringing WHERE trunk = $1', trunk)
    const row = await sql.get('SELECT * FROM early_media WHERE trunk = $1', trunk)
    if (row === undefined) continue
    const sum = addEarlyMedia(countsOf(row), counts)
    await sql.run(
      `UPDATE early_media SET then_ringing = $2, then_answer = $3, then_decline = $4, then_failure = $5,
         then_nothing = $6 WHERE trunk = $1`,
      trunk,
      sum.ringing,
      sum.answer,
      sum.decline,
      sum.failure,
      sum.nothing,
    )
  }
}

function countsOf(row: Row): EarlyMediaCounts {
  return {
    ringing: Number(row.then_ringing),
    answer: Number(row.then_answer),
    decline: Number(row.then_decline),
    failure: Number(row.then_failure),
    nothing: Number(row.then_nothing),
  }
}
