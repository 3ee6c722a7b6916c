import { setTimeout as sleep } from 'node:timers/promises'
import { harmTo, type Nemesis } from './nemesis.ts'

/** The process stops at any moment and goes on later. */
export const freezeNode: Nemesis = {
  name: 'freeze-node',
  async run(world, dice) {
    const node = dice.pick(world.nodes)
    node.signal('SIGSTOP')
    await sleep(dice.between(500, 5_000))
    node.signal('SIGCONT')
    return harmTo(world, node.index, 'frozen')
  },
}
