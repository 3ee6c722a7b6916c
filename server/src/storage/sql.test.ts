import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { every, flat, part, raw } from './sql.ts'
import { Reader } from './sqlite/reader.ts'

const sent = (text: TemplateStringsArray, ...placed: Parameters<typeof flat>[1]) => flat(text, placed)

it('a template: pieces and lists are written out, and every value has its number', () => {
  const own = part`owner = ${7}`
  const asked = every(own, false, part`kind IN (${['a', 'b']})`)
  expect(sent`SELECT ${raw('id')} FROM calls WHERE ${asked} AND at > ${5} LIMIT ${1}`).toEqual([
    'SELECT id FROM calls WHERE owner = $1 AND kind IN ($2, $3) AND at > $4 LIMIT $5',
    [7, 'a', 'b', 5, 1],
  ])
  expect(sent`WHERE ${every(false)} AND id IN (${[]})`).toEqual(['WHERE 1 = 1 AND id IN (NULL)', []])
})

it('a template: text from outside is a value, never a part of the statement', () => {
  const reader = new Reader(new DatabaseSync(':memory:'))
  const text = "'; DROP TABLE calls; --"
  expect(reader.get`SELECT ${text} AS said, ${null} AS absent`).toEqual({ said: text, absent: null })
  expect(reader.get`SELECT 1 AS found WHERE ${part`${text} IN (${[text]})`}`).toEqual({ found: 1 })
})
