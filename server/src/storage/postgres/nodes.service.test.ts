import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import {
  accountBalance,
  addAccount,
  addService,
  admitted,
  callTo,
  changed,
  ended,
  type Furnished,
  furnish,
  isClean,
  options,
  price,
  startMs,
} from '../../../test/store-contract/fixture.ts'
import type { Store } from '../store.ts'
import { openPostgresStore } from './store.ts'

const open = async (url: string, nodeId: string) =>
  openPostgresStore({ ...options, url, nodeId, now: () => startMs })

let house: Furnished
let other: Store
beforeEach(async () => {
  const url = await freshDatabase()
  house = await furnish({ open: () => open(url, 'one') })
  other = await open(url, 'two')
})
afterEach(async () => {
  await house.store.close()
  await other.close()
})

describe('work that nodes must not do at the same time', () => {
  it('runs on one node at a time, and continues with the next after a failure', async () => {
    const under = { now: 0, most: 0 }
    const work = (result: string) => async () => {
      under.now += 1
      under.most = Math.max(under.most, under.now)
      await house.store.accounts()
      under.now -= 1
      if (result === 'fails') throw new Error('it failed')
      return result
    }
    const results = await Promise.allSettled([
      house.store.alone('demo', work('first')),
      other.alone('demo', work('fails')),
      other.alone('demo', work('third')),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(under).toEqual({ now: 0, most: 1 })
    expect(results[2]).toMatchObject({ value: 'third' })
  })
})

describe('batch of admissions in PostgreSQL', () => {
  it('fails only the request that cannot be stored', async () => {
    const { store, accountId } = house
    const requests = Array.from({ length: 20 }, (_, index) =>
      callTo(`7916111${1000 + index}`, house, { deadlineAt: startMs + (index === 7 ? 0.5 : 0) }),
    )
    const results = await Promise.allSettled(requests.map((request) => store.admitCall(request)))
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual(
      requests.map((_, index) => index !== 7),
    )
    expect((await accountBalance(store, accountId)).held).toBe(19 * price)
    expect(await isClean(store)).toBe(true)
  })

  it('stores quotes, backslashes, braces and SQL keywords unchanged', async () => {
    const { store } = house
    const client = '"quoted" \\back\\ {a,b} NULL \'single\' ,'
    const id = await admitted(store, callTo('79161110001', house, { client, unique: 'NULL', code: '0000' }))
    expect(await store.call(id)).toMatchObject({ client, unique: 'NULL', code: '0000' })
  })

  it('refuses a request of an unknown account and serves the others', async () => {
    const { store } = house
    const stranger = callTo('79161110001', { accountId: 999, serviceId: house.serviceId })
    const [lost, won] = await Promise.allSettled([
      store.admitCall(stranger),
      store.admitCall(callTo('79161110002', house)),
    ])
    expect([lost.status, won.status]).toEqual(['rejected', 'fulfilled'])
    await expect(store.admitCall(stranger)).rejects.toThrow('admitCall: there is no account 999')
    await expect(store.admitCall({ ...stranger, test: true })).rejects.toThrow('there is no account 999')
  })
})

describe('two nodes on one database', () => {
  it('make one call when both get the same key at the same moment', async () => {
    const { store, accountId } = house
    const rounds = 30
    for (let round = 0; round < rounds; round++) {
      const request = callTo(`7916111${1000 + round}`, house, { unique: `k${round}` })
      const both = await Promise.all([store.admitCall(request), other.admitCall(request)])
      expect(both.map(({ kind }) => kind).sort()).toEqual(['admitted', 'replayed'])
    }
    expect((await accountBalance(store, accountId)).held).toBe(rounds * price)
  })

  it('make one call when one gets a key alone and the other in a batch', async () => {
    const { store, accountId } = house
    const rounds = 30
    const neighbours = 3
    for (let round = 0; round < rounds; round++) {
      const request = callTo(`7916111${1000 + round}`, house, { unique: `k${round}` })
      const others = Array.from({ length: neighbours }, (_, index) =>
        other.admitCall(callTo(`79162${round + 10}${1000 + index}`, house)),
      )
      const both = await Promise.all([store.admitCall(request), other.admitCall(request)])
      expect(both.map(({ kind }) => kind).sort()).toEqual(['admitted', 'replayed'])
      expect((await Promise.all(others)).map(({ kind }) => kind)).toEqual(others.map(() => 'admitted'))
    }
    expect((await accountBalance(store, accountId)).held).toBe(rounds * (1 + neighbours) * price)
    expect(await isClean(store)).toBe(true)
  })

  it('enforce number limits and account funds together', async () => {
    const { store } = house
    for (let round = 0; round < 30; round++) {
      const request = callTo(`7916111${1000 + round}`, house)
      const both = await Promise.all([store.admitCall(request), other.admitCall(request)])
      expect(both.map(({ kind }) => kind).sort()).toEqual(['admitted', 'refused'])
    }

    const poor = await addAccount(store, 'poor@example.com')
    await store.topUp({ accountId: poor, amountUnits: 5 * price, note: '', at: startMs })
    const shop = { accountId: poor, serviceId: await addService(store, poor) }
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? store : other).admitCall(callTo(`7916222${1000 + index}`, shop)),
      ),
    )
    expect(results.filter(({ kind }) => kind === 'admitted')).toHaveLength(5)
    expect(await accountBalance(store, poor)).toEqual({ balance: 0, held: 5 * price })
  })

  it('enforce the spend cap of a prefix over accounts that share nothing else', async () => {
    const { store } = house
    const caps = [{ scope: 'prefix:7', perHourUnits: 4 * price, perDayUnits: 0 }]
    const second = await addAccount(store, 'second@example.com')
    await store.topUp({ accountId: second, amountUnits: 100 * price, note: '', at: startMs })
    const shop = { accountId: second, serviceId: await addService(store, second) }
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? store.admitCall(callTo(`7916111${1000 + index}`, house, { caps }))
          : other.admitCall(callTo(`7916111${1000 + index}`, shop, { caps })),
      ),
    )
    expect(results.filter(({ kind }) => kind === 'admitted')).toHaveLength(4)
  })

  it('end a call once, and see the changes of the other node', async () => {
    const { store, serviceId } = house
    const id = await admitted(store, callTo('79161110001', house))
    const both = await Promise.all([
      store.settle(ended(house, id, true)),
      other.settle(ended(house, id, false)),
    ])
    expect(both.filter(Boolean)).toHaveLength(1)
    const before = await other.settingsVersion()
    await changed(store, 'changeService', { id: serviceId, status: 'off', at: startMs })
    expect(await other.settingsVersion()).toBe(before + 1)
    expect(await isClean(other)).toBe(true)
  })
})
