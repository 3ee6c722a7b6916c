import pg from 'pg'
import { expect, it } from 'vitest'
import { ask, makeCluster } from '../../../test/postgres/cluster.ts'
import { emptyDatabase, freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { callTo, ended, furnish, hashOf, options, startMs } from '../../../test/store-contract/fixture.ts'
import { migrations } from '../migrations.ts'
import { firstVersion, newestVersion } from '../schema-state.ts'
import { migrate } from './migrate.ts'
import { ensurePartitionsAhead, vendorRanges } from './partitions.ts'
import { openPostgresStore } from './store.ts'
import { PostgresSql } from './transaction.ts'

it('migrate: creates the tables once, however many nodes start at the same time', async () => {
  const url = await emptyDatabase()
  await Promise.all(Array.from({ length: 6 }, () => migrate(url)))
  expect(await versions(url)).toEqual(migrations.map((_, index) => firstVersion + index))
})

/** As the next release might add one. */
const added = { sql: 'CREATE TABLE later (id bigint); INSERT INTO later VALUES (1)' }
const versions = async (url: string) =>
  (await ask(url, 'SELECT version FROM ringkey_schema ORDER BY version')).map(({ version }) => version)

it('migrate: runs a new migration once, however many nodes start at the same time', async () => {
  const url = await freshDatabase()
  const list = [...migrations, added]
  await Promise.all(Array.from({ length: 6 }, () => migrate(url, list)))
  expect((await versions(url)).at(-1)).toBe(newestVersion(list))
  expect(await ask(url, 'SELECT id::int FROM later')).toEqual([{ id: 1 }])
})

it('migrate: a migration that fails undoes those of the same start', async () => {
  const url = await freshDatabase()
  const failing = { sql: 'CREATE TABLE halfway (id bigint); SELECT 1 / 0' }
  await expect(migrate(url, [...migrations, added, failing])).rejects.toThrow(/division by zero/)
  expect((await versions(url)).at(-1)).toBe(newestVersion(migrations))
  expect(await ask(url, "SELECT to_regclass('later') AS later, to_regclass('halfway') AS halfway")).toEqual([
    { later: null, halfway: null },
  ])
})

it('migrate: an interrupted migration runs again at the next start', async () => {
  const url = await freshDatabase()
  const endless = { sql: 'CREATE TABLE halfway (id bigint); SELECT pg_sleep(600)' }
  const cutOff = migrate(url, [...migrations, added, endless]).catch((error: Error) => error.message)
  const endSleeping = `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'PgSleep'`
  await expect.poll(() => ask(url, endSleeping), { timeout: 20_000 }).toEqual([{ ended: true }])
  expect(await cutOff).toMatch(/PostgreSQL cannot be used/)
  await migrate(url, [...migrations, added])
  expect((await versions(url)).at(-1)).toBe(newestVersion([...migrations, added]))
  expect(await ask(url, "SELECT to_regclass('halfway') AS halfway")).toEqual([{ halfway: null }])
})

it('migrate: refuses a schema from before the first release and changes nothing', async () => {
  const url = await emptyDatabase()
  await ask(
    url,
    'CREATE TABLE ringkey_schema (version integer PRIMARY KEY); INSERT INTO ringkey_schema VALUES (59)',
  )
  await expect(migrate(url)).rejects.toThrow(
    /^The database has version 59, made by a Ringkey from before its first release.*empty data folder or database/,
  )
  expect(await ask(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([
    { tablename: 'ringkey_schema' },
  ])
})

it('migrate: refuses a schema of a newer version', async () => {
  const url = await freshDatabase()
  await ask(url, 'INSERT INTO ringkey_schema VALUES (999)')
  await expect(migrate(url)).rejects.toThrow(/version 999, made by a newer Ringkey/)
})

it.each(['off', 'local', 'remote_write'])(
  'migrate: refuses a server with synchronous_commit = %s, unless a setting takes it as it is',
  async (value) => {
    const url = await freshDatabase()
    await ask(url, `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET synchronous_commit = ${value}`)
    await expect(migrate(url)).rejects.toThrow(
      `synchronous_commit = ${value}: expected on or remote_apply, so that an answer is durable. RINGKEY_DATABASE_COMMIT=as-set`,
    )
    await migrate(url, undefined, 'as-set')
  },
)

it('migrate: takes a server whose commits wait for the standby to apply them', async () => {
  const url = await freshDatabase()
  await ask(url, `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET synchronous_commit = remote_apply`)
  await migrate(url)
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
      if (result.kind === 'admitted') await house.store.settle(ended(house, result.vendorId, false))
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
  await store.settle(ended(house, (first as { vendorId: number }).vendorId, true))
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
