// The second half of the store contract. Every test creates its own database, so the two halves run in parallel.
import { postgresUnderTest } from '../../../test/postgres/store-under-test.ts'
import { describeRecords } from '../../../test/store-contract/index.ts'

describeRecords('PostgreSQL', postgresUnderTest())
