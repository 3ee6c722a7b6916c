import { join } from 'node:path'
import { openSqliteStore } from '../../server/src/storage/sqlite/store.ts'
import type { Store } from '../../server/src/storage/store.ts'
import {
  addAccount,
  addService,
  callTo,
  ended,
  type Furnished,
  options,
} from '../../server/test/store-contract/fixture.ts'
import { prefill } from '../http/prefill.ts'
import type { Figures } from '../measure/figures.ts'
import { repeatFor } from '../measure/repeat.ts'
import { progress } from '../measure/rounds.ts'

const inFlight = 64
const richUnits = 1e14
const firstId = 100_000

export type GrownStores = Awaited<ReturnType<typeof openGrownStores>>

/** A store of its own for each number of stored calls. CPU time is of this process with its writer thread. */
export async function openGrownStores(root: string, sizes: readonly number[]) {
  const stores = new Map<number, { readonly store: Store; readonly houses: Furnished[] }>()
  for (const size of sizes) {
    const folder = join(root, String(size))
    await prefill(folder, size, (done) => progress(`prefilling ${done.toLocaleString('en')}`))
    const store = await openSqliteStore({
      ...options,
      file: join(folder, 'ringkey.db'),
      onCrash: (error) => {
        throw error
      },
    })
    while (await store.maintain());
    await store.changeTariff({ code: 'uni', name: 'Uni', chargesFailed: false })
    stores.set(size, { store, houses: [await enter(store, 'first')] })
  }
  let turn = 0
  return {
    /** So many services, each of an account of its own. */
    async furnish(count: number): Promise<void> {
      for (const { store, houses } of stores.values())
        while (houses.length < count) houses.push(await enter(store, `account-${houses.length}`))
    },
    admit(size: number, seconds: number, services = 1): Promise<Figures> {
      const { store, houses } = stores.get(size)!
      return repeatFor(seconds, inFlight, async () => {
        const place = turn++
        const request = callTo(`7${9_000_000_000 + place}`, houses[place % services]!, {
          unique: `u${place}`,
        })
        const result = await store.admitCall(request)
        if (result.kind !== 'admitted') throw new Error(JSON.stringify(result))
        await store.settle(ended(houses[place % services]!, result.vendorId, true))
      })
    },
    read(size: number, seconds: number): Promise<Figures> {
      const { store } = stores.get(size)!
      return repeatFor(seconds, 1, () => store.call(somewhere(++turn, size)))
    },
    list(size: number, seconds: number): Promise<Figures> {
      const { store } = stores.get(size)!
      const filter = { mode: null, state: null, test: null, reason: null, from: null, to: null, limit: 50 }
      return repeatFor(seconds, 1, () =>
        store.callPage({ ...filter, serviceIds: [1], before: somewhere(++turn, size) + 51 }),
      )
    },
    async close(): Promise<void> {
      for (const { store } of stores.values()) await store.close()
    },
  }
}

async function enter(store: Store, name: string): Promise<Furnished> {
  const accountId = await addAccount(store, `${name}@example.com`)
  await store.topUp({ accountId, amountUnits: richUnits, note: '', at: 1 })
  return { store, accountId, serviceId: await addService(store, accountId) }
}

/** Another place in every turn: nothing is answered from what the turn before has read. */
const somewhere = (turn: number, size: number) => firstId + Math.floor(((turn * 0.618_033_98) % 1) * size)
