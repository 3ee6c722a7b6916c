import { roubles } from '../books/money.ts'
import type { CabinetDeps } from './deps.ts'
import { permissionsOf } from './permissions.ts'

/** In one round; more than these cross within a minute only where very many accounts live, and the next round goes on. */
const maxCrossingsARound = 200

/**
 * Notifies accounts whose balance has gone below their threshold. The store gives each crossing to one node once, so a
 * restart repeats nothing; a node that dies between the two has notified nobody, which the page shows too.
 */
export async function notifyLowBalances({
  store,
  clock,
  notices,
}: Pick<CabinetDeps, 'store' | 'clock' | 'notices'>): Promise<void> {
  const crossings = await store.takeBalanceCrossings({ now: clock.now(), limit: maxCrossingsARound })
  for (const { accountId, balanceUnits, thresholdUnits, byEmail, byMessenger } of crossings) {
    const concerned = (await store.members(accountId)).filter(({ role }) =>
      permissionsOf(role).includes('change-money-notices'),
    )
    notices.notify(
      concerned.map(({ personId }) => personId),
      { kind: 'low-balance', accountId, balance: roubles(balanceUnits), threshold: roubles(thresholdUnits) },
      { byEmail, byMessenger },
    )
  }
}
