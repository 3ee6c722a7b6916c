import type { BlockedNetwork } from '../fields/workflow-templates.ts'
import { dayMs, hourMs } from '../platform/clock.ts'
import { wilson } from '../quality/binomial.ts'
import { Amounts } from '../quality/rates.ts'
import type { WorkflowRule } from '../storage/queries/services.ts'
import type { Store } from '../storage/store.ts'
import { matchingRule, stepsFor } from './workflow.ts'

/** Flash calls reach most phones of an open network and few of one that blocks them. */
const boundShare = 0.5
/** Fewer calls in a day show nothing. */
const minCalls = 40
const quarterMs = dayMs / 4

const measures = ['calls', 'delivered'] as const
const by = ['service', 'country', 'operator'] as const

/**
 * The networks to which flash calls of these services were delivered less often than the bound for a day, the busiest
 * first: the day shows it with 95 % confidence, and every quarter of it as well, so that an outage of some hours is not
 * taken for it. `delivered` is of the flash calls of the last 24 hours.
 */
export async function blockedNetworks(
  store: Pick<Store, 'factTotals'>,
  serviceIds: readonly number[],
  now: number,
) {
  const end = Math.floor(now / hourMs) * hourMs
  const quarters = await Promise.all(
    [4, 3, 2, 1].map(async (ago) => {
      const from = end - ago * quarterMs
      const asked = { serviceIds, test: false, only: { mode: 'flash' }, by, measures } as const
      const totals = await store.factTotals({ ...asked, from, to: from + quarterMs })
      return totals.map(({ keys, amounts }) => ({
        key: keys.join('\n'),
        isLate: ago <= 2,
        share: Amounts.of(measures, amounts).share('delivered'),
      }))
    }),
  )
  return [...Map.groupBy(quarters.flat(), ({ key }) => key)]
    .flatMap(([key, parts]) => {
      const [service, country, operator] = key.split('\n') as [string, string, string]
      const called = parts.filter(({ share }) => share.of > 0)
      const delivered = {
        hits: called.reduce((sum, { share }) => sum + share.hits, 0),
        of: called.reduce((sum, { share }) => sum + share.of, 0),
      }
      const isAllDay = called.some(({ isLate }) => isLate) && called.some(({ isLate }) => !isLate)
      const isPoor = called.every(({ share }) => share.hits / share.of < boundShare)
      const isSure = delivered.of >= minCalls && wilson(delivered)!.high < boundShare
      if (operator === '' || !isAllDay || !isPoor || !isSure) return []
      return [{ serviceId: Number(service), country, operator, delivered }]
    })
    .sort((one, other) => other.delivered.of - one.delivered.of)
}

/** Whether the rules of a service still begin with a flash call there. */
export function isStillFlash(rules: readonly WorkflowRule[], { country, operator }: BlockedNetwork): boolean {
  const place = matchingRule(rules, { e164: '', country, operator })
  return stepsFor(place === null ? undefined : rules[place], 4)[0]?.mode === 'flash'
}
