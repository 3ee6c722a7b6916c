import { digest as digestPiece } from '../queries/digest.ts'
import { type DigestTables, digestColumns } from '../queries/digest-tables.ts'
import type { Row } from '../sql.ts'
import type { Transaction } from './transaction.ts'

/** Runs on the writer thread, so nothing else counts at the same time. */
export function digest(
  tx: Transaction,
  request: { limit: number; now: number; lastId?: number },
): Promise<number> {
  return digestPiece(tablesOf(tx), request)
}

function tablesOf(tx: Transaction): DigestTables {
  return {
    take({ limit, lastId }) {
      const last = tx
        .statement(
          `SELECT max(vendor_id) AS last, count(*) AS n
           FROM (SELECT vendor_id FROM undigested WHERE vendor_id <= ? ORDER BY vendor_id LIMIT ?)`,
        )
        .get(lastId, limit)!
      if (last.n === 0) return { count: 0, rows: [] }
      const rows = tx
        .statement(
          `SELECT ${digestColumns} FROM verifications
           WHERE vendor_id IN (SELECT vendor_id FROM undigested WHERE vendor_id <= ?)`,
        )
        .all(last.last!) as Row[]
      tx.statement('DELETE FROM undigested WHERE vendor_id <= ?').run(last.last!)
      return { count: Number(last.n), rows }
    },
    addCounts(counts) {
      const add = tx.statement(
        `INSERT INTO statistics VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
           attempts = attempts + excluded.attempts, completed = completed + excluded.completed,
           cost_units = cost_units + excluded.cost_units`,
      )
      for (const { serviceId, test, breakdown, hour, part, attempts, completed, costUnits } of counts) {
        add.run(serviceId, test, breakdown, hour, part, attempts, completed, costUnits)
      }
    },
    addRingTimes(counts) {
      const add = tx.statement(
        'INSERT INTO ring_times VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET calls = calls + excluded.calls',
      )
      for (const { serviceId, test, hour, bucket, calls } of counts)
        add.run(serviceId, test, hour, bucket, calls)
    },
    addSearchKeys(keys) {
      const add = tx.statement('INSERT OR IGNORE INTO search_keys VALUES (?, ?, ?)')
      for (const { generation, place, vendorId } of keys) add.run(generation, place, vendorId)
    },
  }
}
