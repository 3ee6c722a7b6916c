import { digest as digestPiece } from '../queries/digest.ts'
import { type DigestTables, digestColumns } from '../queries/digest-tables.ts'
import type { Row } from '../sql.ts'
import type { Transaction } from './transaction.ts'

/** On the writer, so nobody else counts meanwhile. */
export function digest(
  tx: Transaction,
  request: { limit: number; now: number; lastId?: number },
): Promise<number> {
  return digestPiece(tablesOf(tx), request)
}

function tablesOf(tx: Transaction): DigestTables {
  return {
    queued({ limit, lastId }) {
      const rows = tx
        .statement('SELECT vendor_id FROM undigested WHERE vendor_id <= ? ORDER BY vendor_id LIMIT ?')
        .all(lastId, limit)
      return rows.map((row) => Number(row.vendor_id))
    },
    take(vendorIds) {
      const read = tx.statement(`SELECT ${digestColumns} FROM verifications WHERE vendor_id = ?`)
      const remove = tx.statement('DELETE FROM undigested WHERE vendor_id = ?')
      const rows: Row[] = []
      for (const id of vendorIds) {
        remove.run(id)
        const row = read.get(id) as Row | undefined
        if (row !== undefined) rows.push(row)
      }
      return rows
    },
    addCounts(counts) {
      const add = tx.statement(
        `INSERT INTO statistics VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
           attempts = attempts + excluded.attempts, cost_units = cost_units + excluded.cost_units,
           ring_count = ring_count + excluded.ring_count, ring_ms_sum = ring_ms_sum + excluded.ring_ms_sum`,
      )
      for (const count of counts) {
        const { serviceId, test, hour, mode, country, operator, outcome } = count
        const { attempts, costUnits, ringCount, ringMsSum } = count
        add.run(
          serviceId,
          test,
          hour,
          mode,
          country,
          operator,
          outcome,
          attempts,
          costUnits,
          ringCount,
          ringMsSum,
        )
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
