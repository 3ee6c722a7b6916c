import { expect, it } from 'vitest'
import { pendingSteps, wordsOfStep } from './schema-state.ts'

it.each([
  ['CREATE TABLE a (x TEXT); CREATE INDEX i ON a (x);', 'creates a'],
  ['ALTER TABLE a ADD COLUMN y TEXT; CREATE UNIQUE INDEX j ON b (y)', 'changes a; indexes b'],
  ['CREATE TABLE c (x TEXT); INSERT INTO c SELECT x FROM a; DROP TABLE a', 'creates c; drops a'],
  ['DROP FUNCTION IF EXISTS f; SELECT 1', 'drops f'],
  ["SELECT set_config('a', 'b', true)", 'changes no table'],
])('schema step in words: %s', (sql, words) => {
  expect(wordsOfStep(sql)).toBe(words)
})

it('schema steps: those after the version of the database are pending, under their own numbers', () => {
  const steps = ['CREATE TABLE a (x TEXT)', 'CREATE TABLE b (x TEXT)', 'DROP TABLE a']
  expect(pendingSteps(1, steps)).toEqual([
    { step: 2, does: 'creates b' },
    { step: 3, does: 'drops a' },
  ])
  expect(pendingSteps(3, steps)).toEqual([])
})
