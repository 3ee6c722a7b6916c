import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { Statements } from './statements.ts'

const database = new DatabaseSync(':memory:')
database.exec('CREATE TABLE calls (id INTEGER PRIMARY KEY, phone TEXT)')
const statements = new Statements(database)

it('numbered statements: each parameter gets its value, whatever the order and however often it is named', () => {
  expect(statements.run('INSERT INTO calls VALUES ($2, $1)', 'north', 7)).toBe(1)
  expect(statements.get('SELECT $2 AS second, $1 AS first, $2 AS again', 1, 2)).toEqual({
    second: 2,
    first: 1,
    again: 2,
  })
  expect(statements.all('SELECT phone FROM calls WHERE id = $1', 7)).toEqual([{ phone: 'north' }])
  const twelve = Array.from({ length: 12 }, (_, index) => index + 1)
  const names = twelve.map((place) => `$${place} AS c${place}`).join(', ')
  expect(Object.values(statements.get(`SELECT ${names}`, ...twelve)!)).toEqual(twelve)
})
