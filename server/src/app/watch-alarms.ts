import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import { attemptsAmong } from '../books/wrong-codes.ts'
import { type Clock, minuteMs } from '../platform/clock.ts'
import type { Store } from '../storage/store.ts'
import type { OpenedTelephony } from '../telephony/open-telephony.ts'
import { needsDecision } from '../telephony/routing/learned-traits.ts'
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
    const isStale = oldestAt !== null && clock.now() - oldestAt >= staleWebhookMs
    alarms.raiseOnly('webhook-backlog', isStale ? [['', { pending, oldestAt }]] : [])
  }
}

function watchTrunks(alarms: ActiveAlarms, { telephony, unusable }: NonNullable<WatchAlarmsDeps['sip']>) {
  const inUse = telephony.trunks.filter(({ settings }) => settings.enabled)
  const down = inUse
    .filter(({ isReachable }) => !isReachable)
    .map(({ name, history, registration }) => {
      const said = registration === 'wanted' ? history.registrationSaid : (history.probes.at(-1)?.said ?? '')
      return [name, { registration, said }] as const
    })
  alarms.raiseOnly('trunk-down', down)

  const open = inUse.filter(({ breaker }) => breaker !== 'closed')
  alarms.raiseOnly(
    'breaker-open',
    open.map(({ name, history: { lastFault } }) => [
      name,
      { reason: lastFault?.reason ?? '', answer: lastFault?.answer ?? '' },
    ]),
  )
  const puzzling = inUse.filter(({ settings, earlyMedia }) =>
    needsDecision(settings.earlyMediaIsRinging, earlyMedia.counts),
  )
  alarms.raiseOnly(
    'early-media-only',
    puzzling.map(({ name, earlyMedia }) => [name, { calls: earlyMedia.counts.nothing }]),
  )
  alarms.raiseOnly(
    'trunk-unusable',
    [...unusable].map(([name, fault]) => [name, { fault }]),
  )
  alarms.raiseOnly('no-trunk', inUse.some(({ isWorking }) => isWorking) ? [] : [['', {}]])
  watchPool(alarms, telephony)
}

/** The demo's pool may be of any size. */
function watchPool(alarms: ActiveAlarms, telephony: OpenedTelephony['telephony']): void {
  const isPractice = telephony.trunks.every(({ demo }) => demo)
  const isNone = !isPractice && telephony.showableCodes(false) === 0
  alarms.raiseOnly('no-numbers', isNone ? [['', {}]] : [])
  const small = isPractice || isNone ? [] : telephony.coverage().filter(({ verdict }) => verdict !== 'enough')
  const raised = small.map(({ prefix, codes, verdict }) => {
    const tries = attemptsAmong(codes.length, verificationDefaults.attempts)
    return [prefix, { codes: codes.length, verdict, tries }] as const
  })
  alarms.raiseOnly('small-pool', raised)
}
