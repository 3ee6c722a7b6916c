import { deliveryContract } from '../../server/test/store-contract/deliveries.ts'
import { options, type StoreUnderTest } from '../../server/test/store-contract/fixture.ts'
import { describeBooks, describeRecords } from '../../server/test/store-contract/index.ts'
import { rollDice } from '../consistency/dice.ts'
import { Database, type Surroundings } from './database.ts'
import { openModelStore } from './model-store.ts'
import { type Actor, makeActor } from './schedule.ts'

const node = makeActor('a node')

/** Real time, in which every message comes at once. */
function surroundings(): Surroundings {
  let actor: Actor = node
  return {
    dice: rollDice(1),
    note() {},
    wayMs: () => 0,
    get nowMs() {
      return performance.now()
    },
    get actor() {
      return actor
    },
    as(its, run) {
      const before = actor
      actor = its
      try {
        return run()
      } finally {
        actor = before
      }
    },
    after(delayMs, run, its = actor) {
      const happen = () => this.as(its, run)
      if (delayMs > 0) {
        const timer = setTimeout(happen, delayMs)
        return { cancel: () => clearTimeout(timer) }
      }
      const soon = setImmediate(happen)
      return { cancel: () => clearImmediate(soon) }
    },
  }
}

const databases = new Map<string, Database>()
const model: StoreUnderTest = {
  async open(place, options) {
    const database = databases.get(place) ?? new Database(surroundings(), options.numberLimits)
    databases.set(place, database)
    return openModelStore({ ...options, database, nodeId: 'one', deadlinesBy: 'callers' })
  },
}

describeBooks('the model of a shared store', model)
describeRecords('the model of a shared store', model)

deliveryContract('the model of a shared store', async () => {
  const store = await model.open('deliveries', options)
  databases.delete('deliveries')
  return { store, close: () => store.close() }
})
