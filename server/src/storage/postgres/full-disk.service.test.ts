import { afterEach, beforeEach, expect, it } from 'vitest'
import { fillDisk, freeDisk } from '../../../test/postgres/full-disk.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import {
  admitted,
  callTo,
  type Furnished,
  furnish,
  options,
  startMs,
} from '../../../test/store-contract/fixture.ts'
import { StoreUnavailable } from '../store.ts'
import { openPostgresStore } from './store.ts'

let url: string
let house: Furnished
beforeEach(async () => {
  url = await freshDatabase()
  house = await furnish({
    open: () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs }),
  })
})
afterEach(() => house.store.close())

it('a full disk of PostgreSQL: the heartbeat fails with the first refused write, and until there is room again', async () => {
  const { store } = house
  await store.heartbeat(startMs)
  await fillDisk(url)
  await expect(store.admitCall(callTo('79161110001', house))).rejects.toThrow(StoreUnavailable)
  await expect(store.heartbeat(startMs + 1)).rejects.toThrow(/could not extend file/)
  await expect(store.heartbeat(startMs + 2)).rejects.toThrow(StoreUnavailable)
  await freeDisk(url)
  await store.heartbeat(startMs + 3)
  await admitted(store, callTo('79161110001', house))
})
