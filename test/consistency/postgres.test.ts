import { expect, it } from 'vitest'
import { crashBetweenStatements, freezeBetweenStatements } from './nemeses/between-statements.ts'
import { clockJumps } from './nemeses/clock-jumps.ts'
import { foreignLock, freezeDatabase, fullDisk, killDatabase, otherIsolation } from './nemeses/database.ts'
import { freezeInTransaction } from './nemeses/freeze-in-transaction.ts'
import { killNode } from './nemeses/kill-node.ts'
import { cutCommit, silenceAfterCommit, stopInUnknownCommit } from './nemeses/lose-commit.ts'
import { cutTopUp, killTopUp } from './nemeses/lose-top-up.ts'
import { standby } from './nemeses/standby.ts'
import { isLong, patienceMs, plan } from './plan.ts'
import { makePostgresWorld } from './postgres-world.ts'
import { runAndCheck } from './run.ts'

const all = [
  killNode,
  freezeInTransaction,
  crashBetweenStatements,
  freezeBetweenStatements,
  cutCommit,
  silenceAfterCommit,
  stopInUnknownCommit,
  freezeDatabase,
  killDatabase,
  otherIsolation,
  foreignLock,
  fullDisk,
  cutTopUp,
  killTopUp,
  standby,
  ...clockJumps,
]
const few = [freezeInTransaction, cutCommit, silenceAfterCommit, crashBetweenStatements, cutTopUp]

it(
  'nodes on PostgreSQL: keep every promise while nodes, database, network and clocks fail',
  async () => {
    const world = await makePostgresWorld(isLong ? 3 : 2)
    try {
      expect(await runAndCheck(world, plan({ all, few }))).toEqual([])
    } finally {
      await world.remove()
    }
  },
  patienceMs,
)
