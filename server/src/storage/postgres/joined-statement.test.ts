import { expect, it } from 'vitest'
import { joined } from './joined-statement.ts'

const statement = (name: string, count: number) => ({
  name,
  text: `INSERT INTO ${name} VALUES (${Array.from({ length: count }, (_, index) => `$${index + 1}`).join(', ')})`,
  values: Array.from({ length: count }, (_, index) => `${name} ${index + 1}`),
})

it('joined statement: gives every part its own parameters', () => {
  const { text, values } = joined([statement('a', 11), statement('b', 2)])!
  expect(text).toContain('b AS (INSERT INTO b VALUES ($12, $13))')
  expect([values[10], values[11], values[12]]).toEqual(['a 11', 'b 1', 'b 2'])
})

it('joined statement: has one short name for each set of statements', () => {
  const [ab, bc] = [
    joined([statement('a', 1), statement('b', 1)])!,
    joined([statement('b', 1), statement('c', 1)])!,
  ]
  expect(joined([statement('a', 1), statement('b', 1)])!.name).toBe(ab.name)
  expect(ab.name).not.toBe(bc.name)
  expect(ab.name.length).toBeLessThan(63)
})

it('joined statement: leaves a single statement, or none, unchanged', () => {
  expect(joined([statement('a', 1)])).toEqual(statement('a', 1))
  expect(joined([])).toBeUndefined()
})
