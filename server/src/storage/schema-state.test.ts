import { expect, it } from 'vitest'
import {
  firstVersion,
  newestVersion,
  pendingMigrations,
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
  expect(wordsOfMigration(sql)).toBe(words)
})

it('schema migrations: those after the version of the database are pending, all of them for an empty one', () => {
  const migrations = ['the schema', 'a', 'b']
  const pending = (version: number) =>
    pendingMigrations(version, migrations).map(({ migration }) => migration)
  expect(pending(0)).toEqual(migrations)
  expect(pending(firstVersion)).toEqual(['a', 'b'])
  expect(pendingMigrations(firstVersion + 1, migrations)).toEqual([
    { version: firstVersion + 2, migration: 'b' },
  ])
  expect(pending(newestVersion(migrations))).toEqual([])
})

it('schema versions: an empty database and released ones can be used, newer and unreleased ones cannot', () => {
  const known = firstVersion + 2
  for (const version of [0, firstVersion, known]) expect(whyUnusable(version, known)).toBeUndefined()
  for (const version of [1, 101, firstVersion - 1])
    expect(whyUnusable(version, known)).toContain('before its first release')
  expect(whyUnusable(known + 1, known)).toContain('made by a newer Ringkey')
})
