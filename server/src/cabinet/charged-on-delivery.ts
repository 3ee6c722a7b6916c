import type { ChargedOnDelivery } from '../storage/queries/conversion-hours.ts'
import type { CabinetDeps } from './deps.ts'

/** Mails the owners that a service is charged on delivery for a day. */
export async function notifyChargedOnDelivery(
  { store, notices }: Pick<CabinetDeps, 'store' | 'notices'>,
  charged: ChargedOnDelivery,
): Promise<void> {
  const owners = (await store.members(charged.accountId)).filter(({ role }) => role === 'owner')
  notices.notify(
    owners.map(({ personId }) => personId),
    { kind: 'charged-on-delivery', ...charged },
    { byEmail: true, byMessenger: false },
  )
}
