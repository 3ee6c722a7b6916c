import pg from 'pg'
import { expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { callTo, furnish, options, startMs } from '../../../test/store-contract/fixture.ts'
import { openPostgresStore } from './store.ts'

const whoWaits =
  "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"

it('idempotency key: two nodes at the same moment admit it once, whatever default isolation the database has', async () => {
  const url = await freshDatabase()
  const name = new URL(url).pathname.slice(1)
  await ask(url, `ALTER DATABASE "${name}" SET default_transaction_isolation = 'repeatable read'`)
  const open = (nodeId: string) => openPostgresStore({ ...options, url, nodeId, now: () => startMs })
  const house = await furnish({ open: () => open('one') })
  const other = await open('two')
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE', [house.accountId])

  const free = callTo('79161110001', house, { unique: 'k', test: true, priceUnits: 0 })
  const asked = [house.store.admitCall(free), other.admitCall(free)]
  await expect.poll(async () => (await ask(url, whoWaits))[0]!.n, { timeout: 3_000, interval: 20 }).toBe(2)
  await holder.end()

  const kinds = (await Promise.all(asked)).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['admitted', 'replayed'])
  await house.store.close()
  await other.close()
})
