import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openForWriting } from '../connection.ts'
import { migrations } from '../migrations.ts'
import { insight } from './insight.ts'

it('queues what was settled before, and leaves what is open', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-step-'))
  const file = join(folder, 'old.db')
  const before = migrations.slice(0, migrations.indexOf(insight))
  const old = new DatabaseSync(file)
  for (const step of before) old.exec(step)
  const add = old.prepare(
    `INSERT INTO calls (vendor_id, account_id, service_id, mode, state, test, phone_mask, country, code, client,
       operator, region, ported_to, price_units, cost_units, charges_failed, balance_before_units, started_at, deadline_at)
     VALUES (?, 1, 1, 0, ?, 0, '', 'RU', '', '', '', '', '', 0, 0, 0, 0, 0, 0)`,
  )
  for (const [id, state] of [
    [100_000, 1],
    [100_001, -1],
    [100_002, 0],
  ] as const) {
    add.run(id, state)
  }
  old.exec(`PRAGMA user_version = ${before.length}`)
  old.close()
  const database = openForWriting(file)
  const queued = database.prepare('SELECT vendor_id FROM undigested').all()
  expect(queued.map((row) => row.vendor_id)).toEqual([100_000, 100_002])
  database.close()
  rmSync(folder, { recursive: true })
})
