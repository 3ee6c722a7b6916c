import { expect, it } from 'vitest'
import {
  firstVersion,
  markOf,
  newestVersion,
  pendingMigrations,
  readMark,
  whyUnusable,
  wordsOfMigration,
} from './schema-state.ts'

it.each([
  ['CREATE TABLE a (x TEXT); CREATE INDEX i ON a (x);', 'creates a'],
  ['ALTER TABLE a ADD COLUMN y TEXT; CREATE UNIQUE INDEX j ON b (y)', 'changes a; indexes b'],
  ['CREATE TABLE c (x TEXT); INSERT INTO c SELECT x FROM a; DROP TABLE a', 'creates c; drops a'],
  ['DROP FUNCTION IF EXISTS f; SELECT 1', 'drops f'],
  ["SELECT set_config('a', 'b', true)", 'changes no table'],
])('schema migration in words: %s', (sql, words) => {
  expect(wordsOfMigration({ sql })).toBe(words)
})

it('schema migration in words: indexes that are built beside running nodes are named too', () => {
  const indexes = [{ name: 'i', table: 'b', on: '(x)' }]
  expect(wordsOfMigration({ indexes, sql: 'CREATE TABLE a (x text)' })).toBe('creates a; indexes b')
})

const listed = (...sql: string[]) => sql.map((each) => ({ sql: each }))

it('schema migrations: those after the version of the database are pending, all of them for an empty one', () => {
  const migrations = listed('the schema', 'a', 'b')
  const pending = (version: number) =>
    pendingMigrations(version, migrations).map(({ migration }) => migration.sql)
  expect(pending(0)).toEqual(['the schema', 'a', 'b'])
  expect(pending(firstVersion)).toEqual(['a', 'b'])
  expect(pending(newestVersion(migrations))).toEqual([])
})

it('schema versions: an empty database and released ones can be used, newer and unreleased ones cannot', () => {
  const known = firstVersion + 2
  const why = (version: number, servedFrom = version) => whyUnusable({ version, servedFrom }, known)
  for (const version of [0, firstVersion, known]) expect(why(version)).toBeUndefined()
  for (const version of [1, 101, firstVersion - 1]) expect(why(version)).toContain('before its first release')
  expect(why(known + 1)).toContain('made by a newer Ringkey')
  expect(why(known + 2, known)).toBeUndefined()
  expect(why(known + 2, known + 1)).toContain(`versions below ${known + 1} cannot serve`)
})

it('schema versions: one migration that the version before cannot serve counts for all after it', () => {
  const [first] = listed('the schema')
  const adds = { sql: 'a', servedFrom: firstVersion }
  expect(markOf([first!, adds, adds])).toEqual({ version: firstVersion + 2, servedFrom: firstVersion })
  expect(markOf([first!, adds, { sql: 'b' }, adds]).servedFrom).toBe(firstVersion + 2)
})

it('schema versions: a mark of another version, or none, says that nobody else may serve', () => {
  const mark = JSON.stringify({ version: 300, servedFrom: 250 })
  expect(readMark(300, mark).servedFrom).toBe(250)
  expect(readMark(301, mark).servedFrom).toBe(301)
  expect(readMark(301, undefined).servedFrom).toBe(301)
})
