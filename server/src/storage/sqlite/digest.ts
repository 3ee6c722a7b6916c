import { modes } from '../../books/call.ts'
import { measures } from '../../quality/measures.ts'
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
import type { Row, SqlValue } from '../sql.ts'
import type { Transaction } from './transaction.ts'

const added = (columns: readonly string[]) =>
  columns.map((column) => `${column} = ${column} + excluded.${column}`).join(', ')
const places = (count: number) => new Array(count).fill('?').join(', ')

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
      const last = tx
        .statement(
          `SELECT max(vendor_id) AS last, count(*) AS n
           FROM (SELECT vendor_id FROM undigested WHERE vendor_id <= ? ORDER BY vendor_id LIMIT ?)`,
        )
        .get(lastId, limit)!
      if (last.n === 0) return { count: 0, rows: [] }
      const rows = tx
        .positional(
          `SELECT ${digestColumns} FROM calls
           WHERE vendor_id IN (SELECT vendor_id FROM undigested WHERE vendor_id <= ?)`,
        )
        .all(last.last!) as unknown as SqlValue[][]
      tx.statement('DELETE FROM undigested WHERE vendor_id <= ?').run(last.last!)
      return { count: Number(last.n), rows: rows.map(rowOf) }
    },
    takeConversions(limit) {
      const keys = tx.statement(conversionsToTake('?')).all(limit) as { key: string }[]
      const read = tx.statement(
        `SELECT ${conversionColumns} FROM conversion_queue AS queue
         LEFT JOIN calls AS calls ON calls.vendor_id = queue.vendor_id WHERE queue.key = ?`,
      )
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
    addFacts(period, rows) {
      const { table } = factTables[period]
      const add = tx.statement(
        `INSERT INTO ${table} VALUES (${places(measures.length + 4)}) ON CONFLICT DO UPDATE SET ${added(measures)}`,
      )
      for (const { serviceId, test, time, groupId, amounts } of rows)
        add.run(serviceId, test, time, groupId, ...amounts)
    },
    addHourTotals(rows) {
      const columns = [...hourTotalKeys, ...stepMeasures]
      const add = tx.statement(
        `INSERT INTO hour_totals (${columns.join(', ')}) VALUES (${places(columns.length)})
         ON CONFLICT DO UPDATE SET ${added(stepMeasures)}`,
      )
      for (const { serviceId, test, time, groupId, amounts } of rows)
        add.run(serviceId, test, groupId, time, ...amounts)
    },
    addNumberFacts(rows) {
      const add = tx.statement(
        `INSERT INTO number_facts VALUES (${places(numberMeasures.length + 3)})
         ON CONFLICT DO UPDATE SET ${added(numberMeasures)}`,
      )
      for (const { day, callerHash, trunk, amounts } of rows) add.run(day, callerHash, trunk, ...amounts)
    },
    addConversionHours(rows) {
      const add = tx.statement(
        `INSERT INTO conversion_hours VALUES (${places(8)})
         ON CONFLICT DO UPDATE SET ${added(['delivered', 'approved', 'steps', 'steps_approved'])}`,
      )
      for (const { hour, serviceId, prefix, operator, delivered, approved, steps, stepsApproved } of rows)
        add.run(hour, serviceId, prefix, operator, delivered, approved, steps, stepsApproved)
    },
    routeCounts(keys) {
      const find = tx.statement(
        `SELECT * FROM route_counts WHERE ${routeKeyColumns.map((column) => `${column} = ?`).join(' AND ')}`,
      )
      return keys.map(
        ({ trunk, mode, country, operator }) =>
          find.get(trunk, modes.indexOf(mode), country, operator) as Row | undefined,
      )
    },
    saveRouteCounts(rows) {
      const save = tx.statement(`INSERT OR REPLACE INTO route_counts VALUES (${places(routeColumns.length)})`)
      for (const row of rows) save.run(...routeRow(row))
    },
    addSearchKeys(keys) {
      const add = tx.statement('INSERT OR IGNORE INTO search_keys VALUES (?, ?, ?)')
      for (const { generation, keyHash, vendorId } of keys) add.run(generation, keyHash, vendorId)
    },
    addCharged: (charge) => addCharged(tx, charge),
  }
}

/**
 * A row of `digestColumns`. The objects that node:sqlite makes for rows are slow to read: counting took 26 µs a call with
 * them, and takes 20.
 */
function rowOf(values: readonly SqlValue[]): Row {
  return {
    vendor_id: values[0]!,
    service_id: values[1]!,
    mode: values[2]!,
    state: values[3]!,
    test: values[4]!,
    phone_hash: values[5]!,
    country: values[6]!,
    client: values[7]!,
    operator: values[8]!,
    ported_to: values[9]!,
    reason: values[10]!,
    cost_units: values[11]!,
    started_at: values[12]!,
    details: values[13]!,
  }
}
