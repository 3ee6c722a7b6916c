import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { backUp } from './backup.ts'
import { openForWriting } from './connection.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-'))
const source = join(folder, 'ringkey.db')
const target = join(folder, 'copy.db')
const writer = openForWriting(source)
writer.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
  INSERT INTO actions (account_id, id, action, user_agent, ip, created_at, facts)
    SELECT 1, i, hex(randomblob(200)), '', '', 0, '{}' FROM n`)
afterAll(() => {
  writer.close()
  rmSync(folder, { recursive: true })
})

it('backup: is not restarted by commits between its steps, and shows the state at its start', async () => {
  const seen: number[] = []
  await backUp(source, target, (done, total) => {
    seen.push(done / total)
    writer.exec(`UPDATE actions SET action = 'later' WHERE id = ${seen.length}`)
    if (seen.length > 100) throw new Error('the copy was restarted by each commit')
  })
  expect(seen.length).toBeGreaterThan(3)
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.at(-1)).toBe(1)
  const copy = new DatabaseSync(target, { readOnly: true })
  expect(copy.prepare("SELECT count(*) AS n FROM actions WHERE action = 'later'").get()).toEqual({ n: 0 })
  expect(copy.prepare('SELECT count(*) AS n FROM actions').get()).toEqual({ n: 40_000 })
  copy.close()
})

it('backup: leaves no file behind when it fails', async () => {
  const before = readdirSync(folder).sort()
  const failing = join(folder, 'failing.db')
  await expect(
    backUp(source, failing, () => {
      throw new Error('the disk is gone')
    }),
  ).rejects.toThrow('the disk is gone')
  expect(readdirSync(folder).sort()).toEqual(before)
})
