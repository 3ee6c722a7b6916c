import { expect, it } from 'vitest'
import { startPooler } from '../../server/test/postgres/pooler.ts'
import { foreignLock, fullDisk } from './nemeses/database.ts'
import { freezeInTransaction } from './nemeses/freeze-in-transaction.ts'
import { killNode } from './nemeses/kill-node.ts'
import { cutCommit, silenceAfterCommit } from './nemeses/lose-commit.ts'
import { patienceMs, plan } from './plan.ts'
import { makePostgresWorld } from './postgres-world.ts'
import { runAndCheck } from './run.ts'

const all = [killNode, cutCommit, silenceAfterCommit, freezeInTransaction, foreignLock, fullDisk]
const few = [cutCommit, foreignLock, fullDisk]
const partOfLong = 0.2

it(
  'nodes behind PgBouncer: keep every promise while commits are cut, an account is locked and the disk is full',
  async () => {
    const world = await makePostgresWorld(2, { startPooler })
    try {
      expect(await runAndCheck(world, plan({ all, few }, partOfLong))).toEqual([])
    } finally {
      await world.remove()
    }
  },
  patienceMs,
)
