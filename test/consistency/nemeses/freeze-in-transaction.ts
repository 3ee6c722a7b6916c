import { setTimeout as sleep } from 'node:timers/promises'
import { commitMessage } from '../../../server/test/postgres/cutter.ts'
import { harmTo, type Nemesis, soon } from './nemesis.ts'

/** The process stops while its transaction holds locks. Longer than the server lets a transaction be idle. */
export const freezeInTransaction: Nemesis = {
  name: 'freeze-in-transaction',
  async run(world, dice) {
    const node = dice.pick(world.nodes)
    const beginMs = await soon(node.cutter!.holdOnce(commitMessage), 'a commit')
    node.signal('SIGSTOP')
    await sleep(dice.between(2_500, 7_000))
    node.signal('SIGCONT')
    return { ...harmTo(world, node.index, 'frozen'), beginMs }
  },
}
