import { setTimeout as sleep } from 'node:timers/promises'
import { type Nemesis, noHarm } from './nemesis.ts'

/** A node that nobody asks for a while keeps ids that it drew for refused requests; then it is asked again. */
export const standby: Nemesis = {
  name: 'standby',
  async run(world, dice) {
    if (world.nodes.length > 1) {
      const node = dice.pick(world.nodes)
      node.isResting = true
      await sleep(dice.between(3_000, 20_000))
      node.isResting = false
    }
    return noHarm
  },
}
