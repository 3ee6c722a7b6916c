import pg from 'pg'
import { expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { callTo, furnish, options, startMs } from '../../../test/store-contract/fixture.ts'
import { openPostgresStore } from './store.ts'

const whoWaits =
  "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
const deadlocks = 'SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()'

const untilWaiting = (url: string, count: number) =>
  expect.poll(async () => (await ask(url, whoWaits))[0]!.n, { timeout: 3_000, interval: 20 }).toBe(count)

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
  await untilWaiting(url, 2)
  await holder.end()

  const kinds = (await Promise.all(asked)).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['admitted', 'replayed'])
  await house.store.close()
  await other.close()
})

it('calls by destination: two nodes that called the same places in another order do not deadlock', async () => {
  const url = await freshDatabase()
  const open = (nodeId: string) => openPostgresStore({ ...options, url, nodeId, now: () => startMs })
  const { store: one, serviceId } = await furnish({ open: () => open('one') })
  const two = await open('two')
  const counts = ['7903', '7916'].map((prefix) => ({ hour: 100, serviceId, prefix, country: 'RU', calls: 1 }))
  await one.countPrefixes(counts)
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query("SELECT FROM prefix_hours WHERE prefix = '7916' FOR UPDATE")
  const backwards = two.countPrefixes(counts.toReversed())
  await untilWaiting(url, 1)
  const forwards = one.countPrefixes(counts)
  await untilWaiting(url, 2)
  await holder.end()
  await Promise.all([backwards, forwards])

  expect((await one.prefixHour(100)).map(({ calls }) => calls)).toEqual([3, 3])
  await one.close()
  await two.close()
  expect(await ask(url, deadlocks)).toEqual([{ n: 0 }])
})
