import type { Sql } from '../sql.ts'
import { databaseNow } from './database-time.ts'

/** A node that was not seen for so long is gone for good and leaves the list. */
const forgottenMs = 86_400_000

/** Proves that a write of this node reaches the disk now, and tells the others that it is there. */
export async function beat(sql: Sql, nodeId: string): Promise<void> {
  await sql.run(
    `INSERT INTO nodes VALUES ($1, ${databaseNow}, ${databaseNow})
     ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
    nodeId,
  )
  await sql.run(`DELETE FROM nodes WHERE seen_at < ${databaseNow} - $1`, forgottenMs)
}
