import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { type Cutter, commitMessage, startCutter } from '../../../test/postgres/cutter.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import {
  accountBalance,
  admitted,
  callTo,
  ended,
  type Furnished,
  furnish,
  isClean,
  options,
  price,
  startMs,
} from '../../../test/store-contract/fixture.ts'
import { openPostgresStore } from './store.ts'

describe('a connection that breaks during a batch', () => {
  let url: string
  let cutter: Cutter
  let house: Furnished
  beforeEach(async () => {
    url = await freshDatabase()
    cutter = await startCutter(url)
    const node = { ...options, url: cutter.url, directUrl: url, nodeId: 'one', now: () => startMs }
    house = await furnish({ open: () => openPostgresStore(node) })
  })
  afterEach(async () => {
    await house.store.close()
    await cutter.stop()
  })
  const stored = async () => (await ask(url, 'SELECT count(*)::int AS n FROM calls'))[0]!.n as number

  it.each(['before', 'after'] as const)(
    '%s the commit reached the server: the call is admitted once and its money held once',
    async (when) => {
      const call = callTo('79161110001', house, { unique: 'k' })
      cutter.cutOnce(commitMessage, when)
      const vendorId = await admitted(house.store, call)
      expect(cutter.cuts).toBe(1)
      expect(await stored()).toBe(1)
      expect(await accountBalance(house.store, house.accountId)).toEqual({
        balance: 1_000_000 - price,
        held: price,
      })
      expect(await house.store.admitCall(call)).toMatchObject({ kind: 'replayed', vendorId })
      expect(await isClean(house.store)).toBe(true)
    },
  )

  it.each(['before', 'after'] as const)(
    '%s the commit reached the server: the call is ended once and the caller gets that result',
    async (when) => {
      const vendorId = await admitted(house.store, callTo('79161110001', house))
      cutter.cutOnce(commitMessage, when)
      expect(await house.store.settle(ended(house, vendorId, true))).toBe(true)
      expect(cutter.cuts).toBe(1)
      expect(await house.store.settle(ended(house, vendorId, true))).toBe(false)
      expect(await accountBalance(house.store, house.accountId)).toEqual({
        balance: 1_000_000 - price,
        held: 0,
      })
      expect(await isClean(house.store)).toBe(true)
    },
  )

  it('before any answer arrived: nothing was stored, and the batch is tried again', async () => {
    cutter.cutOnce('BEGIN', 'after')
    await admitted(house.store, callTo('79161110001', house))
    expect(cutter.cuts).toBe(1)
    expect(await stored()).toBe(1)
    expect((await accountBalance(house.store, house.accountId)).held).toBe(price)
  })
})
