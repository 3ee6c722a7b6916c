import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { migrations } from '../migrations.ts'
import { hourTotals } from './hour-totals.ts'

const cells = `
  INSERT INTO fact_cells (id, mode, country, operator, trunk, block) VALUES
    (1, 0, 'RU', 'T2', 'north', '7495120'), (2, 0, 'RU', 'T2', 'north', '7495121'), (3, 0, 'RU', 'T2', 'north', ''),
    (4, 1, 'RU', 'T2', 'north', '7495120'), (5, 1, 'RU', 'T2', 'north', '');
`

it('hour totals: a migration sums the facts of the hours that are there', () => {
  const database = new DatabaseSync(':memory:')
  for (const step of migrations.slice(0, migrations.indexOf(hourTotals))) database.exec(step)
  database.exec(cells)
  const columns = database.prepare("SELECT name FROM pragma_table_info('hour_facts')").all()
  const insert = database.prepare(`INSERT INTO hour_facts VALUES (${columns.map(() => '?').join(', ')})`)
  const count = (service: number, test: number, hour: number, cell: number, amount: number) =>
    insert.run(service, test, hour, cell, ...new Array(columns.length - 4).fill(amount))
  for (const [place, cell] of [1, 2, 4].entries()) count(0, 0, 10, cell, 10 ** place)
  count(0, 0, 11, 1, 7)
  count(1, 0, 10, 3, 11)
  count(1, 0, 10, 5, 100)
  count(1, 1, 10, 5, 5)
  database.exec(hourTotals)
  const totals = database
    .prepare('SELECT service_id, test, cell, hour, calls, short_calls FROM hour_totals ORDER BY 1, 2, 3, 4')
    .all()
  expect(totals.map((row) => Object.values(row))).toEqual([
    [0, 0, 0, 10, 111, 111],
    [0, 0, 0, 11, 7, 7],
    [0, 0, 3, 10, 11, 11],
    [0, 0, 3, 11, 7, 7],
    [0, 0, 5, 10, 100, 100],
    [1, 0, 0, 10, 111, 111],
    [1, 1, 0, 10, 5, 5],
  ])
  database.close()
})
