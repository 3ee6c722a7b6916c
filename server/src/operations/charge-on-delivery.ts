import type { ChargedOnDelivery } from '../storage/velocity-records.ts'
import { type Operating, operate } from './operate.ts'

/** False when the service is charged on delivery already. */
export async function chargeOnDelivery(
  operating: Operating,
  { accountId, serviceId, delivered, approved, until }: ChargedOnDelivery,
): Promise<boolean> {
  const done = await operate(operating, async (at) => ({
    change: 'chargeOnDelivery',
    isIndependent: true,
    input: { serviceId, until, at },
    log: { kind: 'charged-on-delivery', facts: { service: serviceId, delivered, approved, until } },
    history: { accountId, text: `service ${serviceId} is charged on delivery for a day: few approvals` },
  }))
  return done === true
}
