import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../consistency/dice.ts'
import { clockJumps } from '../consistency/nemeses/clock-jumps.ts'
import { freezeNode } from '../consistency/nemeses/freeze-node.ts'
import { killNode } from '../consistency/nemeses/kill-node.ts'
import { type Nemesis, storeAway } from '../consistency/nemeses/nemesis.ts'
import { stopNode } from '../consistency/nemeses/stop-node.ts'
import type { Database } from './database.ts'
import type { Network } from './network.ts'

/** What goes wrong in the installation with this database and this network. */
export function faultsOf(database: Database, network: Network): readonly Nemesis[] {
  /** Nobody gets an answer. */
  const databaseAway: Nemesis = {
    name: 'database-away',
    async run(_, dice) {
      database.leave(dice.between(300, 6_000))
      while (database.isAway) await sleep(50)
      return storeAway
    },
  }
  /** Commits are lost on their way, and answers to others. */
  const commitsLost: Nemesis = {
    name: 'commits-lost',
    async run(_, dice: Dice) {
      database.losesCommits = 0.3
      await sleep(dice.between(500, 5_000))
      database.losesCommits = 0
      return storeAway
    },
  }
  /** The database goes away with a commit. Nodes ask for two seconds what became of it, and then they have to answer. */
  const awayWithCommit: Nemesis = {
    name: 'away-with-a-commit',
    async run(_, dice) {
      await database.leaveWithCommit(dice.between(2_000, 4_500))
      const beginMs = performance.now()
      while (database.isAway) await sleep(50)
      return { ...storeAway, beginMs }
    },
  }
  const ofDatabase = [databaseAway, commitsLost, awayWithCommit, awayWithCommit, awayWithCommit]
  /** Connections break before their answers: those of clients, and those to receivers and gateways. */
  const answersLost: Nemesis = {
    name: 'answers-lost',
    async run({ nodes }, dice) {
      network.breaks = 0.3
      await sleep(dice.between(500, 4_000))
      network.breaks = 0
      return { harm: 'cut-off', nodes: nodes.map(({ index }) => index), isStoreAway: false }
    },
  }
  return [killNode, killNode, freezeNode, stopNode, ...ofDatabase, answersLost, ...clockJumps]
}
