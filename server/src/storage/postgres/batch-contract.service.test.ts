import { describe } from 'vitest'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { describeAdmission } from '../../../test/store-contract/admission.ts'
import { type StoreUnderTest, startMs } from '../../../test/store-contract/fixture.ts'
import { describeInboundAndRepeats } from '../../../test/store-contract/inbound-and-repeats.ts'
import { describeSettlement } from '../../../test/store-contract/settlement.ts'
import { openPostgresStore } from './store.ts'

const under: StoreUnderTest = {
  async open(_, options) {
    const node = { url: await freshDatabase(), nodeId: 'one', now: () => startMs }
    return openPostgresStore({ ...options, ...node, deadlinesBy: 'callers', loneRequestsBy: 'batch' })
  },
}

// Most requests of the contract come alone and take the functions; here the same promises of the batches.
describe('PostgreSQL, where a lone request is a batch too', () => {
  describeAdmission(under)
  describeSettlement(under)
  describeInboundAndRepeats(under)
})
