import { modes } from '../../books/call.ts'
import { startPlaces as at, liveColumns, startRow } from '../call-columns.ts'
import { digest as digestPiece } from '../queries/digest.ts'
import {
  conversionCalls,
  conversionColumns,
  conversionsToTake,
  type DigestTables,
  mergeOf,
  ownerOf,
  ownersOf,
} from '../queries/digest-tables.ts'
import { addCharged } from '../queries/money-totals.ts'
import type { Row, SqlValue } from '../sql.ts'
import type { Transaction } from './transaction.ts'

const groupValues = 'operator = ? AND trunk = ? AND block = ? AND country = ? AND mode = ?'

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
      const queued = tx
        .positional('SELECT vendor_id FROM undigested WHERE vendor_id <= ? ORDER BY vendor_id LIMIT ?')
        .all(lastId, limit) as unknown as [number][]
      const ids = queued.map(([id]) => id)
      tx.statement('DELETE FROM undigested WHERE vendor_id <= ?').run(ids.at(-1) ?? 0)
      const read = tx.positional(`SELECT ${liveColumns} FROM calls WHERE vendor_id = ?`)
      const calls = ids.map((id) => tx.live.get(id) ?? (read.get(id) as unknown as SqlValue[] | undefined))
      for (const id of ids) tx.live.delete(id)
      return { count: ids.length, rows: calls.filter((call) => call !== undefined).map(rowOf) }
    },
    takeConversions(limit) {
      const keys = tx.statement(conversionsToTake('?')).all(limit) as { key: string }[]
      const read = tx.statement(`SELECT ${conversionColumns} FROM ${conversionCalls} WHERE queue.key = ?`)
      const rows = keys.map(({ key }) => read.get(key) as Row)
      const remove = tx.statement('DELETE FROM conversion_queue WHERE key = ?')
      for (const { key } of keys) remove.run(key)
      return rows
    },
    serviceOwners(serviceIds) {
      const find = tx.statement(ownersOf('= ?'))
      return serviceIds.flatMap((id) => find.all(id) as Row[]).map(ownerOf)
    },
    groupIds(groups) {
      const find = tx.statement(`SELECT id FROM fact_groups WHERE ${groupValues}`)
      const add = tx.statement(
        'INSERT INTO fact_groups (operator, trunk, block, country, mode) VALUES (?, ?, ?, ?, ?) RETURNING id',
      )
      return groups.map(({ operator, trunk, block, country, mode }) => {
        const values = [operator, trunk, block, country, modes.indexOf(mode)]
        return Number((find.get(...values) ?? add.get(...values))!.id)
      })
    },
    put(table, lines) {
      const names = table.columns.map(([name]) => name)
      const merge = mergeOf(table, table.merges === 'sparse' ? 'adds' : table.merges)
      const put = tx.statement(
        `INSERT INTO ${table.table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ${merge}`,
      )
      for (const line of lines) put.run(...line)
    },
    routeCounts(keys) {
      const find = tx.statement(
        'SELECT * FROM route_counts WHERE trunk = ? AND mode = ? AND country = ? AND operator = ?',
      )
      return keys.map(
        ({ trunk, mode, country, operator }) =>
          find.get(trunk, modes.indexOf(mode), country, operator) as Row | undefined,
      )
    },
    addCharged: (charge) => addCharged(tx, charge),
  }
}

/**
 * A call by its `liveColumns`, as counting reads it. The objects that node:sqlite makes for rows are slow to read: counting
 * took 26 µs a call with them, and takes 20.
 */
function rowOf(call: readonly SqlValue[]): Row {
  const [state, reason, costUnits, details] = call.slice(startRow.names.length)
  return {
    vendor_id: call[at.vendorId]!,
    service_id: call[at.serviceId]!,
    mode: call[at.mode]!,
    state: state!,
    test: call[at.test]!,
    phone_hash: call[at.phoneHash]!,
    country: call[at.country]!,
    client: call[at.client]!,
    operator: call[at.operator]!,
    ported_to: call[at.portedTo]!,
    reason: reason!,
    cost_units: costUnits!,
    started_at: call[at.startedAt]!,
    details: details!,
  }
}
