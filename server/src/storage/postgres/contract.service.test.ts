import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { contractNode, postgresUnderTest } from '../../../test/postgres/store-under-test.ts'
import { deliveryContract } from '../../../test/store-contract/deliveries.ts'
import { describeBooks } from '../../../test/store-contract/index.ts'
import { openPostgresStore } from './store.ts'

const everywhere = { gapMs: 0, perMinute: 60, perDay: 1000, blockMs: 0 }
const numberLimits = { ...everywhere, everywhere }

describeBooks('PostgreSQL', postgresUnderTest())

deliveryContract('PostgreSQL', async () => {
  const store = await openPostgresStore({ url: await freshDatabase(), ...contractNode, numberLimits })
  return { store, close: () => store.close() }
})
