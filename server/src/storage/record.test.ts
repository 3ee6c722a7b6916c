import { expect, it } from 'vitest'
import { bytes, flag, json, list, named, number, oneOf, orNull, orZero, tableOf, text } from './record.ts'

const things = tableOf('things', {
  id: number,
  ownName: text,
  kind: oneOf<'small' | 'large'>(),
  isNew: named('fresh', flag),
  hash: orNull(bytes),
  settings: json<{ readonly a: number }>(),
  words: list<string>(' '),
  endedAt: orZero,
})

const row = {
  id: 7,
  own_name: 'x',
  kind: 'small',
  fresh: 1,
  hash: null,
  settings: '{"a":1}',
  words: '',
  ended_at: 0,
  another: 'column',
}
const record = {
  id: 7,
  ownName: 'x',
  kind: 'small',
  isNew: true,
  hash: null,
  settings: { a: 1 },
  words: [],
  endedAt: null,
} as const

it('a record has the fields that its table declares, and no other column of the row', () => {
  expect(things.of(row)).toEqual(record)
  expect(things.ofFound(undefined)).toBeUndefined()
})

it('a record that is inserted is the row that it was read from; a field that is left out has its default', () => {
  const [, ...values] = things.insert(record)
  const { another: _, ...own } = row
  expect(values).toEqual(Object.values(own))
  expect(things.insert({ ownName: 'y', isNew: false }, 'RETURNING *')).toEqual([
    'INSERT INTO things (own_name, fresh) VALUES ($1, $2) RETURNING *',
    'y',
    0,
  ])
  expect(things.insertAll([{ id: 1 }, { id: 2 }])).toEqual([
    'INSERT INTO things (id) VALUES ($1), ($2) ',
    1,
    2,
  ])
})

it('an upsert replaces what is given and not the key; an update changes what is given, null too', () => {
  expect(things.upsert({ id: 7, endedAt: 5, words: ['a', 'b'] }, 'id')).toEqual([
    'INSERT INTO things (id, words, ended_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET words = excluded.words, ended_at = excluded.ended_at',
    7,
    'a b',
    5,
  ])
  expect(things.update({ id: 7 }, { hash: null, ownName: 'z' })).toEqual([
    'UPDATE things SET own_name = $1, hash = $2 WHERE id = $3 ',
    'z',
    null,
    7,
  ])
})

it('rows are found, listed and removed by the fields that are given, as their columns hold them', async () => {
  const asked: unknown[] = []
  const answer =
    (rows: (typeof row)[]) =>
    (text: unknown, ...values: unknown[]) => {
      asked.push([text, ...values])
      return rows
    }
  const sql = {
    all: answer([row]),
    get: () => undefined,
    run: (text: unknown, ...values: unknown[]) => answer([row])(text, ...values).length,
  }
  expect(
    await things.find(
      { ...sql, get: (text, ...values) => answer([row])(text, ...values)[0] },
      { id: 7, isNew: true },
    ),
  ).toEqual(record)
  expect(await things.find(sql, { id: 8 })).toBeUndefined()
  expect(await things.all(sql, 'own_name DESC')).toEqual([record])
  expect(await things.all(sql, 'id', { ownName: 'x' })).toEqual([record])
  expect(await things.remove(sql, { ownName: 'x', endedAt: null })).toBe(1)
  expect(asked).toEqual([
    ['SELECT * FROM things WHERE id = $1 AND fresh = $2', 7, 1],
    ['SELECT * FROM things  ORDER BY own_name DESC'],
    ['SELECT * FROM things WHERE own_name = $1 ORDER BY id', 'x'],
    ['DELETE FROM things WHERE own_name = $1 AND ended_at = $2', 'x', 0],
  ])
})
