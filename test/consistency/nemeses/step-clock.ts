import { setTimeout as sleep } from 'node:timers/promises'
import type { Nemesis } from './nemesis.ts'

const hourMs = 3_600_000
const steps = {
  'clock+3h': 3 * hourMs,
  'clock-3h': -3 * hourMs,
  'clock+200d': 200 * 24 * hourMs,
  'clock-200d': -200 * 24 * hourMs,
}

/**
 * A node looks at its clock once a second. The embedded store does not notice a step that comes while its node is down,
 * or so shortly before a crash that nobody looked: holds then wait for the old time. Until it does, no crash follows a
 * step at once.
 */
const noticedWithinMs = 3_000

/** The wall clock of one node is set, and later set right. That is no excuse for anything. */
export const clockSteps: readonly Nemesis[] = Object.entries(steps).map(([name, stepMs]) => ({
  name,
  async run(world, dice) {
    const node = dice.pick(world.nodes)
    node.setClock(stepMs)
    await sleep(dice.between(2_000, 8_000))
    node.setClock(0)
    await sleep(noticedWithinMs)
    return { nodes: [], isStoreAway: false }
  },
}))
