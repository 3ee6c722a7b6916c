import { modes } from '../../books/call.ts'
import { type Measure, measures } from '../../quality/measures.ts'
import { stepMeasures } from '../../quality/rates.ts'
import { digest as digestPiece } from '../queries/digest.ts'
import {
  conversionColumns,
  conversionsToTake,
  type DigestTables,
  digestColumns,
  factTables,
  hourTotalKeys,
  numberMeasures,
  ownerOf,
  ownersOf,
} from '../queries/digest-tables.ts'
import { addCharged } from '../queries/money-totals.ts'
import { routeColumns, routeKeyColumns, routeRow } from '../queries/route-counts.ts'
import type { Sql } from '../sql.ts'
import { numbers, texts } from './arrays.ts'

/** "ringdi" as bytes. This lock is held to count calls into facts, and to undo that. */
const digestLock = 0x72_69_6e_67_64_69

/** Sums that can exceed 32 bits. */
const wide: ReadonlySet<Measure> = new Set(['price_units', 'cost_units', 'talk_ms', 'pdd_ms'])

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
        `SELECT ${conversionColumns} FROM conversion_queue AS queue
         LEFT JOIN calls AS calls ON calls.vendor_id = queue.vendor_id
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
    async addFacts(period, rows) {
      if (rows.length === 0) return
      const { table, time } = factTables[period]
      const keys = ['service_id', 'test', time, 'group_id']
      const types = ['bigint', 'smallint', 'integer', 'integer', ...measures.map(typeOf)]
      await sql.run(
        `INSERT INTO ${table} (${[...keys, ...measures].join(', ')})
         SELECT * FROM unnest(${types.map((type, place) => `$${place + 1}::${type}[]`).join(', ')})
         ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${measures.map((measure) => added(table, measure)).join(', ')}`,
        numbers(rows.map(({ serviceId }) => serviceId)),
        numbers(rows.map(({ test }) => test)),
        numbers(rows.map((row) => row.time)),
        numbers(rows.map(({ groupId }) => groupId)),
        ...measures.map((_, place) => numbers(rows.map(({ amounts }) => amounts[place] || null))),
      )
    },
    async addHourTotals(rows) {
      if (rows.length === 0) return
      const types = ['bigint', 'smallint', 'integer', 'integer', ...stepMeasures.map(typeOf)]
      await sql.run(
        `INSERT INTO hour_totals (${[...hourTotalKeys, ...stepMeasures].join(', ')})
         SELECT * FROM unnest(${types.map((type, place) => `$${place + 1}::${type}[]`).join(', ')})
         ON CONFLICT (${hourTotalKeys.join(', ')}) DO UPDATE SET
         ${stepMeasures.map((column) => `${column} = hour_totals.${column} + excluded.${column}`).join(', ')}`,
        numbers(rows.map(({ serviceId }) => serviceId)),
        numbers(rows.map(({ test }) => test)),
        numbers(rows.map(({ groupId }) => groupId)),
        numbers(rows.map(({ time }) => time)),
        ...stepMeasures.map((_, place) => numbers(rows.map(({ amounts }) => amounts[place]!))),
      )
    },
    async addNumberFacts(rows) {
      if (rows.length === 0) return
      const types = ['integer', 'text', 'text', ...numberMeasures.map(() => 'integer')]
      await sql.run(
        `INSERT INTO number_facts SELECT * FROM unnest(${types.map((type, place) => `$${place + 1}::${type}[]`).join(', ')})
         ON CONFLICT (day, caller_hash, trunk) DO UPDATE SET
         ${numberMeasures.map((column) => `${column} = number_facts.${column} + excluded.${column}`).join(', ')}`,
        numbers(rows.map(({ day }) => day)),
        texts(rows.map(({ callerHash }) => callerHash)),
        texts(rows.map(({ trunk }) => trunk)),
        ...numberMeasures.map((_, place) => numbers(rows.map(({ amounts }) => amounts[place]!))),
      )
    },
    async addConversionHours(rows) {
      if (rows.length === 0) return
      await sql.run`INSERT INTO conversion_hours (hour, service_id, prefix, operator, delivered, approved,
          steps, steps_approved)
        SELECT * FROM unnest(
          ${numbers(rows.map(({ hour }) => hour))}::bigint[],
          ${numbers(rows.map(({ serviceId }) => serviceId))}::bigint[],
          ${texts(rows.map(({ prefix }) => prefix))}::text[],
          ${texts(rows.map(({ operator }) => operator))}::text[],
          ${numbers(rows.map(({ delivered }) => delivered))}::bigint[],
          ${numbers(rows.map(({ approved }) => approved))}::bigint[],
          ${numbers(rows.map(({ steps }) => steps))}::bigint[],
          ${numbers(rows.map(({ stepsApproved }) => stepsApproved))}::bigint[])
        ON CONFLICT (hour, service_id, prefix, operator) DO UPDATE SET
          delivered = conversion_hours.delivered + excluded.delivered,
          approved = conversion_hours.approved + excluded.approved,
          steps = conversion_hours.steps + excluded.steps,
          steps_approved = conversion_hours.steps_approved + excluded.steps_approved`
    },
    async routeCounts(keys) {
      const same = routeKeyColumns.map((column) => `counts.${column} = wanted.${column}`).join(' AND ')
      const rows = await sql.all(
        `SELECT counts.*, place FROM unnest($1::text[], $2::smallint[], $3::text[], $4::text[])
         WITH ORDINALITY AS wanted (${routeKeyColumns.join(', ')}, place) JOIN route_counts AS counts ON ${same}`,
        texts(keys.map(({ trunk }) => trunk)),
        numbers(keys.map(({ mode }) => modes.indexOf(mode))),
        texts(keys.map(({ country }) => country)),
        texts(keys.map(({ operator }) => operator)),
      )
      const byPlace = new Map(rows.map((row) => [Number(row.place), row]))
      return keys.map((_, place) => byPlace.get(place + 1))
    },
    async saveRouteCounts(rows) {
      const lines = rows.map(routeRow)
      const columns = routeColumns.map((_, place) => lines.map((line) => line[place]!))
      const [trunks, modesOf, countries, operators, ...counts] = columns.slice(0, -1)
      const types = ['text', 'smallint', 'text', 'text', ...counts.map(() => 'double precision'), 'text']
      await sql.run(
        `INSERT INTO route_counts (${routeColumns.join(', ')})
         SELECT * FROM unnest(${types.map((type, place) => `$${place + 1}::${type}[]`).join(', ')})
         ON CONFLICT (${routeKeyColumns.join(', ')}) DO UPDATE SET
         ${routeColumns
           .slice(routeKeyColumns.length)
           .map((column) => `${column} = excluded.${column}`)
           .join(', ')}`,
        texts(trunks!.map(String)),
        numbers(modesOf!.map(Number)),
        texts(countries!.map(String)),
        texts(operators!.map(String)),
        ...counts.map((column) => numbers(column.map(Number))),
        texts(columns.at(-1)!.map(String)),
      )
    },
    async addSearchKeys(keys) {
      await sql.run`INSERT INTO search_keys SELECT * FROM unnest(
          ${numbers(keys.map(({ generation }) => generation))}::bigint[],
          ${numbers(keys.map(({ keyHash }) => keyHash))}::bigint[],
          ${numbers(keys.map(({ vendorId }) => vendorId))}::bigint[])
        ON CONFLICT DO NOTHING`
    },
    addCharged: (charge) => addCharged(sql, charge),
  }
}

const typeOf = (measure: Measure) => (wide.has(measure) ? 'bigint' : 'integer')

/** A count that is missing stays NULL, which takes no room. */
const added = (table: string, measure: Measure) =>
  `${measure} = CASE WHEN excluded.${measure} IS NULL THEN ${table}.${measure}
     ELSE coalesce(${table}.${measure}, 0) + excluded.${measure} END`
