import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openPostgresStore } from '../../server/src/storage/postgres/store.ts'
import { StoreUnavailable } from '../../server/src/storage/store.ts'
import { makeCluster } from '../../server/test/postgres/cluster.ts'
import { callTo, ended, furnish, options, price, startMs } from '../../server/test/store-contract/fixture.ts'

const long = process.env.RINGKEY_TEST_LONG === '1'
const kills = long ? 25 : 3
const atOnce = 64
const callsBetweenKills = 300
const balanceUnits = 1e12
const patienceMs = long ? 1_800_000 : 240_000

it(
  'PostgreSQL killed under load: nothing acknowledged is lost, and nothing is charged twice',
  async () => {
    const cluster = await makeCluster()
    await cluster.start()
    const url = await cluster.createDatabase('ringkey')
    const open = () =>
      openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs, deadlinesBy: 'callers' })
    const { store, ...house } = await furnish({ open }, balanceUnits)
    const acknowledged = new Map<number, string>()
    const settled = new Set<number>()
    let next = 0
    let isOver = false

    /** With the same key until it is answered, as a client does. */
    const surely = async <T>(ask: () => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await ask()
        } catch (error) {
          expect(error).toBeInstanceOf(StoreUnavailable)
          await sleep(50)
        }
      }
    }
    const worker = async () => {
      while (!isOver) {
        const unique = `key-${next++}`
        const request = callTo(`7916${1_000_000 + next}`, house, { unique })
        const result = await surely(() => store.admitCall(request))
        if (result.kind !== 'admitted' && result.kind !== 'replayed') throw new Error(JSON.stringify(result))
        acknowledged.set(result.vendorId, unique)
        await surely(() => store.settle(ended(house, result.vendorId, next % 2 === 0)))
        settled.add(result.vendorId)
      }
    }
    const load = Promise.all(Array.from({ length: atOnce }, worker))
    for (let kill = 0; kill < kills; kill++) {
      const goal = settled.size + callsBetweenKills
      const reached = (async () => {
        while (settled.size < goal) await sleep(5)
      })()
      await Promise.race([reached, load])
      await cluster.kill()
      await cluster.start()
    }
    isOver = true
    await load

    for (const [vendorId, unique] of acknowledged) {
      expect(await store.call(vendorId)).toMatchObject({ unique })
    }
    expect(new Set(acknowledged.values()).size).toBe(acknowledged.size)
    // What nobody was told of is ended by the sweep in the service; here by hand.
    for (const { vendorId } of await store.dueCalls({ now: startMs + 60_000, limit: 10_000 })) {
      await store.settle(ended(house, vendorId, false))
    }
    const account = await store.account(house.accountId)
    let paid = 0
    // One after the other: of thousands at once the last would wait for a connection for too long.
    for (const id of settled) if ((await store.call(id))?.state === 'completed') paid++
    expect(account).toMatchObject({ heldUnits: 0, balanceUnits: balanceUnits - paid * price })
    expect(await store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
    await store.close()
    await cluster.remove()
  },
  patienceMs,
)
