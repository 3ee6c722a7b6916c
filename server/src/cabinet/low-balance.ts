import { roubles } from '../billing/money.ts'
import type { Clock } from '../platform/clock.ts'
import type { Store } from '../storage/store.ts'
import type { Notices } from './notices.ts'
import { permissionsOf } from './permissions.ts'

/** In one round; more than these cross within a minute only where very many accounts live, and the next round goes on. */
const maxCrossingsARound = 200

/**
 * Tells accounts whose balance has gone below their threshold. The store gives each crossing to one node once, so a
 * restart repeats nothing; a node that dies between the two has told nobody, which the page shows too.
 */
export async function tellLowBalances(parts: {
  readonly store: Store
  readonly clock: Clock
  readonly notices: Notices
}): Promise<void> {
  const { store, clock, notices } = parts
  const crossings = await store.takeBalanceCrossings({ now: clock.now(), limit: maxCrossingsARound })
  for (const { accountId, balanceUnits, thresholdUnits, byEmail, byMessenger } of crossings) {
    const concerned = (await store.members(accountId)).filter(({ role }) =>
      permissionsOf(role).includes('change-money-notices'),
    )
    notices.tell(
      concerned.map(({ personId }) => personId),
      { kind: 'low-balance', accountId, balance: roubles(balanceUnits), threshold: roubles(thresholdUnits) },
      { byEmail, byMessenger },
    )
  }
}
