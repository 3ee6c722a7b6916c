import { openLongPool } from '../../server/src/storage/postgres/connection.ts'
import { ensurePartitionsFor } from '../../server/src/storage/postgres/partitions.ts'
import { PostgresSql } from '../../server/src/storage/postgres/transaction.ts'

const piece = 250_000
const firstId = 100_000
/** A year ago, a day of traffic to a million: as many ranges as a grown installation has. */
const firstStartMs = 1_730_000_000_000
const msBetween = 86.4

/** Stored calls of the past with their keys and ledger entries, written as rows of an account of their own. */
export async function growPostgres(
  url: string,
  rows: number,
  progress: (done: number) => void,
): Promise<void> {
  const pool = openLongPool(url)
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query("SELECT setval('vendor_ids', $1, false)", [firstId + rows])
    await ensurePartitionsFor(new PostgresSql(client), {
      nextId: firstId + rows,
      first: { vendorId: firstId, startedAt: firstStartMs },
      lastStartedAt: firstStartMs + rows * msBetween,
    })
    await client.query('COMMIT')
    await client.query(
      `INSERT INTO tariffs (code, name, charges_failed) VALUES ('uni', 'Uni', 0) ON CONFLICT DO NOTHING`,
    )
    await client.query(
      `INSERT INTO accounts (id, email, tariff, created_at, updated_at) VALUES (1000000, 'grown@example.com', 'uni', 0, 0)`,
    )
    for (let from = 0; from < rows; from += piece) {
      const to = Math.min(rows, from + piece) - 1
      const started = `${firstStartMs} + (i * ${msBetween})::bigint`
      await client.query(`
        WITH n AS (SELECT generate_series(${from}, ${to})::bigint AS i),
        added AS (INSERT INTO calls (vendor_id, account_id, service_id, mode, state, test, phone_hash,
            phone_mask, country, code, client, unique_key, operator, region, ported_to, price_units, cost_units,
            charges_failed, balance_before_units, started_at, deadline_at, settled_at, reason)
          SELECT ${firstId} + i, 1000000, 1000000, 0, 1, 0, sha256(i::text::bytea), '7916***4567', 'RU', '1234', 'bench',
            md5(i::text), 'МТС', 'Москва', '', 8000, 8000, 0, 0, ${started}, ${started} + 59000, ${started} + 5000, 'rang'
          FROM n),
        keyed AS (INSERT INTO unique_keys
          SELECT (('x' || substr(md5('k' || i), 1, 12))::bit(48))::bigint, ${firstId} + i FROM n)
        INSERT INTO ledger (account_id, entry, kind, amount_units, balance_after_units, vendor_id, created_at)
          SELECT 1000000, i + 1, 'capture', -8000, -8000 * (i + 1), ${firstId} + i, ${started} + 5000 FROM n`)
      progress(to + 1)
    }
    await client.query('VACUUM ANALYZE')
    await client.query('CHECKPOINT')
  } finally {
    client.release()
    await pool.end()
  }
}
