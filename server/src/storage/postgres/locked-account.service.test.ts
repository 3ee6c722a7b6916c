import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import {
  accountBalance,
  addAccount,
  addService,
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
import { create, requestFor } from '../../../test/store-contract/verifications.ts'
import { StoreUnavailable } from '../store.ts'
import { openPostgresStore } from './store.ts'

const patienceMs = 90_000
const waitingForLock = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`
const funds = 1_000_000

describe('an account that another session keeps locked', () => {
  let url: string
  let locked: Furnished
  let others: Furnished[]
  let holder: pg.Client
  let phones = 0
  const phone = () => `7916${String(++phones).padStart(7, '0')}`

  beforeEach(async () => {
    url = await freshDatabase()
    const first = await furnish(
      { open: () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs }) },
      funds,
    )
    const add = async (email: string): Promise<Furnished> => {
      const accountId = await addAccount(first.store, email, { amountUnits: funds })
      return { store: first.store, accountId, serviceId: await addService(first.store, accountId) }
    }
    locked = await add('locked@example.com')
    // Accounts are locked in the order of their ids: some come before the locked one, some after it.
    others = [first, await add('second@example.com'), await add('third@example.com')]
    holder = new pg.Client({ connectionString: url })
    await holder.connect()
  })
  afterEach(async () => {
    await holder.end()
    await locked.store.close()
  })

  const lock = async () => {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [locked.accountId])
  }
  const areRefused = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.every((result) => result.status === 'rejected' && result.reason instanceof StoreUnavailable)

  it(
    'is refused alone: others are served while the lock is held, and nothing is lost',
    async () => {
      const { store } = locked
      const open = [
        await admitted(store, callTo(phone(), locked)),
        (await create(locked, { phone: phone() })).vendorId,
      ]
      await lock()
      const ofLocked: Promise<PromiseSettledResult<unknown>[]>[] = []
      const rounds = 10
      for (let round = 0; round < rounds; round++) {
        const mine = [
          store.admitCall(callTo(phone(), locked)),
          ...open.map((id) => store.settle(ended(locked, id, true))),
        ]
        ofLocked.push(Promise.allSettled(mine))
        const ids = await Promise.all(others.map((other) => admitted(store, callTo(phone(), other))))
        const ends = ids.map((id, place) => store.settle(ended(others[place]!, id, true)))
        expect(await Promise.all(ends)).toEqual(ids.map(() => true))
      }
      expect(areRefused((await Promise.all(ofLocked)).flat())).toBe(true)
      await holder.query('ROLLBACK')

      expect(await Promise.all(open.map((id) => store.settle(ended(locked, id, true))))).toEqual([true, true])
      expect(await accountBalance(store, locked.accountId)).toEqual({ balance: funds - 2 * price, held: 0 })
      for (const { accountId } of others) {
        expect(await accountBalance(store, accountId)).toEqual({ balance: funds - rounds * price, held: 0 })
      }
      expect(await isClean(store)).toBe(true)
    },
    patienceMs,
  )

  it(
    'leaves the connections to verifications of others',
    async () => {
      const { store } = locked
      await lock()
      const ofLocked = Array.from({ length: 60 }, () =>
        store.createVerification(requestFor(locked, { phone: phone() })),
      )
      const refused = Promise.allSettled(ofLocked)
      for (let round = 0; round < 10; round++) {
        await Promise.all(others.map((other) => create(other, { phone: phone() })))
        await Promise.all(others.map((other) => admitted(store, callTo(phone(), other))))
      }
      expect(areRefused(await refused)).toBe(true)
      await holder.query('ROLLBACK')
      await create(locked, { phone: phone() })
      expect((await accountBalance(store, locked.accountId)).held).toBe(price)
      expect(await isClean(store)).toBe(true)
    },
    patienceMs,
  )

  it(
    'is served when the lock ends in time',
    async () => {
      await lock()
      const call = admitted(locked.store, callTo(phone(), locked))
      const created = create(locked, { phone: phone() })
      // Both wait in one batch.
      while ((await ask(url, waitingForLock))[0]!.n !== 1) await sleep(20)
      await holder.query('ROLLBACK')
      await Promise.all([call, created])
      expect((await accountBalance(locked.store, locked.accountId)).held).toBe(2 * price)
    },
    patienceMs,
  )
})
