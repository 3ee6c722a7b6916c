// The second half of the contract: every test waits for a database of its own, so the halves run side by side.
import { postgresUnderTest } from '../../../test/postgres/store-under-test.ts'
import { describeRecords } from '../../../test/store-contract/index.ts'

describeRecords('PostgreSQL', postgresUnderTest())
