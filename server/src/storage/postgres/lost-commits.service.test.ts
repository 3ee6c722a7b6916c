import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Cutter, commitMessage, startCutter } from '../../../test/postgres/cutter.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import {
  accountBalance,
  callTo,
  type Furnished,
  furnish,
  isClean,
  options,
  price,
  startMs,
} from '../../../test/store-contract/fixture.ts'
import { type Store, StoreUnavailable } from '../store.ts'
import { openPostgresStore } from './store.ts'

/** Longer than a request may wait for its 503, shorter than the 30 s that this once took. */
const patienceMs = 60_000

const lookUp = {
  fingerprint: null,
  lookupId: 'one',
  amountUnits: 400,
  caps: [],
  startedAt: startMs,
  deadlineAt: startMs + 1,
}

let cutter: Cutter
let house: Furnished
let other: Store
beforeEach(async () => {
  const url = await freshDatabase()
  cutter = await startCutter(url)
  const open = (through: string, nodeId: string) =>
    openPostgresStore({ ...options, url: through, nodeId, now: () => startMs })
  house = await furnish({ open: () => open(cutter.url, 'one') })
  other = await open(url, 'two')
})
afterEach(async () => {
  await house.store.close()
  await other.close()
  await cutter.stop()
})

it(
  'lost commit: the request gets 503 soon, its look-up can be refunded, its key stays with the call',
  async () => {
    const call = callTo('79161110001', house, { unique: 'k' })
    const swallowed = cutter.swallowAfter(commitMessage)
    const asked = Promise.allSettled([
      house.store.admitCall(call),
      house.store.holdLookup({ ...lookUp, accountId: house.accountId }),
    ])
    await swallowed
    const replayed = await other.admitCall(call)
    expect(replayed).toMatchObject({ kind: 'replayed' })

    for (const answer of await asked)
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
    cutter.mend()
    const { accountId } = house
    expect(await other.endLookup({ lookupId: 'one', accountId, isAnswered: false, at: startMs })).toBe(true)
    expect(await accountBalance(other, accountId)).toEqual({ balance: 1_000_000 - price, held: price })

    expect(await other.admitCall(call)).toEqual(replayed)
    expect(await isClean(other)).toBe(true)
  },
  patienceMs,
)
