import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { deliveryContract } from '../../../test/store-contract/deliveries.ts'
import { startMs } from '../../../test/store-contract/fixture.ts'
import { describeStore } from '../../../test/store-contract/index.ts'
import { openPostgresStore } from './store.ts'

const databases = new Map<string, Promise<string>>()
/** The suite moves a clock of its own. */
const node = { nodeId: 'one', now: () => startMs, deadlinesBy: 'callers' } as const
const numberLimits = { gapMs: 0, perMinute: 60, perDay: 1000, blockMs: 0 }

describeStore('PostgreSQL', {
  async open(place, options) {
    if (!databases.has(place)) databases.set(place, freshDatabase())
    return openPostgresStore({ ...options, url: await databases.get(place)!, ...node })
  },
})

deliveryContract('PostgreSQL', async () => {
  const store = await openPostgresStore({ url: await freshDatabase(), ...node, numberLimits })
  return { store, close: () => store.close() }
})
