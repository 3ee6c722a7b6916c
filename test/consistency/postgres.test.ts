import { afterAll, beforeAll, expect, it } from 'vitest'
import { crashBetweenStatements, freezeBetweenStatements } from './nemeses/between-statements.ts'
import { clockJumps } from './nemeses/clock-jumps.ts'
import { freezeDatabase, killDatabase, otherIsolation } from './nemeses/database.ts'
import { freezeInTransaction } from './nemeses/freeze-in-transaction.ts'
import { killNode } from './nemeses/kill-node.ts'
import { cutCommit, silenceAfterCommit, stopInUnknownCommit } from './nemeses/lose-commit.ts'
import { cutTopUp, killTopUp } from './nemeses/lose-top-up.ts'
import { standby } from './nemeses/standby.ts'
import { isLong, patienceMs, plan } from './plan.ts'
import { makePostgresWorld } from './postgres-world.ts'
import { runAndCheck } from './run.ts'
import type { World } from './world.ts'

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
  cutTopUp,
  killTopUp,
  standby,
  ...clockJumps,
]
const few = [freezeInTransaction, cutCommit, silenceAfterCommit, crashBetweenStatements, cutTopUp]

let world: World
beforeAll(async () => {
  world = await makePostgresWorld(isLong ? 3 : 2)
}, patienceMs)
afterAll(() => world?.remove(), patienceMs)

it(
  'nodes on PostgreSQL: keep every promise while nodes, database, network and clocks fail',
  async () => {
    expect(await runAndCheck(world, plan({ all, few }))).toEqual([])
  },
  patienceMs,
)
