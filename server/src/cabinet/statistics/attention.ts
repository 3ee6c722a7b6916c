import { dayMs, hourMs } from '../../platform/clock.ts'
import type { AlarmRecord } from '../../storage/queries/alarms.ts'
import type { Store } from '../../storage/store.ts'
import { pausedViews } from '../answers/service.ts'
import { maySeeMoney } from '../calls/line.ts'
import type { CabinetDeps } from '../deps.ts'
import type { Member } from '../route.ts'
import type { Attention } from '../views/attention.ts'
import type { Figures } from './overview.ts'

const lowBalanceDays = 3
/** Spending is judged by this many days. */
const spendingDays = 7
/** Of each service so many of the newest webhooks are looked at, and of so many services. */
const deliveriesLooked = 50
const servicesLooked = 50
const youngMs = dayMs
/** A webhook with this many failed attempts counts as failing before its last attempt. */
const failingTries = 3

/** `trunks-down` tells of these by name. */
const toldByName: readonly string[] = ['trunk-down', 'breaker-open']

/** What somebody should look at, the most urgent first. */
export async function attentionOf(
  deps: CabinetDeps,
  user: Member,
  { today, yesterday }: Pick<Figures, 'today' | 'yesterday'>,
): Promise<Attention[]> {
  const services = (await deps.store.services(user.account.id)).filter(({ status }) => status === 'active')
  const ids = services.map(({ id }) => id)
  const [webhooks, balance, paused] = await Promise.all([
    failingWebhooks(deps, ids.slice(0, servicesLooked)),
    lowBalance(deps, user, ids),
    pausedDestinations(deps, ids),
  ])
  const { operator } = user.person
  const trunks = operator ? (deps.sip?.troubledTrunks() ?? []) : []
  const open = operator ? await deps.store.openAlarms({ now: deps.clock.now() }) : []
  const alarms = open.filter(({ kind }) => !toldByName.includes(kind))
  const fall = completionFell(today, yesterday)
  return [
    ...(alarms.length > 0
      ? [{ kind: 'alarms-open', count: alarms.length, newest: alarmOf(alarms[0]!) } as const]
      : []),
    ...(user.account.status === 'blocked' ? [{ kind: 'blocked' } as const] : []),
    ...(user.account.phoneConfirmed ? [] : [{ kind: 'not-confirmed' } as const]),
    ...(trunks.length > 0 ? [{ kind: 'trunks-down', names: trunks } as const] : []),
    ...(fall === undefined ? [] : [{ kind: 'completion-fell', ...fall } as const]),
    ...paused,
    ...balance,
    ...webhooks,
    ...(services.length === 0 ? [{ kind: 'no-service' } as const] : []),
    ...services
      .filter(({ lastRequestAt }) => lastRequestAt === 0)
      .map(({ id, name }) => ({ kind: 'never-called', serviceId: id, name }) as const),
  ]
}

const alarmOf = ({ kind, subject, facts }: AlarmRecord) => ({ kind, subject, facts })

async function pausedDestinations({ store }: CabinetDeps, ids: readonly number[]): Promise<Attention[]> {
  const paused = pausedViews(await store.pausedPrefixes())
  return paused
    .filter(({ serviceId }) => ids.includes(serviceId))
    .map(({ serviceId, prefix }) => ({ kind: 'prefix-paused', serviceId, prefix }))
}

async function failingWebhooks({ store, clock }: CabinetDeps, ids: readonly number[]): Promise<Attention[]> {
  const lists = await Promise.all(
    ids.map((serviceId) => store.deliveries({ serviceId, limit: deliveriesLooked })),
  )
  const young = lists.flat().filter(({ createdAt }) => createdAt > clock.now() - youngMs)
  const failing = young.filter(
    ({ state, tries }) => state === 'failed' || (state === 'pending' && tries >= failingTries),
  ).length
  return failing === 0 ? [] : [{ kind: 'webhooks-failing', failing, of: young.length }]
}

/** For how many days the balance lasts if spending goes on as it has. */
async function lowBalance(
  { store, clock }: CabinetDeps,
  user: Member,
  serviceIds: readonly number[],
): Promise<Attention[]> {
  if (!maySeeMoney(user)) return []
  const to = Math.floor(clock.now() / hourMs) * hourMs + hourMs
  const units = await spentUnits(store, { serviceIds, from: to - spendingDays * dayMs, to })
  if (units === 0) return []
  const ageDays = (clock.now() - user.account.createdAt) / dayMs
  const perDayUnits = units / Math.min(spendingDays, Math.max(1, ageDays))
  const daysLeft = Math.max(0, user.account.balanceUnits) / perDayUnits
  return daysLeft < lowBalanceDays ? [{ kind: 'balance-low', daysLeft }] : []
}

/** Less is the usual up and down of a day. */
const leastFall = 0.1
/** With fewer calls on either side a share says little. */
const fewestAttempts = 20
/** Standard errors: a fall that chance explains once in forty times is not reported. */
const leastErrors = 2

type Counts = Pick<Figures['today'], 'attempts' | 'delivered'>

/** Clearly fewer calls are delivered than before; the two shares, or undefined. */
export function completionFell(
  today: Counts,
  yesterday: Counts,
): { readonly today: number; readonly yesterday: number } | undefined {
  const attempts = today.attempts + yesterday.attempts
  if (Math.min(today.attempts, yesterday.attempts) < fewestAttempts) return undefined
  const [now, before] = [today.delivered / today.attempts, yesterday.delivered / yesterday.attempts]
  const pooled = (today.delivered + yesterday.delivered) / attempts
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / today.attempts + 1 / yesterday.attempts))
  const fall = before - now
  return fall >= leastFall && fall >= leastErrors * error ? { today: now, yesterday: before } : undefined
}

/** What calls of these services cost in whole hours, in units of money. Test calls cost nothing. */
export async function spentUnits(
  store: Store,
  range: { readonly serviceIds: readonly number[]; readonly from: number; readonly to: number },
): Promise<number> {
  const [total] = await store.factTotals({
    ...range,
    test: false,
    only: {},
    measures: ['price_units'],
    by: [],
  })
  return total?.amounts[0] ?? 0
}
