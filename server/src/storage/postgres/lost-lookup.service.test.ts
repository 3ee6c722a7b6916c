import { expect, it } from 'vitest'
import { ManualClock } from '../../../test/manual-clock.ts'
import { commitMessage, startCutter } from '../../../test/postgres/cutter.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { accountBalance, furnish, isClean, options } from '../../../test/store-contract/fixture.ts'
import { PaidLookups } from '../../calls/paid-lookups.ts'
import { createNumbering } from '../../numbering/numbering.ts'
import { systemRandom } from '../../platform/random.ts'
import { type Store, StoreUnavailable } from '../store.ts'
import { openPostgresStore } from './store.ts'

/** Covers the wait for a commit without an answer, and for connections when the node stops. */
const patienceMs = 60_000
const holdMs = 30_000

it(
  'checkPhone: nothing stays charged after a 503, when the node then stopped in order without its database',
  async () => {
    const url = await freshDatabase()
    const cutter = await startCutter(url)
    const clock = new ManualClock()
    const open = (through: string, nodeId: string) =>
      openPostgresStore({ ...options, url: through, nodeId, now: () => clock.now(), deadlinesBy: 'callers' })
    const lookupsOf = (store: Store) =>
      new PaidLookups({
        store,
        clock,
        random: systemRandom,
        hasher: { hash: () => Buffer.alloc(32) },
        lookup: undefined,
        storeTrouble: () => {},
      })
    const other = await open(url, 'two')
    const { store, accountId } = await furnish({ open: () => open(cutter.url, 'one') })
    try {
      const phone = createNumbering().readE164('79161234567')!
      const swallowed = cutter.swallowAfter(commitMessage)
      const asked = lookupsOf(store).ask(phone, {
        accountId,
        amountUnits: 400,
        caps: [],
        serviceId: 1,
        unique: null,
      })
      const refused = expect(asked).rejects.toThrow(StoreUnavailable)
      await swallowed
      await refused
      expect(await accountBalance(other, accountId)).toEqual({ balance: 999_600, held: 400 })
      await store.close()

      await clock.advance(holdMs)
      await lookupsOf(other).sweep()
      expect(await accountBalance(other, accountId)).toEqual({ balance: 1_000_000, held: 0 })
      expect(await isClean(other)).toBe(true)
    } finally {
      await other.close()
      await cutter.stop()
    }
  },
  patienceMs,
)
