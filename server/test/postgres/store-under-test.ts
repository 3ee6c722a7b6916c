import { openPostgresStore } from '../../src/storage/postgres/store.ts'
import { type StoreUnderTest, startMs } from '../store-contract/fixture.ts'
import { freshDatabase } from './run-cluster.ts'

/** The suites move a clock of their own. */
export const contractNode = { nodeId: 'one', now: () => startMs, deadlinesBy: 'callers' } as const

/** A database for each place. */
export function postgresUnderTest(): StoreUnderTest {
  const databases = new Map<string, Promise<string>>()
  return {
    async open(place, options) {
      if (!databases.has(place)) databases.set(place, freshDatabase())
      return openPostgresStore({ ...options, url: await databases.get(place)!, ...contractNode })
    },
  }
}
