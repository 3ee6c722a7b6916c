import { setTimeout as sleep } from 'node:timers/promises'
import { commitMessage } from '../../../server/test/postgres/cutter.ts'
import { harmTo, type Nemesis, soon } from './nemesis.ts'

/** The connection breaks around a commit: the node does not know whether it is stored. */
export const cutCommit: Nemesis = {
  name: 'cut-commit',
  async run(world, dice) {
    const node = dice.pick(world.nodes)
    const cutter = node.cutter!
    const before = cutter.cuts
    cutter.cutOnce(commitMessage, dice.chance(0.5) ? 'before' : 'after')
    const isCut = async () => {
      while (cutter.cuts === before) await sleep(10)
    }
    const beginMs = await soon(isCut(), 'a cut')
    return { ...harmTo(world, node.index, 'cut-off'), beginMs }
  },
}

/** The server gets the commit. Then nothing passes for longer than the node looks for its outcome. */
export const silenceAfterCommit: Nemesis = {
  name: 'silence-after-commit',
  async run(world, dice) {
    const node = dice.pick(world.nodes)
    const beginMs = await soon(node.cutter!.swallowAfter(commitMessage), 'a commit')
    await sleep(dice.between(500, 5_000))
    node.cutter!.mend()
    return { ...harmTo(world, node.index, 'cut-off'), beginMs }
  },
}

/** An orderly stop while the outcome of a commit is unknown. */
export const stopInUnknownCommit: Nemesis = {
  name: 'stop-in-unknown-commit',
  async run(world, dice) {
    const node = dice.pick(world.nodes)
    const beginMs = await soon(node.cutter!.swallowAfter(commitMessage), 'a commit')
    const stopped = node.stop()
    await sleep(dice.below(4_000))
    node.cutter!.mend()
    const isStuck = !(await stopped)
    await node.start()
    return { ...harmTo(world, node.index, 'cut-off'), isStuck, beginMs }
  },
}
