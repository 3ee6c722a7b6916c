import { setTimeout as sleep } from 'node:timers/promises'
import { harmTo, type Nemesis } from './nemesis.ts'

export const killNode: Nemesis = {
  name: 'kill-node',
  async run(world, dice) {
    const node = dice.pick(world.nodes)
    await node.kill()
    await sleep(dice.below(1_500))
    await node.start()
    return harmTo(world, node.index, 'killed')
  },
}
