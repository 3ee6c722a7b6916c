import { afterAll, beforeAll, expect, it } from 'vitest'
import { freezeDatabase, killDatabase, otherIsolation } from './nemeses/database.ts'
import { freezeInTransaction } from './nemeses/freeze-in-transaction.ts'
import { killNode } from './nemeses/kill-node.ts'
import { cutCommit, silenceAfterCommit, stopInUnknownCommit } from './nemeses/lose-commit.ts'
import { clockSteps } from './nemeses/step-clock.ts'
import { isLong, patienceMs, plan } from './plan.ts'
import { makePostgresWorld } from './postgres-world.ts'
import { runAndCheck } from './run.ts'
import type { World } from './world.ts'

const nemeses = [
  killNode,
  freezeInTransaction,
  cutCommit,
  silenceAfterCommit,
  stopInUnknownCommit,
  freezeDatabase,
  killDatabase,
  otherIsolation,
  ...clockSteps,
]

let world: World
beforeAll(async () => {
  world = await makePostgresWorld(isLong ? 3 : 2)
}, patienceMs)
afterAll(() => world?.remove(), patienceMs)

it(
  'nodes on PostgreSQL: keep every promise while nodes, database, network and clocks fail',
  async () => {
    expect(await runAndCheck(world, plan(nemeses))).toEqual([])
  },
  patienceMs,
)
