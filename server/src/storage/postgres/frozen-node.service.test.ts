import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { type Cutter, commitMessage, startCutter } from '../../../test/postgres/cutter.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import {
  accountBalance,
  admitted,
  callTo,
  type Furnished,
  furnish,
  isClean,
  options,
  price,
  startMs,
} from '../../../test/store-contract/fixture.ts'
import { openPostgresStore } from './store.ts'

const writer = fileURLToPath(new URL('../../../test/postgres/write-once.ts', import.meta.url))
const heldTransactions = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'idle in transaction'`
const patienceMs = 60_000

describe('a node that is frozen inside a transaction', () => {
  let url: string
  let cutter: Cutter
  let house: Furnished
  let node: ChildProcess
  beforeEach(async () => {
    url = await freshDatabase()
    cutter = await startCutter(url)
    house = await furnish({
      open: () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs }),
    })
  })
  afterEach(async () => {
    node.kill('SIGKILL')
    await house.store.close()
    await cutter.stop()
  })

  const freezeBeforeCommitOf = async (operation: 'admitCall' | 'setAccountStatus') => {
    const held = cutter.holdOnce(commitMessage)
    const args = [writer, cutter.url, operation, String(house.accountId), String(house.serviceId)]
    node = spawn(process.execPath, args, { stdio: 'inherit' })
    await held
    node.kill('SIGSTOP')
    expect((await ask(url, heldTransactions))[0]!.n).toBe(1)
  }

  it.each(['admitCall', 'setAccountStatus'] as const)(
    'blocks no other node on the account for longer than the lock timeout (%s)',
    async (operation) => {
      await freezeBeforeCommitOf(operation)
      await admitted(house.store, callTo('79161110001', house))
      expect(await accountBalance(house.store, house.accountId)).toEqual({
        balance: 1_000_000 - price,
        held: price,
      })
      expect((await ask(url, heldTransactions))[0]!.n).toBe(0)
    },
    patienceMs,
  )

  it(
    'either writes its part once, if it continues in time, or reports that it could not',
    async () => {
      await freezeBeforeCommitOf('admitCall')
      await admitted(house.store, callTo('79161110001', house))
      const ended = once(node, 'exit')
      node.kill('SIGCONT')
      const [code] = await ended
      const [{ n }] = (await ask(url, 'SELECT count(*)::int AS n FROM calls')) as [{ n: number }]
      expect(n).toBe(code === 0 ? 2 : 1)
      expect((await accountBalance(house.store, house.accountId)).held).toBe(n * price)
      expect(await isClean(house.store)).toBe(true)
    },
    patienceMs,
  )
})
