import { migrations } from '../../src/storage/postgres/migrations.ts'
import { insight } from '../../src/storage/postgres/steps/insight.ts'
import { ask } from './cluster.ts'
import { freshDatabase } from './run-cluster.ts'

export async function emptyDatabase(): Promise<string> {
  const url = await freshDatabase()
  await ask(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  return url
}

/** As a release made it that did not know `step` yet, with one range and three calls: open, failed, completed. */
export async function databaseBefore(step: (typeof migrations)[number]): Promise<string> {
  const url = await emptyDatabase()
  const before = migrations.slice(0, migrations.indexOf(step))
  for (const each of before) await ask(url, typeof each === 'string' ? each : each.sql)
  await ask(url, 'CREATE TABLE ringkey_schema (version integer PRIMARY KEY)')
  for (const [index] of before.entries()) await ask(url, `INSERT INTO ringkey_schema VALUES (${index + 1})`)
  const ranged = ['calls', 'unique_keys', ...(before.includes(insight) ? ['search_keys'] : [])]
  for (const table of ranged) {
    await ask(url, `CREATE TABLE ${table}_0 PARTITION OF ${table} FOR VALUES FROM (0) TO (1000000)`)
  }
  await ask(url, 'INSERT INTO vendor_ranges VALUES (0, 1000000)')
  for (const [index, state] of [-1, 0, 1].entries()) await ask(url, insertCall(100_000 + index, state))
  return url
}

/** What any release writes. */
export function insertCall(vendorId: number, state = -1, startedAt = 0): string {
  return `INSERT INTO calls (vendor_id, account_id, service_id, mode, state, test, phone_hash, phone_mask,
      country, code, client, operator, region, ported_to, price_units, cost_units, charges_failed,
      balance_before_units, started_at, deadline_at)
    VALUES (${vendorId}, 1, 1, 0, ${state}, 0, '\\x01', '', 'RU', '', '', '', '', '', 0, 0, 0, 0, ${startedAt}, 0)`
}
