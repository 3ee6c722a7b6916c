import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { oldApprovals, queuedApprovals } from '../../../../test/old-approvals.ts'
import { openForWriting } from '../connection.ts'
import { migrations } from '../migrations.ts'
import { facts } from './facts.ts'

it('facts: stored calls and what became of their codes are counted anew after the update', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-step-'))
  const file = join(folder, 'old.db')
  const before = migrations.slice(0, migrations.indexOf(facts))
  const old = new DatabaseSync(file)
  for (const step of before) old.exec(step)
  const add = old.prepare(
    `INSERT INTO calls (vendor_id, account_id, service_id, mode, state, test, phone_mask, country, code, client,
       operator, region, ported_to, price_units, cost_units, charges_failed, balance_before_units, started_at, deadline_at)
     VALUES (?, 1, 1, 0, ?, 0, '', 'RU', '', '', '', '', '', 0, 0, 0, 0, 0, 0)`,
  )
  for (const [place, state] of [-1, 0, 1].entries()) add.run(100_000 + place, state)
  old.exec(oldApprovals)
  old.exec(`DELETE FROM undigested; PRAGMA user_version = ${before.length}`)
  old.close()
  const database = openForWriting(file)
  const all = (sql: string) => database.prepare(sql).all()
  expect(all('SELECT vendor_id FROM undigested')).toEqual([{ vendor_id: 100_001 }, { vendor_id: 100_002 }])
  expect(all('SELECT key, vendor_id, approved, checks FROM conversion_queue ORDER BY key')).toEqual(
    queuedApprovals,
  )
  database.close()
  rmSync(folder, { recursive: true })
})
