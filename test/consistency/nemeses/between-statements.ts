import { setTimeout as sleep } from 'node:timers/promises'
import { commitMessage } from '../../../server/test/postgres/cutter.ts'
import { harmTo, type Nemesis, soon } from './nemesis.ts'

/**
 * Fault points inside a transaction: the first message that does not arrive. Statements have the names under which the
 * nodes prepare them (server/src/storage/postgres/write-batch.ts).
 */
const faultPoints = ['rk_calls', 'rk_ends', 'rk_entries', 'rk_accounts', commitMessage]

/** A crash between two statements of a transaction. */
export const crashBetweenStatements: Nemesis = {
  name: 'crash-between-statements',
  async run(world, dice) {
    const node = dice.pick(world.nodes)
    const beginMs = await soon(node.cutter!.holdFrom(dice.pick(faultPoints)), 'a fault point')
    await node.kill()
    await node.start()
    return { ...harmTo(world, node.index, 'cut-off'), beginMs }
  },
}

/** The node stops between two statements that it sent in one piece. Nobody tells the server. */
export const freezeBetweenStatements: Nemesis = {
  name: 'freeze-between-statements',
  async run(world, dice) {
    const node = dice.pick(world.nodes)
    const beginMs = await soon(node.cutter!.holdFrom(dice.pick(faultPoints)), 'a fault point')
    node.signal('SIGSTOP')
    await sleep(dice.between(2_500, 12_000))
    node.signal('SIGCONT')
    return { ...harmTo(world, node.index, 'cut-off'), beginMs }
  },
}
