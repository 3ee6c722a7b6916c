import pg from 'pg'
import { expect, it } from 'vitest'
import { oldApprovals, queuedApprovals } from '../../../test/old-approvals.ts'
import { ask, makeCluster } from '../../../test/postgres/cluster.ts'
import { databaseBefore, emptyDatabase } from '../../../test/postgres/old-database.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { callTo, ended, furnish, hashOf, options, startMs } from '../../../test/store-contract/fixture.ts'
import { hourMs } from '../../platform/clock.ts'
import { mendTotals } from './mend-totals.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { ensurePartitionsAhead, vendorRanges } from './partitions.ts'
import { facts } from './steps/facts.ts'
import { hourTotals } from './steps/hour-totals.ts'
import { insight } from './steps/insight.ts'
import { openPostgresStore } from './store.ts'
import { PostgresSql } from './transaction.ts'

it('migrate: creates the tables once, however many nodes start at the same time', async () => {
  const url = await emptyDatabase()
  await Promise.all(Array.from({ length: 6 }, () => migrate(url)))
  const versions = await ask(url, 'SELECT version FROM ringkey_schema ORDER BY version')
  expect(versions.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
})

it('migrate: refuses a schema of a newer version', async () => {
  const url = await freshDatabase()
  await ask(url, 'INSERT INTO ringkey_schema VALUES (999)')
  await expect(migrate(url)).rejects.toThrow(/version 999, made by a newer Ringkey/)
})

it.each(['synchronous_commit'])('migrate: refuses a server that runs with %s off', async (name) => {
  const url = await freshDatabase()
  await ask(url, `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET ${name} = off`)
  await expect(migrate(url)).rejects.toThrow(new RegExp(`${name} = off`))
})

it('migrate: refuses a server that could lose what it has committed', async () => {
  const cluster = await makeCluster()
  await cluster.start()
  const url = await cluster.createDatabase('ringkey')
  for (const name of ['fsync', 'full_page_writes']) {
    await ask(url, `ALTER SYSTEM SET ${name} = off`)
    await ask(url, 'SELECT pg_reload_conf()')
    await expect.poll(() => ask(url, `SHOW ${name}`)).toEqual([{ [name]: 'off' }])
    await expect(migrate(url)).rejects.toThrow(new RegExp(`${name} = off`))
    await ask(url, `ALTER SYSTEM RESET ${name}`)
  }
  await cluster.remove()
})

it('migrate: names the cause when the server is unreachable', async () => {
  await expect(migrate('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(/PostgreSQL cannot be used/)
})

it('migrate: an older node keeps working while a newer one adds a table and a column', async () => {
  const url = await freshDatabase()
  const house = await furnish({
    open: () => openPostgresStore({ ...options, url, nodeId: 'old', now: () => startMs }),
  })
  let admitted = 0
  let isOver = false
  const load = (async () => {
    while (!isOver) {
      const result = await house.store.admitCall(callTo(`7916${1_000_000 + admitted}`, house))
      if (result.kind === 'admitted') await house.store.settle(ended(result.vendorId, false))
      admitted += 1
    }
  })()
  await ask(url, `BEGIN; ALTER TABLE calls ADD COLUMN later text; CREATE TABLE later (id bigint); COMMIT`)
  const before = admitted
  while (admitted < before + 5) await new Promise((resolve) => setImmediate(resolve))
  isOver = true
  await load
  expect(await house.store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
  await house.store.close()
})

it('partitions: are made before ids need them, are repaired when they ran out, and a full one is dropped whole', async () => {
  const url = await freshDatabase()
  const house = await furnish({
    open: () =>
      openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs, deadlinesBy: 'callers' }),
  })
  const { store } = house
  const first = await store.admitCall(callTo('79161110001', house, { unique: 'k' }))
  await store.settle(ended((first as { vendorId: number }).vendorId, true))
  // All ids of the prepared ranges are used up.
  await ask(url, "SELECT setval('vendor_ids', 3000000)")
  const later = await store.admitCall(callTo('79161110002', house, { startedAt: startMs + 1 }))
  expect(later).toMatchObject({ kind: 'admitted' })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const sql = new PostgresSql(client as never)
  await ensurePartitionsAhead(sql, startMs)
  const ranges = await vendorRanges(sql)
  expect(ranges.filter(({ firstId }) => firstId > 3_000_000).length).toBeGreaterThanOrEqual(2)

  const now = startMs + 200 * 86_400_000
  while ((await store.purge({ before: now - 180 * 86_400_000, now, limit: 100 })).more);
  expect((await vendorRanges(sql)).some(({ firstId }) => firstId === 0)).toBe(false)
  expect(await store.callsOfPhone(hashOf('79161110001'))).toEqual([])
  expect(await ask(url, "SELECT to_regclass('calls_0') AS gone")).toEqual([{ gone: null }])
  await client.end()
  await store.close()
})

it('migrate: queues calls settled before there were statistics, and counts them in the existing ranges', async () => {
  const url = await databaseBefore(insight)
  const store = await openPostgresStore({ ...options, url, nodeId: 'new', now: () => startMs })
  expect(await store.digest({ limit: 10, now: startMs })).toBe(2)
  const found = await ask(url, 'SELECT vendor_id::int FROM search_keys_0 ORDER BY vendor_id')
  expect(found.map(({ vendor_id }) => vendor_id)).toEqual([100_001, 100_002])
  await store.close()
})

it('migrate: sums the facts of the hours that are there, and again two hours later those that an older node counted', async () => {
  const url = await freshDatabase()
  const open = () => openPostgresStore({ ...options, url, nodeId: 'new', now: () => startMs })
  const house = await furnish({ open })
  const attempts = [{ trunk: 'a', reason: 'rang', stage: 'ringing', callerBlock: '7495120' }]
  for (const phone of ['79161110001', '79161110002']) {
    const call = await house.store.admitCall(callTo(phone, house))
    if (call.kind !== 'admitted') throw new Error(call.kind)
    await house.store.settle({
      ...ended(call.vendorId, true),
      details: JSON.stringify({ trunk: 'a', attempts }),
    })
  }
  await house.store.digest({ limit: 10, now: startMs })
  const totals = () => ask(url, 'SELECT * FROM hour_totals ORDER BY service_id, test, cell, hour')
  const counted = await totals()
  expect(counted.map(({ service_id, calls }) => [Number(service_id), calls])).toEqual([
    [0, 2],
    [0, 2],
    [house.serviceId, 2],
  ])
  await house.store.close()
  const version = migrations.indexOf(hourTotals)
  await ask(
    url,
    `DROP TABLE hour_totals; DROP INDEX hour_facts_by_cell; DELETE FROM ringkey_schema WHERE version > ${version}`,
  )
  await migrate(url)
  expect(await totals()).toEqual(counted)

  // As an older node counts: without totals.
  await ask(url, `DELETE FROM hour_totals`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const sql = new PostgresSql(client as never)
  // The hour of the database, by which calls begin.
  const hourAt = Number(counted[0]!.hour) * hourMs
  await mendTotals(sql, hourAt + hourMs)
  expect(await totals()).toEqual([])
  for (let look = 0; look < 2; look++) await mendTotals(sql, hourAt + 2 * hourMs)
  expect(await totals()).toEqual(counted)
  await client.end()
})

it('migrate: counts stored calls and what became of their codes anew, and lets older nodes count nothing meanwhile', async () => {
  const url = await databaseBefore(facts)
  await ask(url, oldApprovals)
  const store = await openPostgresStore({ ...options, url, nodeId: 'new', now: () => startMs })
  const queued = await ask(
    url,
    'SELECT key, vendor_id::int, approved::int, checks::int FROM conversion_queue ORDER BY key COLLATE "C"',
  )
  expect(queued).toEqual(queuedApprovals)
  await expect(ask(url, "INSERT INTO statistics VALUES (1, 0, 0, 0, '', 1, 1, 0)")).rejects.toThrow(
    /no_longer_counted/,
  )
  const calls = await ask(url, 'SELECT vendor_id::int FROM undigested ORDER BY 1')
  expect(calls.map(({ vendor_id }) => vendor_id)).toEqual([100_001, 100_002])
  await store.close()
})
