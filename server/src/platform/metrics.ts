import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { LoopDelay } from './loop-delay.ts'
import { commit, version } from './version.ts'

/** Gauges of prom-client whose names end in `_total`, which Prometheus reserves for counters. */
const misnamedByLibrary = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** prom-client samples them by a timer, which would wake an idle process a hundred times per second. */
const sampledByLibrary = ['', '_min', '_max', '_mean', '_stddev', '_p50', '_p90', '_p99'].map(
  (which) => `nodejs_eventloop_lag${which}_seconds`,
)
/** The longest timer that Node has: 24 days. */
const neverMs = 2 ** 31 - 1

/** A metric that is kept elsewhere and read at each scrape: a counter if its name ends in `_total`, else a gauge. */
interface Watched {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
}
/** The one value, or each value with its labels. */
type Reading = number | Iterable<readonly [labels: readonly string[], value: number]>

/** The metrics for Prometheus. No label ever has a phone number or any other text from outside. */
export class Metrics {
  readonly registry = new Registry()
  readonly #answers = this.counter(
    'ringkey_http_requests_total',
    'Answers by method, status and error code',
    ['method', 'status', 'error'],
  )
  readonly #answerTimes = new Histogram({
    name: 'ringkey_http_request_duration_seconds',
    help: 'Time to answer',
    labelNames: ['method'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers: [this.registry],
  })
  readonly settled = this.counter('ringkey_calls_settled_total', 'Calls ended', ['state', 'reason'])
  readonly webhookAttempts = this.counter('ringkey_webhook_attempts_total', 'Webhooks sent, by result', [
    'result',
  ])
  readonly inboundCallers = this.counter(
    'ringkey_inbound_callers_total',
    'Calls for inbound calls, by how certain the number of the caller is and by the header that named it',
    ['level', 'source', 'result'],
  )
  readonly capsReached = this.counter('ringkey_spend_cap_refusals_total', 'Requests that a spend cap refused')
  readonly overloaded = this.counter(
    'ringkey_overload_refusals_total',
    'Requests that were refused because calls were placed too late',
  )
  readonly connectionsRefused = this.counter(
    'ringkey_http_connections_refused_total',
    'Connections closed at once: their address, or all together, had too many open',
    ['limit'],
  )
  readonly storeTrouble = this.counter(
    'ringkey_store_errors_total',
    'Requests and settlements that the store could not serve',
  )
  readonly uncounted = this.counter(
    'ringkey_request_log_uncounted_total',
    'Requests that the request log did not count: too many different ones at once, or their write failed',
  )
  readonly telemetryDropped = this.counter(
    'ringkey_telemetry_dropped_total',
    'Spans and log lines that the OpenTelemetry collector did not get',
  )
  readonly clockJumps = this.counter(
    'ringkey_clock_steps_total',
    'How often the wall clock of the machine was set while the service ran',
  )
  readonly #unread = this.counter(
    'ringkey_metrics_read_errors_total',
    'Readings that failed in a scrape: their gauges kept the previous value',
  )
  readonly #unbalanced = this.#gauge(
    'ringkey_audit_findings',
    'Faults that the last audit of the ledger found',
  )
  readonly #auditedAt = this.#gauge(
    'ringkey_audit_timestamp_seconds',
    'When the ledger was last audited; before the first audit, when the service started',
  )
  readonly mails = this.counter('ringkey_mail_letters_total', 'Mails by what became of them', ['result'])

  /** `startedAt` in Unix milliseconds. */
  constructor(startedAt: number) {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: neverMs })
    for (const name of [...misnamedByLibrary, ...sampledByLibrary]) this.registry.removeSingleMetric(name)
    this.#watchLoop()
    new Gauge({
      name: 'ringkey_build_info',
      help: 'Always 1; the version and the commit that runs are in the labels',
      labelNames: ['version', 'commit'],
      registers: [this.registry],
    })
      .labels(version, commit)
      .set(1)
    this.#auditedAt.set(startedAt / 1000)
  }

  /** Under the names of prom-client, of all turns of the event loop since the last scrape. */
  #watchLoop(): void {
    const delay = new LoopDelay()
    const percentiles = new Map<number, Gauge>()
    // The first of them, because a scrape reads the gauges in this order.
    new Gauge({
      name: 'nodejs_eventloop_lag_max_seconds',
      help: 'Time of the longest event loop turn',
      registers: [this.registry],
      collect() {
        this.set(delay.maxSeconds)
        for (const [percent, gauge] of percentiles) gauge.set(delay.percentile(percent))
        delay.reset()
      },
    })
    for (const percent of [50, 90, 99]) {
      const name = `nodejs_eventloop_lag_p${percent}_seconds`
      percentiles.set(percent, this.#gauge(name, `Time of an event loop turn, p${percent}`))
    }
  }

  /** `errorCode` distinguishes a refusal from a success even if both are HTTP 200; without one the label is `none`. */
  answered(method: string, status: number, errorCode: number | string | undefined, elapsedMs: number): void {
    // Not by `labels()`, which makes functions for each answer: 1.6 µs instead of 1.9 with the count of the settlement.
    this.#answers.inc({ method, status: String(status), error: String(errorCode ?? 'none') })
    this.#answerTimes.observe({ method }, elapsedMs / 1000)
  }

  audited(findings: number, at: number): void {
    this.#unbalanced.set(findings)
    this.#auditedAt.set(at / 1000)
  }

  watch(
    name: string,
    help: string,
    read: () => Reading | Promise<Reading>,
    labels: readonly string[] = [],
  ): void {
    this.watchAll({ value: { name, help, labels } }, async () => ({ value: await read() }))
  }

  /** Metrics that come from one reading: a scrape reads once for all of them, and a failed reading changes nothing. */
  watchAll<K extends string>(
    watched: Readonly<Record<K, Watched>>,
    read: () => Promise<Readonly<Record<K, Reading>>>,
  ): void {
    const readOnce = this.#onceAScrape(read)
    for (const [key, { name, help, labels = [] }] of Object.entries(watched) as [K, Watched][]) {
      const Kind: typeof Gauge | typeof Counter = name.endsWith('_total') ? Counter : Gauge
      new Kind({
        name,
        help,
        labelNames: [...labels],
        registers: [this.registry],
        async collect() {
          const reading: Reading | undefined = (await readOnce())?.[key]
          if (reading === undefined) return
          this.reset()
          const values = typeof reading === 'number' ? [[[], reading] as const] : reading
          for (const [ofLabels, value] of values) this.labels(...ofLabels).inc(value)
        },
      })
    }
  }

  /** The metrics of one reading are collected at the same time, so they share it. */
  #onceAScrape<T>(read: () => Promise<T>): () => Promise<T | undefined> {
    let reading: Promise<T | undefined> | undefined
    const readOnce = async () => {
      try {
        return await read()
      } catch {
        this.#unread.inc()
        return undefined
      } finally {
        reading = undefined
      }
    }
    return () => {
      reading ??= readOnce()
      return reading
    }
  }

  counter(name: string, help: string, labelNames: string[] = []): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  #gauge(name: string, help: string): Gauge {
    return new Gauge({ name, help, registers: [this.registry] })
  }
}
