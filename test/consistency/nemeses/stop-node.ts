import { harmTo, type Nemesis } from './nemesis.ts'

/** An orderly restart. */
export const stopNode: Nemesis = {
  name: 'stop-node',
  async run(world, dice) {
    const node = dice.pick(world.nodes)
    const isStuck = !(await node.stop())
    await node.start()
    return { ...harmTo(world, node.index, 'stopped'), isStuck }
  },
}
