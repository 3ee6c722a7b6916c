import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { deliveryContract } from '../../../test/store-contract/deliveries.ts'
import { startMs } from '../../../test/store-contract/fixture.ts'
import { describeStore } from '../../../test/store-contract/index.ts'
import { openPostgresStore } from './store.ts'

const databases = new Map<string, Promise<string>>()
const now = () => startMs
const numberLimits = { gapMs: 0, perMinute: 60, perDay: 1000, blockMs: 0 }

describeStore('PostgreSQL', {
  async open(place, options) {
    if (!databases.has(place)) databases.set(place, freshDatabase())
    return openPostgresStore({ ...options, url: await databases.get(place)!, nodeId: 'one', now })
  },
})

deliveryContract('PostgreSQL', async () => {
  const store = await openPostgresStore({ url: await freshDatabase(), nodeId: 'one', now, numberLimits })
  return { store, close: () => store.close() }
})
