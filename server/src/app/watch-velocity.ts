import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import {
  type AccountPast,
  type HourOfAccount,
  judgeHour,
  pastHours,
  type Unusual,
  type VelocityRules,
} from '../books/velocity.ts'
import { pausePrefix, trafficWatch } from '../operations/paused-prefixes.ts'
import { type Clock, hourMs } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Store } from '../storage/store.ts'
import type { PrefixCount } from '../storage/velocity-records.ts'
import type { Velocity } from '../verification/velocity.ts'

/** Accounts whose history is cached for the hour. */
const maxRemembered = 10_000

export interface WatchVelocityDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly alarms: ActiveAlarms
  readonly velocity: Velocity
  readonly mode: 'off' | 'alarm' | 'pause'
  readonly rules: VelocityRules
  /** A destination was paused: this node refuses it at once. */
  readonly reload: () => Promise<void>
}

type Counted = PrefixCount & { readonly accountId: number }

/**
 * Compares the calls of the hour with the history of each account: unusual ones raise an alarm, very unusual ones pause
 * the destination. Every node checks the counts of all nodes; the first to notice pauses.
 */
export function watchVelocity(deps: WatchVelocityDeps): () => Promise<void> {
  const { store, clock, alarms, velocity, mode, rules } = deps
  const pasts = new Map<number, AccountPast>()
  let pastsOfHour = 0
  const pastOf = async (accountId: number, hour: number) => {
    if (hour !== pastsOfHour || pasts.size >= maxRemembered) pasts.clear()
    pastsOfHour = hour
    const known = pasts.get(accountId)
    if (known !== undefined) return known
    const past = await store.accountPast({ accountId, fromHour: hour - pastHours, toHour: hour })
    pasts.set(accountId, past)
    return past
  }

  return async () => {
    await velocity.write()
    if (mode === 'off') return
    const hour = Math.floor(clock.now() / hourMs)
    const counted = await store.prefixHour(hour)
    for (const [accountId, rows] of Map.groupBy(counted, ({ accountId }) => accountId)) {
      const now = hourOf(hour, rows)
      if (now.calls < rules.alarmCalls) continue
      for (const unusual of judgeHour(await pastOf(accountId, hour), now, rules))
        await tell(deps, accountId, rows, unusual)
    }
    await showPaused(store, alarms)
  }
}

/**
 * The account's services are judged together. Each service that made enough of the calls by itself is reported and
 * paused.
 */
async function tell(
  { store, clock, log, alarms, mode, rules, reload }: WatchVelocityDeps,
  accountId: number,
  rows: readonly Counted[],
  unusual: Unusual,
): Promise<void> {
  const { prefix, reason, calls, expected } = unusual
  const services = Map.groupBy(
    rows.filter((row) => row.prefix === prefix || row.country === prefix),
    ({ serviceId }) => serviceId,
  )
  for (const [serviceId, own] of services) {
    const ownCalls = own.reduce((sum, row) => sum + row.calls, 0)
    if (ownCalls < rules.alarmCalls) continue
    alarms.report('unusual-traffic', `${serviceId} ${prefix}`, { serviceId, prefix, reason, calls, expected })
    if (mode !== 'pause' || unusual.level !== 'pause' || ownCalls < rules.pauseCalls) continue
    const operating = { store, author: trafficWatch, now: () => clock.now() }
    const paused = { serviceId, prefix, reason, calls: ownCalls, expected }
    if (!(await pausePrefix(operating, accountId, paused))) continue
    log.warn(
      { event: 'prefix-paused', accountId, ...paused },
      'a destination is paused after unusual traffic',
    )
    await reload()
  }
}

async function showPaused(store: Store, alarms: ActiveAlarms): Promise<void> {
  const paused = (await store.pausedPrefixes()).filter(({ allowedUntil }) => allowedUntil === 0)
  for (const { serviceId, prefix, reason, calls, expected } of paused)
    alarms.raise('prefix-paused', `${serviceId} ${prefix}`, { serviceId, prefix, reason, calls, expected })
  alarms.clearOthers(
    'prefix-paused',
    paused.map(({ serviceId, prefix }) => `${serviceId} ${prefix}`),
  )
}

function hourOf(hour: number, rows: readonly Counted[]): HourOfAccount {
  const byPrefix = new Map<string, { country: string; calls: number }>()
  const byCountry = new Map<string, number>()
  let calls = 0
  for (const row of rows) {
    calls += row.calls
    byPrefix.set(row.prefix, {
      country: row.country,
      calls: (byPrefix.get(row.prefix)?.calls ?? 0) + row.calls,
    })
    byCountry.set(row.country, (byCountry.get(row.country) ?? 0) + row.calls)
  }
  return { hour, calls, byPrefix, byCountry }
}
