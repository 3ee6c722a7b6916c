import { testNumberThatSucceeds } from '../books/test-numbers.ts'
import type { Log } from '../platform/log.ts'
import type { PhoneHasher } from './phone-privacy.ts'
import type { Settler } from './settler.ts'

/**
 * Only on an embedded store: on a shared one the open calls may belong to another node, and their deadline ends them.
 */
export async function recoverCalls(settler: Settler, hasher: PhoneHasher, log: Log): Promise<void> {
  const succeedsHash = hasher.hash(testNumberThatSucceeds)
  const recovered = await settler.recover((phoneHash) =>
    phoneHash !== null && succeedsHash.equals(phoneHash)
      ? { kind: 'outcome', completed: true, reason: 'test number' }
      : { kind: 'abandoned' },
  )
  if (recovered > 0)
    log.warn(
      { event: 'calls-recovered', recovered },
      'calls that a crash interrupted have failed and their money was returned',
    )
}
