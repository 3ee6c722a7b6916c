import { dayMs } from '../../platform/clock.ts'
import type { Sql } from '../sql.ts'

/** An import of numbering data, as every node shows it. */
export interface ImportJobRecord {
  readonly id: string
  readonly startedAt: number
  /** How long ago it was last written. */
  readonly unchangedMs: number
  /** JSON of its state and result. */
  readonly job: string
}

const keptMs = 90 * dayMs
const maxShown = 10

/** Stores how far an import has come. */
export async function saveImportJob(
  sql: Sql,
  { id, startedAt, job, now }: Omit<ImportJobRecord, 'unchangedMs'> & { readonly now: number },
): Promise<void> {
  await sql.run(
    `INSERT INTO import_jobs (id, started_at, changed_at, job) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET changed_at = excluded.changed_at, job = excluded.job`,
    id,
    startedAt,
    now,
    job,
  )
  await sql.run('DELETE FROM import_jobs WHERE changed_at < $1', now - keptMs)
}

/** The last ones of all nodes, newest first. */
export async function importJobs(sql: Sql, { now }: { readonly now: number }): Promise<ImportJobRecord[]> {
  const rows = await sql.all('SELECT * FROM import_jobs ORDER BY sequence DESC LIMIT $1', maxShown)
  return rows.map((row) => ({
    id: String(row.id),
    startedAt: Number(row.started_at),
    unchangedMs: now - Number(row.changed_at),
    job: String(row.job),
  }))
}
