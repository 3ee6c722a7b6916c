import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusingPartition, silentPartition } from './nemeses/partition.ts'
import { patienceMs, plan } from './plan.ts'
import { makePostgresWorld } from './postgres-world.ts'
import { runAndCheck } from './run.ts'
import { makeSeparateNetwork, type SeparateNetwork } from './separate-network.ts'
import type { World } from './world.ts'

const all = [silentPartition, refusingPartition]
const partOfLong = 0.2

let network: SeparateNetwork
let world: World
beforeAll(async () => {
  network = makeSeparateNetwork()
  world = await makePostgresWorld(2, { network })
}, patienceMs)
afterAll(async () => {
  await world?.remove()
  network?.remove()
}, patienceMs)

it(
  'nodes on PostgreSQL: keep every promise while the network of one node drops or refuses everything',
  async () => {
    expect(await runAndCheck(world, plan({ all, few: all }, partOfLong))).toEqual([])
  },
  patienceMs,
)
