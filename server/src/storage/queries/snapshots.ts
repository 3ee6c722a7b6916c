import { dayMs, hourMs } from '../../platform/clock.ts'
import { bytes, number, type RecordOf, tableOf, text } from '../record.ts'
import { part, type Sql } from '../sql.ts'
import { bumpSettingsVersion } from './meta.ts'

const published = tableOf('snapshots', {
  number,
  bytes: number,
  /** SHA-256 of all chunks, hexadecimal. */
  digest: text,
})

export interface FinishedSnapshot {
  readonly kind: string
  readonly number: number
  /** The snapshot in use when the work began; if another one is in use now, another import finished first. */
  readonly insteadOf: number
  /** How many snapshots are kept, this one included. */
  readonly keep: number
  readonly at: number
}

export interface SnapshotPlace {
  readonly kind: string
  readonly number: number
  readonly position: number
}

/** After this time the next import removes what an interrupted one left. */
const unfinishedKeptMs = hourMs

/** The complete snapshots, oldest first, and the number of the one in use; 0 when none was published. */
export async function publishedSnapshots(sql: Sql, kind: string) {
  const row = await sql.get`SELECT current_number FROM snapshot_kinds WHERE kind = ${kind}`
  const snapshots = await published.where(sql, part`kind = ${kind} AND is_complete = 1 ORDER BY number`)
  return { current: Number(row?.current_number ?? 0), snapshots }
}

export async function beginSnapshot(
  sql: Sql,
  { kind, bytes, digest, at }: { kind: string; bytes: number; digest: string; at: number },
): Promise<number> {
  await sql.run`INSERT INTO snapshot_kinds VALUES (${kind}, 0, 0) ON CONFLICT DO NOTHING`
  const row = await sql.get`UPDATE snapshot_kinds SET last_number = last_number + 1 WHERE kind = ${kind}
    RETURNING last_number`
  const number = Number(row?.last_number)
  await sql.run`INSERT INTO snapshots VALUES (${kind}, ${number}, ${bytes}, ${digest}, 0, ${at})`
  return number
}

const chunks = tableOf('snapshot_chunks', { kind: text, number, position: number, content: bytes })

export async function addSnapshotChunk(
  sql: Sql,
  { kind, number, position, content }: SnapshotPlace & { content: Uint8Array },
): Promise<void> {
  // The answer to the first try may have been lost: a second try writes the same bytes.
  await sql.run(...chunks.upsert({ kind, number, position, content }, 'kind', 'number', 'position'))
}

export async function snapshotChunk(sql: Sql, { kind, number, position }: SnapshotPlace) {
  return (await chunks.find(sql, { kind, number, position }))?.content
}

/**
 * Puts the snapshot into use and removes outdated ones. If another one came into use meanwhile, removes it and changes
 * nothing.
 */
export async function finishSnapshot(
  sql: Sql,
  { kind, number, insteadOf, keep, at }: FinishedSnapshot,
): Promise<'in-use' | 'incomplete' | 'another-was-faster'> {
  const stored = await sql.get`SELECT bytes, (SELECT coalesce(sum(length(content)), 0) FROM snapshot_chunks
      WHERE kind = ${kind} AND number = ${number}) AS stored_bytes
    FROM snapshots WHERE kind = ${kind} AND number = ${number}`
  if (stored === undefined || Number(stored.bytes) !== Number(stored.stored_bytes)) {
    await remove(sql, kind, number)
    return 'incomplete'
  }
  const isFirst = await sql.run`UPDATE snapshot_kinds SET current_number = ${number}
    WHERE kind = ${kind} AND current_number = ${insteadOf}`
  if (isFirst === 0) {
    await remove(sql, kind, number)
    return 'another-was-faster'
  }
  await sql.run`UPDATE snapshots SET is_complete = 1 WHERE kind = ${kind} AND number = ${number}`
  const outdated = await sql.all`SELECT number FROM snapshots
    WHERE kind = ${kind} AND is_complete = 1 AND number <> ${number}
    ORDER BY number DESC LIMIT 1000 OFFSET ${keep - 1}`
  const unfinished = await sql.all`SELECT number FROM snapshots
    WHERE kind = ${kind} AND is_complete = 0 AND created_at < ${at - unfinishedKeptMs}`
  for (const row of [...outdated, ...unfinished]) await remove(sql, kind, Number(row.number))
  await bumpSettingsVersion(sql)
  return 'in-use'
}

/** Goes back to a stored snapshot; false when it is no longer stored. */
export async function useSnapshot(sql: Sql, { kind, number }: { kind: string; number: number }) {
  const changed = await sql.run`UPDATE snapshot_kinds SET current_number = ${number} WHERE kind = ${kind}
    AND EXISTS (SELECT 1 FROM snapshots WHERE kind = ${kind} AND number = ${number} AND is_complete = 1)`
  if (changed === 1) await bumpSettingsVersion(sql)
  return changed === 1
}

async function remove(sql: Sql, kind: string, number: number): Promise<void> {
  await chunks.remove(sql, { kind, number })
  await sql.run`DELETE FROM snapshots WHERE kind = ${kind} AND number = ${number}`
}

/** An import of numbering data, as every node shows it. */
const jobs = tableOf('import_jobs', {
  id: text,
  startedAt: number,
  changedAt: number,
  /** JSON of its state and result. */
  job: text,
})
interface ImportJobRecord extends Omit<RecordOf<typeof jobs>, 'changedAt'> {
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
  await sql.run`DELETE FROM import_jobs WHERE changed_at < ${now - keptMs}`
}

/** The last ones of all nodes, newest first. */
export async function importJobs(sql: Sql, { now }: { readonly now: number }): Promise<ImportJobRecord[]> {
  const rows = await sql.all`SELECT * FROM import_jobs ORDER BY sequence DESC LIMIT ${maxShown}`
  return rows.map(jobs.of).map(({ changedAt, ...job }) => ({ ...job, unchangedMs: now - changedAt }))
}
