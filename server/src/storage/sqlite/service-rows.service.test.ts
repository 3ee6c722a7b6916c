import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { fill, services } from '../../../test/settled-past.ts'
import { type CallFilter, callPage } from '../queries/call-page.ts'
import { openForWriting } from './connection.ts'
import { Reader } from './reader.ts'
import { serviceRows } from './search.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-rows-'))
const database = openForWriting(join(folder, 'a.db'))
const reader = new Reader(database)
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The statements of a list, and how many rows of the table they could read. */
async function page(filter: Partial<CallFilter>) {
  const any = { mode: null, state: null, test: null, reason: null, from: null, to: null, before: null }
  return await callPage(reader, { ...any, serviceIds: [1], limit: 50, ...filter }, serviceRows)
}

it('list of a service: stops after a bounded stretch without a match, and continues from there to the end', async () => {
  fill(database, 60_000, () => {})
  const first = await page({ reason: 'never heard of' })
  expect(first.items).toEqual([])
  // Half of all rows belong to this service: five blocks of 2,048 hold the 5,000 rows that are read at most.
  expect(first.next).toBeGreaterThan(100_000 + 60_000 - 8 * 2_048)
  let turns = 1
  for (let next = first.next; next !== null; turns++) {
    const more = await page({ reason: 'never heard of', before: next })
    expect(more.next ?? 0).toBeLessThan(next)
    next = more.next
  }
  expect(turns).toBeLessThan(12)
})

it('list of a service: finds the only row of a rarely used service, past the blocks of the others', async () => {
  const { items, next } = await page({ serviceIds: [services] })
  expect(items.map(({ vendorId }) => vendorId)).toEqual([100_007])
  expect(next).toBeNull()
})

it('list of a service: every list uses an index, none scans the table', () => {
  const block = 'SELECT count(*) FROM calls WHERE vendor_id / 2048 = 60 AND service_id = 1'
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${block}`).all()
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('SEARCH calls USING COVERING INDEX calls_by_service'),
  ])
})
