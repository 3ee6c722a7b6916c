import { modes } from '../../books/call.ts'
import { digest as digestPiece } from '../queries/digest.ts'
import {
  type CountLine,
  conversionCalls,
  conversionColumns,
  conversionsToTake,
  type DigestTables,
  digestColumns,
  mergeOf,
  ownerOf,
  ownersOf,
} from '../queries/digest-tables.ts'
import { addCharged } from '../queries/money-totals.ts'
import type { Sql, SqlValue } from '../sql.ts'
import { columnsOf, numbers, texts } from './arrays.ts'

/** "ringdi" as bytes. This lock is held to count calls into facts, and to undo that. */
const digestLock = 0x72_69_6e_67_64_69

/** Runs on one node at a time; returns `busy` when another node holds the lock. */
export async function digest(
  sql: Sql,
  request: { limit: number; now: number; lastId?: number },
): Promise<number | 'busy'> {
  const row = await sql.get`SELECT pg_try_advisory_xact_lock(${digestLock})::int AS locked`
  return row?.locked === 1 ? await digestPiece(tablesOf(sql), request) : 'busy'
}

export async function lockDigest(sql: Sql): Promise<void> {
  await sql.get`SELECT pg_advisory_xact_lock(${digestLock})`
}

function tablesOf(sql: Sql): DigestTables {
  return {
    async take({ limit, lastId }) {
      const queued = await sql.all`SELECT vendor_id FROM undigested WHERE vendor_id <= ${lastId}
        ORDER BY vendor_id LIMIT ${limit}`
      if (queued.length === 0) return { count: 0, rows: [] }
      // By id: another node may have queued one between these since they were read.
      const ids = numbers(queued.map((row) => Number(row.vendor_id)))
      const [rows] = await Promise.all([
        sql.all(`SELECT ${digestColumns} FROM calls WHERE vendor_id = ANY ($1::bigint[])`, ids),
        sql.run`DELETE FROM undigested WHERE vendor_id = ANY (${ids}::bigint[])`,
      ])
      return { count: queued.length, rows }
    },
    async takeConversions(limit) {
      // Locked: a later report about the same call adds to its line until the line is gone.
      const rows = await sql.all(
        `SELECT ${conversionColumns} FROM ${conversionCalls}
         WHERE queue.key IN (${conversionsToTake('$1')}) FOR UPDATE OF queue`,
        limit,
      )
      if (rows.length === 0) return rows
      const keys = texts(rows.map((row) => String(row.key)))
      await sql.run`DELETE FROM conversion_queue WHERE key = ANY (${keys}::text[])`
      return rows
    },
    async serviceOwners(serviceIds) {
      const rows = await sql.all(ownersOf('= ANY ($1::bigint[])'), numbers(serviceIds))
      return rows.map(ownerOf)
    },
    async groupIds(groups) {
      if (groups.length === 0) return []
      const columns = [
        texts(groups.map(({ operator }) => operator)),
        texts(groups.map(({ trunk }) => trunk)),
        texts(groups.map(({ block }) => block)),
        texts(groups.map(({ country }) => country)),
        numbers(groups.map(({ mode }) => modes.indexOf(mode))),
      ]
      const wanted = `unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::smallint[])
        WITH ORDINALITY AS wanted (operator, trunk, block, country, mode, place)`
      const same = ['operator', 'trunk', 'block', 'country', 'mode']
        .map((column) => `groups.${column} = wanted.${column}`)
        .join(' AND ')
      // Only the holder of the lock adds groups, so that the highest id is known.
      await sql.run(
        `INSERT INTO fact_groups (id, operator, trunk, block, country, mode)
         SELECT (SELECT coalesce(max(id), 0) FROM fact_groups) + row_number() OVER (), operator, trunk, block, country, mode
         FROM ${wanted} WHERE NOT EXISTS (SELECT FROM fact_groups AS groups WHERE ${same})`,
        ...columns,
      )
      const rows = await sql.all(
        `SELECT groups.id FROM ${wanted} JOIN fact_groups AS groups ON ${same} ORDER BY place`,
        ...columns,
      )
      return rows.map((row) => Number(row.id))
    },
    async put(table, lines) {
      if (lines.length === 0) return
      const names = table.columns.map(([name]) => name).join(', ')
      const { unnest, of } = columnsOf<CountLine>(
        ...table.columns.map(([, type], place) => [type, place] as const),
      )
      const isMissing = (value: SqlValue, place: number) =>
        table.merges === 'sparse' && place >= table.keys && value === 0
      const stored = lines.map((line) => line.map((value, place) => (isMissing(value, place) ? null : value)))
      await sql.run(
        `INSERT INTO ${table.table} (${names}) SELECT * FROM ${unnest} ${mergeOf(table, table.merges)}`,
        ...of(stored),
      )
    },
    async routeCounts(keys) {
      const rows = await sql.all`SELECT counts.*, place FROM unnest(
          ${texts(keys.map(({ trunk }) => trunk))}::text[],
          ${numbers(keys.map(({ mode }) => modes.indexOf(mode)))}::smallint[],
          ${texts(keys.map(({ country }) => country))}::text[],
          ${texts(keys.map(({ operator }) => operator))}::text[])
        WITH ORDINALITY AS wanted (trunk, mode, country, operator, place)
        JOIN route_counts AS counts USING (trunk, mode, country, operator)`
      const byPlace = new Map(rows.map((row) => [Number(row.place), row]))
      return keys.map((_, place) => byPlace.get(place + 1))
    },
    addCharged: (charge) => addCharged(sql, charge),
  }
}
