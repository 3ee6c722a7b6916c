import { Histogram } from 'prom-client'
import type { Metrics } from '../platform/metrics.ts'
import type { LiveTrunk } from './routing/live-trunk.ts'
import type { LegResult } from './sip-thread/messages.ts'
import type { CallRequest } from './telephony.ts'

/** The registry of networks has thousands of small networks; the rest share one label. */
const maxOperators = 100

interface Watched {
  readonly trunks: readonly LiveTrunk[]
  readonly numberCounts: { readonly tooSoon: number }
  showableCodes(demo: boolean): number
}

/** What the SIP layers count in both directions; everything else that they count only grows. */
const sipObjects: ReadonlySet<string> = new Set(['transactions', 'dialogs', 'timers'])

const breakerLevel = { closed: 0, probing: 1, open: 2 } as const

export type CallMetrics = ReturnType<typeof callMetrics>

/** Prometheus metrics of calls, by trunk and network. A phone number is never a label. */
export function callMetrics(metrics: Metrics) {
  const operators = new Set<string>()
  const operatorLabel = (operator: string) => {
    if (operator === '') return 'unknown'
    if (operators.size < maxOperators) operators.add(operator)
    return operators.has(operator) ? operator : 'other'
  }
  let sipCounts: Readonly<Record<string, number>> = {}
  const byRoute = ['trunk', 'operator']
  const attempts = metrics.counter('ringkey_calls_total', 'Calls over a trunk by how they ended', [
    ...byRoute,
    'mode',
    'reason',
    'result',
  ])
  const rung = metrics.counter('ringkey_calls_rang_total', 'Calls that rang', byRoute)
  const answers = metrics.counter('ringkey_calls_answered_total', 'Calls that somebody answered', byRoute)
  const suspect = metrics.counter(
    'ringkey_calls_suspect_total',
    'Completed calls that nobody may have noticed',
    ['trunk'],
  )
  const pdd = new Histogram({
    name: 'ringkey_call_post_dial_delay_seconds',
    help: 'From the INVITE to the first ringing',
    labelNames: ['trunk'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 12, 20],
    registers: [metrics.registry],
  })
  const late = new Histogram({
    name: 'ringkey_call_speech_late_seconds',
    help: 'How long the listener of a voice or mix call waited for packets that left this node late, in sum',
    buckets: [0, 0.1, 0.25, 0.5, 1, 2, 5],
    registers: [metrics.registry],
  })

  return {
    refused: metrics.counter('ringkey_calls_refused_total', 'Calls that could not be planned', ['reason']),
    /** `trunk` is "" for a call that came over no trunk. */
    incoming: metrics.counter(
      'ringkey_incoming_calls_total',
      'Incoming calls by what became of them, and by the header that named the caller',
      ['trunk', 'fate', 'header'],
    ),
    rangAfterAll: metrics.counter(
      'ringkey_calls_rang_after_all_total',
      'Trunks that rang the phone after they were given up for their silence',
    ),
    strangers: metrics.counter(
      'ringkey_media_stranger_packets_total',
      'RTP packets of calls from addresses that neither SDP nor the trunk names',
      ['trunk'],
    ),

    decided({ operator, mode }: CallRequest, { trunk, verdict, pddMs, answered, lateMs }: LegResult): void {
      const route = [trunk, operatorLabel(operator)] as const
      attempts.labels(...route, mode, verdict.reason, verdict.completed ? 'completed' : 'failed').inc()
      if (pddMs !== undefined) {
        rung.labels(...route).inc()
        pdd.labels(trunk).observe(pddMs / 1000)
      }
      if (answered) answers.labels(...route).inc()
      if (answered && mode !== 'flash') late.observe(lateMs / 1000)
      if (verdict.suspect) suspect.labels(trunk).inc()
    },

    /** The counters of the SIP layers since the start. */
    countSip(counts: Readonly<Record<string, number>>): void {
      sipCounts = counts
    },

    /** What is read at each scrape. */
    watch(watched: Watched): void {
      const ofTrunks = (name: string, help: string, read: (trunk: LiveTrunk) => number) =>
        metrics.watch(name, help, () => watched.trunks.map((each) => [[each.name], read(each)]), ['trunk'])
      ofTrunks('ringkey_trunk_calls_in_progress', 'Channels in use', ({ inFlight }) => inFlight)
      ofTrunks('ringkey_trunk_channels', 'Channels that this node may use', ({ channels }) => channels)
      ofTrunks(
        'ringkey_trunk_success_ratio',
        'Share of the last 50 calls of this node that did their work',
        ({ history }) => history.recentSuccess ?? 1,
      )
      ofTrunks('ringkey_trunk_breaker', '0 closed, 1 probing, 2 open', ({ breaker }) => breakerLevel[breaker])
      ofTrunks('ringkey_trunk_reachable', '1 when OPTIONS and registration say so', (trunk) =>
        Number(trunk.isReachable),
      )
      metrics.watch(
        'ringkey_trunk_server_reachable',
        '1 when this server of the trunk answered the last OPTIONS',
        () =>
          watched.trunks.flatMap(({ name, history }) =>
            history.servers.map(({ server, answered }) => [[name, server], Number(answered)] as const),
          ),
        ['trunk', 'server'],
      )
      const sip = (areObjects: boolean) => () =>
        Object.entries(sipCounts)
          .filter(([name]) => sipObjects.has(name) === areObjects)
          .map(([name, count]) => [[name], count] as const)
      metrics.watch(
        'ringkey_sip_events_total',
        'Messages that the SIP layers carried, refused and dropped, by reason',
        sip(false),
        ['event'],
      )
      metrics.watch(
        'ringkey_sip_objects',
        'Transactions, dialogs and timers that are alive in the SIP layers',
        sip(true),
        ['kind'],
      )
      metrics.watch('ringkey_pool_codes', 'Codes that the pool can show', () => watched.showableCodes(false))
      metrics.watch(
        'ringkey_pool_number_reused_early_total',
        'Calls that showed a number before it had rested',
        () => watched.numberCounts.tooSoon,
      )
    },
  }
}
