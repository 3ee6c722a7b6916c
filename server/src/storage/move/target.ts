import { columnsOf } from '../postgres/arrays.ts'
import { beginWith } from '../postgres/begin.ts'
import { type Client, type Pool, pipelined } from '../postgres/connection.ts'
import { ensurePartitionsFor } from '../postgres/partitions.ts'
import { PostgresSql } from '../postgres/transaction.ts'
import { StorageError } from '../storage-error.ts'
import type { CopiedTable } from './plan.ts'
import { keyOf, keyText } from './row-values.ts'
import type { SourceRow, VendorSpan } from './source.ts'

export interface TargetColumn {
  readonly name: string
  readonly type: string
  readonly isIdentity: boolean
}
export type TargetTables = ReadonlyMap<string, readonly TargetColumn[]>

export async function targetTables(pool: Pool): Promise<TargetTables> {
  const { rows } = await pool.query(
    `SELECT relname AS table, attname AS name, format_type(atttypid, atttypmod) AS type,
       attidentity <> '' AS "isIdentity"
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND attnum > 0 AND NOT attisdropped
     ORDER BY relname, attnum`,
  )
  return Map.groupBy(rows as (TargetColumn & { readonly table: string })[], ({ table }) => table)
}

/** 'begun' now, 'resumed' after an earlier run, 'complete' when there is nothing left to do. */
export type MoveStart = 'begun' | 'resumed' | 'complete'

/**
 * Claims an empty database for this move. The mark is the table `ringkey_move`: it exists exactly while a move is
 * unfinished, and says for each table how far the copy has come. A service claims the fingerprint and then looks for
 * the mark (postgres/migrate.ts). The move claims both at once. So neither can miss the other.
 */
export async function beginMove(
  pool: Pool,
  plan: readonly CopiedTable[],
  fingerprint: string,
): Promise<MoveStart> {
  return inTransaction(pool, async (client) => {
    const claimed = await client.query(
      "INSERT INTO meta VALUES ('secret_fingerprint', $1) ON CONFLICT DO NOTHING",
      [fingerprint],
    )
    if (claimed.rowCount === 0) return earlierMove(client, fingerprint)
    for (const { name, replaces } of plan) {
      const { rows } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`)
      if (rows.length > 0 && !replaces) throw occupied(`its table ${name} is not empty`)
    }
    await client.query(
      'CREATE TABLE ringkey_move (table_name text PRIMARY KEY, last_key text, row_count bigint NOT NULL, is_done boolean NOT NULL)',
    )
    for (const { name } of plan) {
      await client.query('INSERT INTO ringkey_move VALUES ($1, NULL, 0, false)', [name])
    }
    return 'begun'
  })
}

async function earlierMove(client: Client, fingerprint: string): Promise<MoveStart> {
  const { rows } = await client.query(
    `SELECT (SELECT value FROM meta WHERE name = 'secret_fingerprint') AS fingerprint,
       to_regclass('ringkey_move') IS NOT NULL AS unfinished,
       EXISTS (SELECT 1 FROM meta WHERE name = 'move_completed_at') AS complete`,
  )
  const found = rows[0] as { fingerprint: string; unfinished: boolean; complete: boolean }
  if (found.fingerprint !== fingerprint) throw occupied('it was made with another root secret')
  if (found.unfinished) return 'resumed'
  if (found.complete) return 'complete'
  throw occupied('a service has been started on it')
}

function occupied(why: string): StorageError {
  return new StorageError(
    `The target already holds another installation: ${why}. Nothing was changed. Give the move an empty database.`,
  )
}

/** Discards what an unfinished move has copied. */
export async function forgetMove(pool: Pool, plan: readonly CopiedTable[], fingerprint: string) {
  await inTransaction(pool, async (client) => {
    const state = await earlierMove(client, fingerprint)
    if (state !== 'resumed') throw new StorageError('The target has no unfinished move to discard.')
    const names = plan.filter(({ replaces }) => !replaces).map(({ name }) => name)
    await client.query(`TRUNCATE ${names.join(', ')}`)
    await client.query("DELETE FROM meta WHERE name = 'secret_fingerprint'")
    await client.query('DROP TABLE ringkey_move')
  })
}

/** New ids continue above the highest that the source has ever given, and every call has its partition. */
export async function prepareIds(
  pool: Pool,
  span: VendorSpan,
  tables: TargetTables,
  plan: readonly CopiedTable[],
  highestGiven: (table: string) => number,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query("SELECT setval('vendor_ids', $1, false)", [span.nextId])
    await ensurePartitionsFor(new PostgresSql(client), span)
    for (const { name } of plan) {
      const identity = tables.get(name)!.find(({ isIdentity }) => isIdentity)
      const highest = highestGiven(name)
      if (identity === undefined || highest === 0) continue
      await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3)', [name, identity.name, highest])
    }
  })
}

/** How many rows were copied, by this run or earlier ones, and which tables are not complete. */
export async function copyProgress(pool: Pool): Promise<{ rows: number; unfinished: ReadonlySet<string> }> {
  const { rows } = await pool.query('SELECT table_name, row_count, is_done FROM ringkey_move')
  const unfinished = rows.filter(({ is_done }) => !is_done).map(({ table_name }) => String(table_name))
  return { rows: rows.reduce((sum, row) => sum + Number(row.row_count), 0), unfinished: new Set(unfinished) }
}

/**
 * Copies the next part of a table and stores in the same transaction how far that is. The position is read under a
 * lock, because a commit of an earlier run that was killed may still be on its way.
 */
export async function copyPiece(
  pool: Pool,
  table: CopiedTable,
  columns: readonly TargetColumn[],
  rowsPerPiece: number,
): Promise<{ rows: number; isDone: boolean }> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query(
      'SELECT last_key, is_done FROM ringkey_move WHERE table_name = $1 FOR UPDATE',
      [table.name],
    )
    const place = rows[0] as { last_key: string | null; is_done: boolean } | undefined
    if (place === undefined)
      throw new StorageError(
        `The unfinished move does not have the table ${table.name}: start again with --anew.`,
      )
    if (place.is_done) return { rows: 0, isDone: true }
    const piece = table.read(place.last_key === null ? undefined : keyOf(place.last_key), rowsPerPiece)
    const isDone = piece.length < rowsPerPiece
    const last = piece.at(-1)
    const lastKey = last === undefined ? place.last_key : keyText(table.key.map((column) => last[column]!))
    await pipelined(client, () =>
      Promise.all([
        ...(last === undefined ? [] : [insert(client, table, columns, piece)]),
        client.query(
          'UPDATE ringkey_move SET last_key = $2, row_count = row_count + $3, is_done = $4 WHERE table_name = $1',
          [table.name, lastKey, piece.length, isDone],
        ),
      ]),
    )
    return { rows: piece.length, isDone }
  })
}

function insert(
  client: Client,
  table: CopiedTable,
  columns: readonly TargetColumn[],
  piece: readonly SourceRow[],
) {
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  const { unnest, of } = columnsOf<SourceRow>(
    ...table.columns.map((name) => [types.get(name)!, name] as const),
  )
  const replacing = table.replaces
    ? `ON CONFLICT (${table.key.join(', ')}) DO UPDATE SET ${table.columns.map((name) => `${name} = excluded.${name}`).join(', ')}`
    : ''
  return client.query(
    `INSERT INTO ${table.name} (${table.columns.join(', ')}) SELECT * FROM ${unnest} ${replacing}`,
    of(piece),
  )
}

/** After this, services may start on the target. */
export async function completeMove(pool: Pool, at: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('DROP TABLE ringkey_move')
    await client.query("INSERT INTO meta VALUES ('move_completed_at', $1)", [String(at)])
  })
}

export async function inTransaction<T>(pool: Pool, run: (client: Client) => Promise<T>, begin = beginWith()) {
  const client = await pool.connect()
  let failed = true
  try {
    await client.query(begin)
    const result = await run(client)
    await client.query('COMMIT')
    failed = false
    return result
  } finally {
    // After a failure the connection is closed, which rolls the transaction back.
    client.release(failed)
  }
}
