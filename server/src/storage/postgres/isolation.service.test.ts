import pg from 'pg'
import { expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { callTo, furnish, options, startMs } from '../../../test/store-contract/fixture.ts'
import type { Store } from '../store.ts'
import { openPostgresStore } from './store.ts'

const whoWaits =
  "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
const deadlocks = 'SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()'

const untilWaiting = (url: string, count: number) =>
  expect.poll(async () => (await ask(url, whoWaits))[0]!.n, { interval: 20 }).toBe(count)

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

const places = ['7903', '7916']
const written: readonly {
  readonly what: string
  readonly lockSecond: string
  write(store: Store, serviceId: number, names: readonly string[]): Promise<unknown>
}[] = [
  {
    what: 'calls by destination',
    lockSecond: "SELECT FROM prefix_hours WHERE prefix = '7916' FOR UPDATE",
    write: (store, serviceId, names) =>
      store.countPrefixes(names.map((prefix) => ({ hour: 100, serviceId, prefix, country: 'RU', calls: 1 }))),
  },
  {
    what: 'alarms',
    lockSecond: "SELECT FROM alarms WHERE subject = '7916' FOR UPDATE",
    write: (store, _, names) =>
      store.noteAlarms({
        nodeId: store.nodeId,
        alarms: names.map((subject) => ({ kind: 'prefix-paused', subject, since: startMs, facts: {} })),
        isComplete: false,
        now: startMs,
      }),
  },
]
it.each(written)(
  '$what: two nodes that write the same ones in another order do not deadlock',
  async ({ lockSecond, write }) => {
    const url = await freshDatabase()
    const open = (nodeId: string) => openPostgresStore({ ...options, url, nodeId, now: () => startMs })
    const { store: one, serviceId } = await furnish({ open: () => open('one') })
    const two = await open('two')
    await write(one, serviceId, places)
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query('BEGIN')
    await holder.query(lockSecond)
    const backwards = write(two, serviceId, places.toReversed())
    await untilWaiting(url, 1)
    const forwards = write(one, serviceId, places)
    await untilWaiting(url, 2)
    await holder.end()
    await Promise.all([backwards, forwards])
    await one.close()
    await two.close()

    expect(await ask(url, deadlocks)).toEqual([{ n: 0 }])
  },
)
