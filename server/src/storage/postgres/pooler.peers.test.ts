import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { commitMessage, startCutter } from '../../../test/postgres/cutter.ts'
import { insertCall } from '../../../test/postgres/insert-call.ts'
import { type Pooler, startPooler } from '../../../test/postgres/pooler.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { startTestService } from '../../../test/service.ts'
import { describeAdmission } from '../../../test/store-contract/admission.ts'
import {
  accountBalance,
  addAccount,
  addService,
  admitted,
  callTo,
  ended,
  furnish,
  isClean,
  options,
  price,
  type StoreUnderTest,
  startMs,
} from '../../../test/store-contract/fixture.ts'
import { describeInboundAndRepeats } from '../../../test/store-contract/inbound-and-repeats.ts'
import { describeSettlement } from '../../../test/store-contract/settlement.ts'
import { migrations } from '../migrations.ts'
import { migrate } from './migrate.ts'
import { openPostgresStore } from './store.ts'

const databases = new Map<string, Promise<string>>()
let pooler: Pooler
beforeAll(async () => {
  pooler = await startPooler(await freshDatabase())
})
afterAll(() => pooler?.stop())

const under: StoreUnderTest = {
  async open(place, options) {
    if (!databases.has(place)) databases.set(place, freshDatabase())
    const directUrl = await databases.get(place)!
    return openPostgresStore({
      ...options,
      url: pooler.url(directUrl),
      directUrl,
      nodeId: 'one',
      now: () => startMs,
      deadlinesBy: 'callers',
    })
  },
}

describe('PostgreSQL behind PgBouncer', () => {
  describeAdmission(under)
  describeSettlement(under)
  describeInboundAndRepeats(under)

  it('serves many accounts at once over fewer connections than there are accounts', async () => {
    const house = await furnish(under, 0)
    const { store } = house
    const houses = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const accountId = await addAccount(store, `owner-of-${index}@example.com`)
        await store.topUp({ accountId, amountUnits: 100 * price, note: '', at: startMs })
        return { accountId, serviceId: await addService(store, accountId) }
      }),
    )
    for (let round = 0; round < 10; round++) {
      await Promise.all(
        houses.map(async (each, index) => {
          const vendorId = await admitted(store, callTo(`7916${round}${100_000 + index}`, each))
          await store.settle(ended(each, vendorId, true))
        }),
      )
    }
    for (const { accountId } of houses)
      expect(await accountBalance(store, accountId)).toEqual({ balance: 90 * price, held: 0 })
    expect(await isClean(store)).toBe(true)
    await store.close()
  })
})

it.each(['before', 'after'] as const)(
  'PgBouncer loses its server %s the commit: the call is admitted once, and ended once with that result',
  async (when) => {
    const directUrl = await freshDatabase()
    const cutter = await startCutter(directUrl)
    const own = await startPooler(cutter.url)
    const node = { ...options, url: own.url(directUrl), directUrl, nodeId: 'one', now: () => startMs }
    const house = await furnish({ open: () => openPostgresStore(node) })
    try {
      cutter.cutOnce(commitMessage, when)
      const vendorId = await admitted(house.store, callTo('79161110001', house))
      expect(await ask(directUrl, 'SELECT vendor_id FROM calls')).toMatchObject([
        { vendor_id: String(vendorId) },
      ])
      cutter.cutOnce(commitMessage, when)
      expect(await house.store.settle(ended(house, vendorId, true))).toBe(true)
      expect(cutter.cuts).toBe(2)
      expect(await accountBalance(house.store, house.accountId)).toEqual({
        balance: 1_000_000 - price,
        held: 0,
      })
      expect(await isClean(house.store)).toBe(true)
    } finally {
      await house.store.close()
      await own.stop()
      await cutter.stop()
    }
  },
)

it('migrate: refuses to build an index concurrently through PgBouncer', async () => {
  const direct = await freshDatabase()
  await ask(direct, insertCall(100_000))
  const later = { indexes: [{ name: 'calls_by_client', table: 'calls', on: '(client)' }], sql: 'SELECT 1' }
  const list = [...migrations, later]
  await expect(migrate(pooler.url(direct), list)).rejects.toThrow(/RINGKEY_DATABASE_DIRECT_URL/)
  await migrate(direct, list)
})

it('a service works through PgBouncer and migrates over its direct address', async () => {
  const direct = await freshDatabase()
  await ask(direct, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  const service = await startTestService({
    RINGKEY_DATABASE_URL: pooler.url(direct),
    RINGKEY_DATABASE_DIRECT_URL: direct,
    RINGKEY_DEMO: 'on',
  })
  try {
    const { body } = await service.post('initCall', { phone: '79161234567', unique: 'a' })
    const again = await service.post('initCall', { phone: '79161234567', unique: 'a' })
    expect(again.body).toMatchObject({ vendor_id: body.vendor_id })
    const info = await service.get('getInfo', { uid: String(body.vendor_id) })
    expect(info.body).toMatchObject({ status: true, vendor_id: body.vendor_id, unique: 'a' })
    expect((await service.raw('/health')).status).toBe(200)
    expect(await isClean(service.store)).toBe(true)
    const [seen] = await ask(
      direct,
      `SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE application_name = 'ringkey' AND datname = current_database()`,
    )
    expect(seen!.n).toBeLessThanOrEqual(5)
  } finally {
    await service.stop()
  }
})
