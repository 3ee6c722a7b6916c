import { setTimeout as sleep } from 'node:timers/promises'
import { type Nemesis, noHarm } from './nemesis.ts'

const hourMs = 3_600_000
const steps = {
  'clock+3h': 3 * hourMs,
  'clock-3h': -3 * hourMs,
  'clock+200d': 200 * 24 * hourMs,
  'clock-200d': -200 * 24 * hourMs,
}

/** The wall clock of one node is set, and later set right. A crash may follow at once. That is no excuse for anything. */
export const clockJumps: readonly Nemesis[] = Object.entries(steps).map(([name, stepMs]) => ({
  name,
  async run(world, dice) {
    const node = dice.pick(world.nodes)
    node.setClock(stepMs)
    await sleep(dice.between(2_000, 8_000))
    node.setClock(0)
    return noHarm
  },
}))
