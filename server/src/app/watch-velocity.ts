import type { Static } from 'typebox'
import { type ConversionPast, collapseWindowHours, judgeConversion } from '../books/conversion-collapse.ts'
import {
  type AccountPast,
  type HourOfAccount,
  judgeHour,
  pastHours,
  type Unusual,
  type VelocityRules,
} from '../books/velocity.ts'
import type { Velocity } from '../calls/velocity.ts'
import { pausePrefix, trafficWatch } from '../operations/paused-prefixes.ts'
import { perform } from '../operations/perform.ts'
import { hourMs } from '../platform/clock.ts'
import type { PrefixCount } from '../storage/queries/velocity.ts'
import type { WatchDeps } from './on-one-node.ts'

/** Accounts, and services, whose history is cached for the hour. */
const maxRemembered = 10_000

export interface WatchVelocityDeps extends WatchDeps {
  readonly velocity: Velocity
  /** In force now; 0 is never. */
  readonly rules: () => VelocityRules
}

interface Watched extends Omit<WatchVelocityDeps, 'rules'> {
  readonly rules: VelocityRules
}

type Counted = PrefixCount & { readonly accountId: number }

/**
 * Compares the calls of the hour with the history of each account, and conversion with that of each service: what is
 * unusual raises an alarm, what is very unusual pauses the destination. Every node checks the counts of all nodes; the
 * first to notice pauses.
 */
export function watchVelocity(deps: WatchVelocityDeps): () => Promise<void> {
  const { store, clock, velocity } = deps
  const pastOf = ofTheHour<AccountPast>((accountId, hour) =>
    store.accountPast({ accountId, fromHour: hour - pastHours, toHour: hour }),
  )
  const conversionOf = ofTheHour<ConversionPast>((serviceId, hour) =>
    store.conversionPast({
      serviceId,
      fromHour: hour - pastHours,
      toHour: hour - collapseWindowHours + 1,
    }),
  )

  return async () => {
    await velocity.write()
    const rules = deps.rules()
    const watched = { ...deps, rules }
    if (rules.alarmCalls === 0) return
    const hour = Math.floor(clock.now() / hourMs)
    const counted = await store.prefixHour(hour)
    for (const [accountId, rows] of Map.groupBy(counted, ({ accountId }) => accountId)) {
      const now = hourOf(hour, rows)
      if (now.calls < rules.alarmCalls) continue
      for (const unusual of judgeHour(await pastOf(accountId, hour), now, rules))
        await report(watched, accountId, rows, unusual)
    }
    await watchConversion(watched, hour, conversionOf)
    await showPaused(deps)
  }
}

/**
 * The account's services are judged together. Each service that made enough of the calls by itself is reported and
 * paused.
 */
async function report(
  deps: Watched,
  accountId: number,
  rows: readonly Counted[],
  unusual: Unusual,
): Promise<void> {
  const { alarms, rules } = deps
  const { prefix, reason, calls, expected } = unusual
  const services = Map.groupBy(
    rows.filter((row) => row.prefix === prefix || row.country === prefix),
    ({ serviceId }) => serviceId,
  )
  for (const [serviceId, own] of services) {
    const ownCalls = own.reduce((sum, row) => sum + row.calls, 0)
    if (ownCalls < rules.alarmCalls) continue
    alarms.report('unusual-traffic', `${serviceId} ${prefix}`, { serviceId, prefix, reason, calls, expected })
    if (unusual.level === 'pause' && ownCalls >= rules.pauseCalls)
      await pause(deps, accountId, { serviceId, prefix, reason, calls: ownCalls, expected })
  }
}

/** Prefixes and networks of a service whose volume grows while their conversion collapses. */
async function watchConversion(
  deps: Watched,
  hour: number,
  pastOf: (serviceId: number, hour: number) => Promise<ConversionPast>,
): Promise<void> {
  const { store, alarms, rules } = deps
  const counted = await store.conversionsSince(hour - collapseWindowHours + 1)
  const services = Map.groupBy(counted, ({ serviceId }) => serviceId)
  const busy = [...services].filter(
    ([, rows]) => rows.reduce((sum, { delivered }) => sum + delivered, 0) >= rules.alarmCalls,
  )
  if (busy.length === 0) return
  const paused = Map.groupBy(await store.pausedPrefixes(), ({ serviceId }) => serviceId)
  for (const [serviceId, destinations] of busy) {
    const knownPrefixes = new Set((paused.get(serviceId) ?? []).map(({ prefix }) => prefix))
    const now = { hour, destinations, knownPrefixes }
    for (const unusual of judgeConversion(await pastOf(serviceId, hour), now, rules)) {
      const { level, ...facts } = unusual
      alarms.report('conversion-collapse', `${serviceId} ${facts.prefix}`, { serviceId, ...facts })
      if (level === 'pause') await pause(deps, destinations[0]!.accountId, { serviceId, ...facts })
    }
  }
}

async function pause(
  { store, clock, log, rules, reload }: Watched,
  accountId: number,
  paused: Static<typeof pausePrefix.input>,
): Promise<void> {
  if (rules.pauseCalls === 0) return
  const operationContext = { store, author: trafficWatch, now: () => clock.now() }
  if (!(await perform(operationContext, pausePrefix, paused))) return
  log.warn({ event: 'prefix-paused', accountId, ...paused }, 'a destination is paused after unusual traffic')
  await reload()
}

/** What is read once an hour for an account or a service. */
function ofTheHour<T>(read: (id: number, hour: number) => Promise<T>) {
  const known = new Map<number, T>()
  let knownHour = 0
  return async (id: number, hour: number): Promise<T> => {
    if (hour !== knownHour || known.size >= maxRemembered) known.clear()
    knownHour = hour
    const its = known.get(id) ?? (await read(id, hour))
    known.set(id, its)
    return its
  }
}

async function showPaused({ store, alarms }: WatchVelocityDeps): Promise<void> {
  const paused = (await store.pausedPrefixes()).filter(({ allowedUntil }) => allowedUntil === 0)
  const raised = paused.map(({ serviceId, prefix, reason, calls, expected }) => {
    return [`${serviceId} ${prefix}`, { serviceId, prefix, reason, calls, expected }] as const
  })
  alarms.raiseOnly('prefix-paused', raised)
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
