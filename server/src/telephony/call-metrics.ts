import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { LiveTrunk } from './routing/live-trunk.ts'
import type { LegResult } from './sip-thread/messages.ts'
import type { CallRequest } from './telephony.ts'

/** The registry of networks has thousands of small networks; the rest share one label. */
const maxOperators = 100

interface Watched {
  readonly trunks: readonly LiveTrunk[]
  readonly numberCounts: { readonly calls: number; readonly tooSoon: number }
  showableCodes(demo: boolean): number
}

/** What the SIP layers count in both directions; everything else that they count only grows. */
const sipObjects: ReadonlySet<string> = new Set(['transactions', 'dialogs', 'timers'])

const breakerLevel = { closed: 0, probing: 1, open: 2 } as const

/** Prometheus metrics of calls, by trunk and network. A phone number is never a label. */
export class CallMetrics {
  readonly #registry: Registry
  readonly #operators = new Set<string>()
  readonly #attempts: Counter
  readonly #rung: Counter
  readonly #answered: Counter
  readonly #refused: Counter
  readonly #incoming: Counter
  readonly #rangAfterAll: Counter
  readonly #strangers: Counter
  readonly #suspect: Counter
  readonly #pdd: Histogram
  readonly #late: Histogram
  #sip: Readonly<Record<string, number>> = {}

  constructor(registry: Registry) {
    this.#registry = registry
    const counter = (name: string, help: string, labelNames: string[]) =>
      new Counter({ name, help, labelNames, registers: [registry] })
    const byRoute = ['trunk', 'operator']
    this.#attempts = counter('ringkey_calls_total', 'Calls over a trunk by how they ended', [
      ...byRoute,
      'mode',
      'reason',
      'result',
    ])
    this.#rung = counter('ringkey_calls_rang_total', 'Calls that rang', byRoute)
    this.#answered = counter('ringkey_calls_answered_total', 'Calls that somebody answered', byRoute)
    this.#refused = counter('ringkey_calls_refused_total', 'Calls that could not be planned', ['reason'])
    this.#incoming = counter('ringkey_incoming_calls_total', 'Incoming calls by what became of them', [
      'trunk',
      'fate',
    ])
    this.#rangAfterAll = counter(
      'ringkey_calls_rang_after_all_total',
      'Trunks that rang the phone after they were given up for their silence',
      [],
    )
    this.#strangers = counter(
      'ringkey_media_stranger_packets_total',
      'RTP packets of calls from addresses that neither SDP nor the trunk names',
      ['trunk'],
    )
    this.#suspect = counter('ringkey_calls_suspect_total', 'Completed calls that nobody may have noticed', [
      'trunk',
    ])
    this.#pdd = new Histogram({
      name: 'ringkey_call_post_dial_delay_seconds',
      help: 'From the INVITE to the first ringing',
      labelNames: ['trunk'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 12, 20],
      registers: [registry],
    })
    this.#late = new Histogram({
      name: 'ringkey_call_speech_late_seconds',
      help: 'How long the listener of a voice or mix call waited for packets that left this node late, in sum',
      buckets: [0, 0.1, 0.25, 0.5, 1, 2, 5],
      registers: [registry],
    })
  }

  decided({ operator, mode }: CallRequest, { trunk, verdict, pddMs, answered, lateMs }: LegResult): void {
    const route = [trunk, this.#operatorLabel(operator)] as const
    this.#attempts.labels(...route, mode, verdict.reason, verdict.completed ? 'completed' : 'failed').inc()
    if (pddMs !== undefined) {
      this.#rung.labels(...route).inc()
      this.#pdd.labels(trunk).observe(pddMs / 1000)
    }
    if (answered) this.#answered.labels(...route).inc()
    if (answered && mode !== 'flash') this.#late.observe(lateMs / 1000)
    if (verdict.suspect) this.#suspect.labels(trunk).inc()
  }

  /** The counters of the SIP layers since the start. */
  countSip(counts: Readonly<Record<string, number>>): void {
    this.#sip = counts
  }

  refused(why: string): void {
    this.#refused.labels(why).inc()
  }

  /** `trunk` is "" for a call that came over no trunk. */
  incoming(trunk: string, fate: string): void {
    this.#incoming.labels(trunk, fate).inc()
  }

  rangAfterAll(): void {
    this.#rangAfterAll.inc()
  }

  strangers(trunk: string, packets: number): void {
    this.#strangers.labels(trunk).inc(packets)
  }

  /** What is read at each scrape. */
  watch(watched: Watched): void {
    const ofTrunks = (name: string, help: string, read: (trunk: LiveTrunk) => number) =>
      this.#scraped(Gauge, name, help, ['trunk'], () =>
        watched.trunks.map((each) => [[each.name], read(each)]),
      )
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
    this.#scraped(
      Gauge,
      'ringkey_trunk_server_reachable',
      '1 when this server of the trunk answered the last OPTIONS',
      ['trunk', 'server'],
      () =>
        watched.trunks.flatMap(({ name, history }) =>
          history.servers.map(({ server, answered }) => [[name, server], Number(answered)] as const),
        ),
    )
    const sip = (areObjects: boolean) => () =>
      Object.entries(this.#sip)
        .filter(([name]) => sipObjects.has(name) === areObjects)
        .map(([name, count]) => [[name], count] as const)
    this.#scraped(
      Counter,
      'ringkey_sip_events_total',
      'Messages that the SIP layers carried, refused and dropped, by reason',
      ['event'],
      sip(false),
    )
    this.#scraped(
      Gauge,
      'ringkey_sip_objects',
      'Transactions, dialogs and timers that are alive in the SIP layers',
      ['kind'],
      sip(true),
    )
    this.#scraped(Gauge, 'ringkey_pool_codes', 'Codes that the pool can show', [], () => [
      [[], watched.showableCodes(false)],
    ])
    this.#scraped(
      Counter,
      'ringkey_pool_number_reused_early_total',
      'Calls that showed a number before it had rested',
      [],
      () => [[[], watched.numberCounts.tooSoon]],
    )
  }

  /** `read` returns the values with their labels. */
  #scraped(
    Kind: typeof Gauge | typeof Counter,
    name: string,
    help: string,
    labelNames: string[],
    read: () => readonly (readonly [labels: readonly string[], value: number])[],
  ): void {
    new Kind({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect() {
        this.reset()
        for (const [labels, value] of read()) this.labels(...labels).inc(value)
      },
    })
  }

  #operatorLabel(operator: string): string {
    if (operator === '') return 'unknown'
    if (this.#operators.has(operator)) return operator
    if (this.#operators.size >= maxOperators) return 'other'
    this.#operators.add(operator)
    return operator
  }
}
