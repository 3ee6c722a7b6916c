import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../../server/test/postgres/cluster.ts'
import { fillDisk, freeDisk } from '../../../server/test/postgres/full-disk.ts'
import { type Nemesis, storeAway } from './nemesis.ts'

export const freezeDatabase: Nemesis = {
  name: 'freeze-database',
  async run({ cluster }, dice) {
    cluster!.freeze()
    await sleep(dice.between(500, 6_000))
    cluster!.thaw()
    return storeAway
  },
}

export const killDatabase: Nemesis = {
  name: 'kill-database',
  async run({ cluster }) {
    await cluster!.kill()
    await cluster!.start()
    return storeAway
  },
}

/** Whatever needs new pages is refused, and the rest goes on. */
export const fullDisk: Nemesis = {
  name: 'full-disk',
  async run({ url }, dice) {
    await fillDisk(url!)
    await sleep(dice.between(2_000, 6_000))
    await freeDisk(url!)
    return storeAway
  },
}

/** A session that is none of ours keeps an account locked, less long than an account may be refused. */
export const foreignLock: Nemesis = {
  name: 'foreign-lock',
  async run({ url, house }, dice) {
    const { accountId } = dice.pick([house.keyed, house.capped, house.phones, ...house.lookups])
    const seconds = dice.between(1_500, 6_000) / 1000
    await ask(
      url!,
      `BEGIN; SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE; SELECT pg_sleep(${seconds}); ROLLBACK`,
    )
    return { harm: 'locked', nodes: [], isStoreAway: false }
  },
}

/** The operator of the database chooses another default, and every connection is made anew. */
export const otherIsolation: Nemesis = {
  name: 'other-isolation',
  async run({ url }, dice) {
    const level = dice.pick(['repeatable read', 'serializable'])
    await ask(url!, `ALTER DATABASE ringkey SET default_transaction_isolation = '${level}'`)
    await endConnections(url!)
    await sleep(dice.between(2_000, 5_000))
    await ask(url!, 'ALTER DATABASE ringkey RESET default_transaction_isolation')
    await endConnections(url!)
    return storeAway
  },
}

async function endConnections(url: string): Promise<void> {
  await ask(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ringkey'")
}
