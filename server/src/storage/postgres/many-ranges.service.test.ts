import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import {
  addTrunk,
  admitted,
  callTo,
  ended,
  type Furnished,
  furnish,
  options,
  startMs,
  waitFor,
} from '../../../test/store-contract/fixture.ts'
import { call, waitingFor } from '../queries/calls.ts'
import type { Sql } from '../sql.ts'
import { openPool } from './connection.ts'
import { dueOn } from './due.ts'
import { openPostgresStore } from './store.ts'
import { PlannedOnceSql, transaction } from './transaction.ts'

/** About half a year of ranges. */
const ranges = 200
/** Ranges made in one transaction: each takes a dozen locks until the transaction ends. */
const rangesAtOnce = 50
const firstRange = 10

const addRanges = (from: number, count: number) => `DO $$
DECLARE
  first_id bigint;
  ranged text;
BEGIN
  FOR number IN ${from}..${from + count - 1} LOOP
    first_id := number * 1000000;
    FOREACH ranged IN ARRAY ARRAY['calls', 'unique_keys', 'search_keys'] LOOP
      EXECUTE format('CREATE TABLE %s_%s PARTITION OF %s FOR VALUES FROM (%s) TO (%s)',
        ranged, first_id, ranged, first_id, first_id + 1000000);
    END LOOP;
    INSERT INTO vendor_ranges VALUES (first_id, first_id + 1000000);
  END LOOP;
END $$`

let url: string
let house: Furnished
beforeAll(async () => {
  url = await freshDatabase()
  for (let added = 0; added < ranges; added += rangesAtOnce) {
    await ask(url, addRanges(firstRange + added, rangesAtOnce))
  }
  house = await furnish({
    open: () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs }),
  })
})
afterAll(() => house.store.close())

it('many ranges: calls are served within the statement timeout over half a year of ranges', async () => {
  const call = callTo('79161110001', house, { unique: 'k' })
  const vendorId = await admitted(house.store, call)
  expect(await house.store.admitCall(call)).toMatchObject({ kind: 'replayed', vendorId })
  expect(await house.store.settle(ended(house, vendorId, true))).toBe(true)
})

it('many ranges: for an incoming call and for one call PostgreSQL plans one range only', async () => {
  const confirmationNumber = '74951230001'
  await addTrunk(house.store, 'north')
  const request = waitFor('79161110002', house, { candidates: [confirmationNumber] })
  const waiting = await house.store.admitInbound(request)
  if (waiting.kind !== 'admitted') throw new Error(waiting.kind)
  const { vendorId } = waiting
  const pool = openPool(url)
  // A statement locks every table in its plan until the transaction ends.
  const locked = `SELECT count(*)::int AS ranges FROM pg_locks JOIN pg_class ON pg_class.oid = relation
    WHERE pid = pg_backend_pid() AND relname ~ '^calls_\\d+$'`
  const rangesOf = (run: (sql: Sql) => Promise<unknown>) =>
    transaction(pool, async (sql) => {
      const result = await run(sql)
      return { result, ...(await sql.get(locked)) }
    })
  const { phoneHash } = request
  const search = { phoneHash, confirmationNumber, trunk: 'north', now: startMs }
  expect(await rangesOf((sql) => waitingFor(sql, search))).toEqual({ result: vendorId, ranges: 1 })
  expect(await rangesOf((sql) => call(sql, vendorId))).toMatchObject({ ranges: 1 })
  await pool.end()
})

it('many ranges: a connection plans the sweep for due calls over all ranges once, for all who ask', async () => {
  const pool = openPool(url)
  const client = await pool.connect()
  const sweeps = dueOn(pool, new PlannedOnceSql(client))
  for (let nth = 0; nth < 20; nth++)
    await Promise.all([
      sweeps.dueCalls({ now: 0, limit: 10 }),
      sweeps.hasUndigested(),
      sweeps.settingsVersion(),
    ])
  const { rows } = await client.query('SELECT generic_plans, custom_plans FROM pg_prepared_statements')
  expect(rows).toEqual([{ generic_plans: 20, custom_plans: 0 }])
  client.release()
  await pool.end()
})
