import { expect, it } from 'vitest'
import { commitMessage, startCutter } from '../../../test/postgres/cutter.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import {
  accountBalance,
  furnish,
  isClean,
  operationContextOn,
  options,
  startMs,
} from '../../../test/store-contract/fixture.ts'
import { topUp as topUpAccount } from '../../operations/accounts.ts'
import { perform } from '../../operations/perform.ts'
import { OutcomeUnknown } from '../store.ts'
import { openPostgresStore } from './store.ts'

it('top-up: a retry after the answer to COMMIT was lost moves the money once', async () => {
  const url = await freshDatabase()
  const cutter = await startCutter(url)
  const node = { ...options, url: cutter.url, directUrl: url, nodeId: 'one', now: () => startMs }
  const { store, accountId } = await furnish({ open: () => openPostgresStore(node) }, 0)
  const input = { account: accountId, amount: '0.5' }
  const topUp = () => perform(operationContextOn(store), topUpAccount, input, 'op-1')
  cutter.cutOnce(commitMessage, 'after')
  await expect(topUp()).rejects.toThrow(OutcomeUnknown)
  expect(cutter.cuts).toBe(1)
  expect(await topUp()).toEqual({ amount: 0.5, balance: 0.5 })
  expect(await accountBalance(store, accountId)).toEqual({ balance: 5_000, held: 0 })
  expect(await isClean(store)).toBe(true)
  await store.close()
  await cutter.stop()
})
