import { hasFewApprovals, minJudgedSteps } from '../books/conversion.ts'
import { hourOf, hoursInDay } from '../books/spending.ts'
import { chargeOnDelivery, trafficWatch } from '../operations/paused-prefixes.ts'
import { perform } from '../operations/perform.ts'
import { dayMs } from '../platform/clock.ts'
import type { WatchDeps, Watcher } from './on-one-node.ts'

/** A service on a tariff that charges on approval, whose calls hardly anybody approves, pays on delivery for a day. */
export function watchApprovals(deps: Omit<WatchDeps, 'log'>): Watcher {
  const { store, clock, alarms, reload } = deps
  return {
    kinds: ['few-approvals'],
    async look() {
      const now = clock.now()
      const operationContext = { store, author: trafficWatch, now: () => clock.now() }
      const fromHour = hourOf(now) - hoursInDay + 1
      const judged = await store.stepApprovals({ fromHour, minSteps: minJudgedSteps, now })
      for (const each of judged.filter(hasFewApprovals)) {
        const charged = { ...each, until: now + dayMs }
        if (await perform(operationContext, chargeOnDelivery, charged)) await reload()
      }
      const charged = await store.chargedOnDelivery(now)
      alarms.raiseOnly(
        'few-approvals',
        charged.map((facts) => [String(facts.serviceId), facts]),
      )
    },
  }
}
