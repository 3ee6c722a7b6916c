import { dueCalls } from '../queries/calls.ts'
import { dueReceivers } from '../queries/deliveries.ts'
import { dueLookups } from '../queries/lookup-holds.ts'
import type { Row, Sql } from '../sql.ts'
import type { Store } from '../store.ts'
import type { Pool } from './connection.ts'
import { databaseNow } from './database-time.ts'
import { read } from './transaction.ts'

/** The order makes PostgreSQL keep a plan that reads the first row of an index, also if it plans while tables are empty. */
const isDue = (table: string, column: string, where = 'true') =>
  `coalesce((SELECT 1 FROM ${table} WHERE ${where} AND ${column} <= now ORDER BY ${column} LIMIT 1), 0)`
const whatIsDue = `SELECT now,
    ${isDue('calls', 'deadline_at', 'state = -1')} AS calls,
    ${isDue('lookup_holds', 'deadline_at')} AS lookups,
    ${isDue('delivery_receivers', 'next_due_at')} AS receivers,
    ${isDue('verification_wakes', 'wake_at')} AS verifications,
    (EXISTS (SELECT FROM undigested) OR EXISTS (SELECT FROM conversion_queue))::int AS facts,
    (SELECT value FROM meta WHERE name = 'settings_version') AS settings
  FROM (SELECT ${databaseNow} AS now OFFSET 0) AS clock`

type DueStore = Pick<
  Store,
  'dueCalls' | 'dueLookups' | 'dueReceivers' | 'isPhoneDue' | 'hasUndigested' | 'settingsVersion'
>

/**
 * What a node asks for all the time, by the database's clock. Nearly always nothing is due, and questions of the same
 * turn of the event loop learn that from one statement. `sql` plans it once for each connection.
 */
export function dueOn(pool: Pool, sql: Sql | undefined): DueStore {
  let asking: Promise<Row> | undefined
  const ask = () => {
    asking ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      asking = undefined
      return read(pool, async (one) => (await one.get(whatIsDue))!, sql)
    })
    return asking
  }
  const found =
    <I, R>(kind: string, query: (sql: Sql, request: I & { readonly now: number }) => Promise<R[]>) =>
    async (request: I): Promise<R[]> => {
      const due = await ask()
      if (due[kind] === 0) return []
      return read(pool, (one) => query(one, { ...request, now: Number(due.now) }), sql)
    }
  return {
    dueCalls: found('calls', dueCalls),
    dueLookups: found('lookups', dueLookups),
    dueReceivers: found('receivers', dueReceivers),
    isPhoneDue: async () => (await ask()).verifications === 1,
    hasUndigested: async () => (await ask()).facts === 1,
    settingsVersion: async () => Number((await ask()).settings),
  }
}
