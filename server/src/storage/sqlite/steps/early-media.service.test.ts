import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openForWriting } from '../connection.ts'
import { migrations } from '../migrations.ts'
import { earlyMedia } from './early-media.ts'

it('trunks of before: 183 becomes learned where it was the default, and stays no where it was refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-step-'))
  const file = join(folder, 'old.db')
  const before = migrations.slice(0, migrations.indexOf(earlyMedia))
  const old = new DatabaseSync(file)
  for (const step of before) old.exec(step)
  for (const [name, rings] of [
    ['north', true],
    ['south', false],
  ] as const) {
    old
      .prepare('INSERT INTO trunks (name, settings, updated_at) VALUES (?, ?, 0)')
      .run(name, JSON.stringify({ host: 'sip.example.com', earlyMediaIsRinging: rings }))
  }
  old.exec(`PRAGMA user_version = ${before.length}`)
  old.close()
  const database = openForWriting(file)
  const rows = database.prepare('SELECT settings FROM trunks ORDER BY name').all()
  expect(rows.map(({ settings }) => JSON.parse(String(settings)))).toEqual([
    { host: 'sip.example.com', earlyMediaIsRinging: 'learned', earlyMediaWaitMs: 12_000, srtp: false },
    { host: 'sip.example.com', earlyMediaIsRinging: 'no', earlyMediaWaitMs: 12_000, srtp: false },
  ])
  database.close()
  rmSync(folder, { recursive: true })
})
