import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openForWriting } from '../connection.ts'
import { migrations } from '../migrations.ts'
import { operatorFacts } from './operator-facts.ts'

it('leaves the sentences of before as they are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-step-'))
  const file = join(folder, 'old.db')
  const before = migrations.slice(0, migrations.indexOf(operatorFacts))
  const old = new DatabaseSync(file)
  for (const step of before) old.exec(step)
  old.exec(
    `INSERT INTO operator_actions (person_id, email, action, ip, user_agent, created_at)
     VALUES (1, 'op@example.com', 'trunk north added', '', '', 0)`,
  )
  old.exec(`PRAGMA user_version = ${before.length}`)
  old.close()
  const database = openForWriting(file)
  const rows = database.prepare('SELECT action, facts FROM operator_actions').all()
  expect(rows).toMatchObject([{ action: 'trunk north added', facts: null }])
  database.close()
  rmSync(folder, { recursive: true })
})
