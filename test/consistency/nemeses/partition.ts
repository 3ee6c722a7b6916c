import { setTimeout as sleep } from 'node:timers/promises'
import { harmTo, type Nemesis } from './nemesis.ts'

/** The node with a network of its own. */
const separated = 0

/** Nothing comes back from the database: packets vanish, and nobody is told. */
export const silentPartition: Nemesis = {
  name: 'silent-partition',
  async run(world, dice) {
    world.network!.silence()
    await sleep(dice.between(1_000, 9_000))
    world.network!.mend()
    return harmTo(world, separated, 'cut-off')
  },
}

/** The database cannot be reached, and the node is told so at once. */
export const refusingPartition: Nemesis = {
  name: 'refusing-partition',
  async run(world, dice) {
    world.network!.refuse()
    await sleep(dice.between(1_000, 9_000))
    world.network!.mend()
    return harmTo(world, separated, 'cut-off')
  },
}
