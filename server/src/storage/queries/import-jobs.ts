import { dayMs } from '../../platform/clock.ts'
import { number, type RecordOf, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'

/** An import of numbering data, as every node shows it. */
const jobs = tableOf('import_jobs', {
  id: text,
  startedAt: number,
  changedAt: number,
  /** JSON of its state and result. */
  job: text,
})
export interface ImportJobRecord extends Omit<RecordOf<typeof jobs>, 'changedAt'> {
  /** How long ago it was last written. */
  readonly unchangedMs: number
}

const keptMs = 90 * dayMs
const maxShown = 10

/** Stores how far an import has come. */
export async function saveImportJob(
  sql: Sql,
  { id, startedAt, job, now }: Omit<ImportJobRecord, 'unchangedMs'> & { readonly now: number },
): Promise<void> {
  await sql.run(...jobs.upsert({ id, startedAt, changedAt: now, job }, 'id'))
  await sql.run('DELETE FROM import_jobs WHERE changed_at < $1', now - keptMs)
}

/** The last ones of all nodes, newest first. */
export async function importJobs(sql: Sql, { now }: { readonly now: number }): Promise<ImportJobRecord[]> {
  const rows = await sql.all('SELECT * FROM import_jobs ORDER BY sequence DESC LIMIT $1', maxShown)
  return rows.map(jobs.of).map(({ changedAt, ...job }) => ({ ...job, unchangedMs: now - changedAt }))
}
