import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import { attemptsAmong } from '../books/wrong-codes.ts'
import { type Clock, minuteMs } from '../platform/clock.ts'
import type { Store } from '../storage/store.ts'
import type { OpenedTelephony } from '../telephony/open-telephony.ts'
import { needsDecision } from '../telephony/routing/habits.ts'
import { verificationDefaults } from '../verifications/workflow.ts'

/** Webhooks that wait longer than this have a receiver that does not answer: its owner should know. */
const staleWebhookMs = 15 * minuteMs
/** The interval of counting the backlog: on a large table that is an expensive read. */
const backlogPeriodMs = minuteMs

export interface WatchAlarmsDeps {
  readonly alarms: ActiveAlarms
  readonly clock: Clock
  readonly store: Pick<Store, 'deliveryBacklog'>
  /** Undefined when telephony is replaced by a simulation. */
  readonly sip: Pick<OpenedTelephony, 'telephony' | 'unusable'> | undefined
}

/** Checks the states that may need attention and updates the alarm board; called periodically. */
export function watchAlarms({ alarms, clock, store, sip }: WatchAlarmsDeps): () => Promise<void> {
  let countedAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    if (sip !== undefined) watchTrunks(alarms, sip)
    if (clock.monotonicMs() - countedAtMs < backlogPeriodMs) return
    countedAtMs = clock.monotonicMs()
    const { pending, oldestAt } = await store.deliveryBacklog()
    if (oldestAt === null || clock.now() - oldestAt < staleWebhookMs) alarms.clear('webhook-backlog')
    else alarms.raise('webhook-backlog', '', { pending, oldestAt })
  }
}

function watchTrunks(
  alarms: ActiveAlarms,
  { telephony, unusable }: NonNullable<WatchAlarmsDeps['sip']>,
): void {
  const inUse = telephony.trunks.filter(({ settings }) => settings.enabled)
  const down = inUse.filter(({ isReachable }) => !isReachable)
  for (const { name, history, registration } of down) {
    const said = registration === 'wanted' ? history.registrationSaid : (history.probes.at(-1)?.said ?? '')
    alarms.raise('trunk-down', name, { registration, said })
  }
  alarms.clearOthers('trunk-down', names(down))

  const open = inUse.filter(({ breaker }) => breaker !== 'closed')
  for (const { name, history } of open) {
    alarms.raise('breaker-open', name, {
      reason: history.lastFault?.reason ?? '',
      answer: history.lastFault?.answer ?? '',
    })
  }
  alarms.clearOthers('breaker-open', names(open))

  const puzzling = inUse.filter(({ settings, earlyMedia }) =>
    needsDecision(settings.earlyMediaIsRinging, earlyMedia.counts),
  )
  for (const { name, earlyMedia } of puzzling)
    alarms.raise('early-media-only', name, { calls: earlyMedia.counts.nothing })
  alarms.clearOthers('early-media-only', names(puzzling))

  for (const [name, fault] of unusable) alarms.raise('trunk-unusable', name, { fault })
  alarms.clearOthers('trunk-unusable', [...unusable.keys()])

  if (inUse.some(({ isWorking }) => isWorking)) alarms.clear('no-trunk')
  else alarms.raise('no-trunk')
  watchPool(alarms, telephony)
}

/** The demo's pool may be of any size. */
function watchPool(alarms: ActiveAlarms, telephony: OpenedTelephony['telephony']): void {
  const isPractice = telephony.trunks.every(({ demo }) => demo)
  const isNone = !isPractice && telephony.showableCodes(false) === 0
  if (isNone) alarms.raise('no-numbers')
  else alarms.clear('no-numbers')
  const small = isPractice || isNone ? [] : telephony.coverage().filter(({ verdict }) => verdict !== 'enough')
  for (const { prefix, codes, verdict } of small) {
    const tries = attemptsAmong(codes.length, verificationDefaults.attempts)
    alarms.raise('small-pool', prefix, { codes: codes.length, verdict, tries })
  }
  alarms.clearOthers(
    'small-pool',
    small.map(({ prefix }) => prefix),
  )
}

function names(trunks: readonly { readonly name: string }[]): string[] {
  return trunks.map(({ name }) => name)
}
