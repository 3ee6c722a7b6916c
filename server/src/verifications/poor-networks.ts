import type { BlockedNetwork } from '../fields/workflow-templates.ts'
import { dayMs, hourMs } from '../platform/clock.ts'
import { wilson } from '../quality/binomial.ts'
import { isRewritten, isUnconfirmed, minSharingPhones } from '../quality/flash-networks.ts'
import { Amounts, type Share } from '../quality/rates.ts'
import type { ConfirmationNumberRecord } from '../storage/queries/operator.ts'
import type { WorkflowRule } from '../storage/queries/services.ts'
import type { Store } from '../storage/store.ts'
import { matchingRule, stepsFor } from './workflow.ts'

/** Flash calls reach most phones of an open network and few of one that blocks them. */
const boundShare = 0.5
/** Fewer calls in a day show nothing. */
const minCalls = 40
const quarterMs = dayMs / 4
/** As for the alarm. */
const [minBlockedCalls, blockedShare] = [20, 0.1]

const measures = ['calls', 'delivered'] as const
const by = ['service', 'country', 'operator'] as const

/** Why inbound would serve the people of a network better, the strongest reason first. */
export type PoorNetworkReason = 'blocked' | 'rewritten' | 'unconfirmed' | 'undelivered'

export interface PoorNetwork extends BlockedNetwork {
  readonly serviceId: number
  readonly why: PoorNetworkReason
  /** Of the flash calls of the last 24 hours: those that arrived, or were blocked, or confirmed, as `why` says. */
  readonly counted: Share
}

type PoorStore = Pick<Store, 'factTotals' | 'commonWrongCodes'>

/**
 * The networks for which inbound is proposed to these services, the busiest first: they block flash calls and say so,
 * replace calling numbers, confirm nobody, or do not deliver.
 */
export async function poorNetworks(
  store: PoorStore,
  serviceIds: readonly number[],
  now: number,
): Promise<PoorNetwork[]> {
  const end = Math.floor(now / hourMs) * hourMs + hourMs
  const asked = { serviceIds, test: false, only: { mode: 'flash' }, by, from: end - dayMs, to: end } as const
  const today = ['calls', 'why_blocked', 'checked', 'approved'] as const
  const [undelivered, totals, common] = await Promise.all([
    undeliveredNetworks(store, serviceIds, now),
    store.factTotals({ ...asked, measures: today }),
    store.commonWrongCodes({ fromHour: end / hourMs - 24, minPhones: minSharingPhones }),
  ])
  const rewritten = common.filter(isRewritten)
  const others = totals.flatMap(({ keys, amounts }): PoorNetwork[] => {
    const [service, country, operator] = keys as [string, string, string]
    const [calls, blocked, checked, approved] = amounts as [number, number, number, number]
    const network = { serviceId: Number(service), country, operator }
    const shares: readonly (readonly [PoorNetworkReason, boolean, Share])[] = [
      ['blocked', calls >= minBlockedCalls && blocked > calls * blockedShare, { hits: blocked, of: calls }],
      [
        'rewritten',
        rewritten.some((each) => each.country === country && each.operator === operator),
        { hits: approved, of: checked },
      ],
      ['unconfirmed', isUnconfirmed({ hits: approved, of: checked }), { hits: approved, of: checked }],
    ]
    const found = shares.find(([, isPoor]) => isPoor)
    return operator === '' || found === undefined ? [] : [{ ...network, why: found[0], counted: found[2] }]
  })
  const isAmong = (one: PoorNetwork) => others.some((other) => keyOf(one) === keyOf(other))
  return [...others, ...undelivered.filter((one) => !isAmong(one))].sort(
    (one, other) => other.counted.of - one.counted.of,
  )
}

const keyOf = ({ serviceId, country, operator }: PoorNetwork) => `${serviceId}\n${country}\n${operator}`

/**
 * The networks to which flash calls of these services were delivered less often than the bound for a day: the day shows it
 * with 95 % confidence, and every quarter of it as well, so that an outage of some hours is not taken for it.
 */
async function undeliveredNetworks(
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
  return [...Map.groupBy(quarters.flat(), ({ key }) => key)].flatMap(([key, parts]): PoorNetwork[] => {
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
    return [{ serviceId: Number(service), country, operator, why: 'undelivered', counted: delivered }]
  })
}

/** Whether people of a country can call a number that confirms for accounts of the demo, or for all others. */
export const canBeCalled = (
  numbers: readonly Pick<ConfirmationNumberRecord, 'demo' | 'countries'>[],
  isDemo: boolean,
  country: string,
) =>
  numbers.some(
    ({ demo, countries }) => demo === isDemo && (countries.length === 0 || countries.includes(country)),
  )

/** Whether the rules of a service still begin with a flash call there. */
export function isStillFlash(rules: readonly WorkflowRule[], { country, operator }: BlockedNetwork): boolean {
  const place = matchingRule(rules, { e164: '', country, operator })
  return stepsFor(place === null ? undefined : rules[place], 4)[0]?.mode === 'flash'
}
