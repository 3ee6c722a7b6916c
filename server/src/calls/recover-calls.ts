import type { Log } from '../platform/log.ts'
import type { PhoneHasher } from './phone-privacy.ts'
import type { Settler } from './settler.ts'
import { testNumbersByHash } from './test-calls.ts'

/**
 * Only on an embedded store: on a shared one the open calls may belong to another node, and their deadline ends them.
 */
export async function recoverCalls(settler: Settler, hasher: PhoneHasher, log: Log): Promise<void> {
  const testNumberOf = testNumbersByHash(hasher)
  const recovered = await settler.recover(({ phoneHash, mode }) => {
    const test = testNumberOf(phoneHash)
    return test === undefined ? { kind: 'abandoned' } : { kind: 'outcome', ...test.outcome(mode) }
  })
  if (recovered > 0)
    log.warn(
      { event: 'calls-recovered', recovered },
      'calls that a crash interrupted have failed and their money was returned',
    )
}
