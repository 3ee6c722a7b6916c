import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../consistency/dice.ts'
import { clockJumps } from '../consistency/nemeses/clock-jumps.ts'
import { freezeNode } from '../consistency/nemeses/freeze-node.ts'
import { killNode } from '../consistency/nemeses/kill-node.ts'
import { type Nemesis, storeAway } from '../consistency/nemeses/nemesis.ts'
import { stopNode } from '../consistency/nemeses/stop-node.ts'
import type { Database } from './database.ts'

/** What goes wrong in the installation with this database. */
export function faultsOf(database: Database): readonly Nemesis[] {
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
  return [killNode, killNode, freezeNode, stopNode, databaseAway, commitsLost, ...clockJumps]
}
