import { digest as digestPiece } from '../queries/digest.ts'
import { type DigestTables, digestColumns } from '../queries/digest-tables.ts'
import type { Sql } from '../sql.ts'
import { numbers, texts } from './arrays.ts'

/** "ringdi" as bytes. This lock is held to count verifications into statistics, and to undo that. */
const digestLock = 0x72_69_6e_67_64_69

/** Runs on one node at a time; returns `busy` when another node holds the lock. */
export async function digest(
  sql: Sql,
  request: { limit: number; now: number; lastId?: number },
): Promise<number | 'busy'> {
  const row = await sql.get('SELECT pg_try_advisory_xact_lock($1)::int AS locked', digestLock)
  return row?.locked === 1 ? await digestPiece(tablesOf(sql), request) : 'busy'
}

export async function lockDigest(sql: Sql): Promise<void> {
  await sql.get('SELECT pg_advisory_xact_lock($1)', digestLock)
}

function tablesOf(sql: Sql): DigestTables {
  return {
    async take({ limit, lastId }) {
      const queued = await sql.all(
        'SELECT vendor_id FROM undigested WHERE vendor_id <= $1 ORDER BY vendor_id LIMIT $2',
        lastId,
        limit,
      )
      if (queued.length === 0) return { count: 0, rows: [] }
      // By id: another node may have queued one between these since they were read.
      const ids = numbers(queued.map((row) => Number(row.vendor_id)))
      const [rows] = await Promise.all([
        sql.all(`SELECT ${digestColumns} FROM verifications WHERE vendor_id = ANY ($1::bigint[])`, ids),
        sql.run('DELETE FROM undigested WHERE vendor_id = ANY ($1::bigint[])', ids),
      ])
      return { count: queued.length, rows }
    },
    async addCounts(counts) {
      await sql.run(
        `INSERT INTO statistics SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::bigint[],
           $5::text[], $6::bigint[], $7::bigint[], $8::bigint[])
         ON CONFLICT (service_id, test, breakdown, hour, part) DO UPDATE SET
           attempts = statistics.attempts + excluded.attempts,
           completed = statistics.completed + excluded.completed,
           cost_units = statistics.cost_units + excluded.cost_units`,
        numbers(counts.map((count) => count.serviceId)),
        numbers(counts.map((count) => count.test)),
        numbers(counts.map((count) => count.breakdown)),
        numbers(counts.map((count) => count.hour)),
        texts(counts.map((count) => count.part)),
        numbers(counts.map((count) => count.attempts)),
        numbers(counts.map((count) => count.completed)),
        numbers(counts.map((count) => count.costUnits)),
      )
    },
    async addRingTimes(counts) {
      await sql.run(
        `INSERT INTO ring_times
           SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[])
         ON CONFLICT (service_id, test, hour, bucket) DO UPDATE SET calls = ring_times.calls + excluded.calls`,
        numbers(counts.map((count) => count.serviceId)),
        numbers(counts.map((count) => count.test)),
        numbers(counts.map((count) => count.hour)),
        numbers(counts.map((count) => count.bucket)),
        numbers(counts.map((count) => count.calls)),
      )
    },
    async addSearchKeys(keys) {
      await sql.run(
        `INSERT INTO search_keys SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])
         ON CONFLICT DO NOTHING`,
        numbers(keys.map(({ generation }) => generation)),
        numbers(keys.map(({ place }) => place)),
        numbers(keys.map(({ vendorId }) => vendorId)),
      )
    },
  }
}
