import { expect, it } from 'vitest'
import { makeEmbeddedWorld } from './embedded-world.ts'
import { clockJumps } from './nemeses/clock-jumps.ts'
import { freezeNode } from './nemeses/freeze-node.ts'
import { killNode } from './nemeses/kill-node.ts'
import { killTopUp } from './nemeses/lose-top-up.ts'
import { stopNode } from './nemeses/stop-node.ts'
import { patienceMs, plan } from './plan.ts'
import { runAndCheck } from './run.ts'

const all = [killNode, stopNode, freezeNode, killTopUp, ...clockJumps]
const few = [killNode, killTopUp, ...clockJumps.slice(0, 2)]
const partOfLong = 0.3

it(
  'the embedded store: keeps every promise while its node is killed, frozen and its clock is set',
  async () => {
    const world = await makeEmbeddedWorld()
    try {
      expect(await runAndCheck(world, plan({ all, few }, partOfLong))).toEqual([])
    } finally {
      await world.remove()
    }
  },
  patienceMs,
)
