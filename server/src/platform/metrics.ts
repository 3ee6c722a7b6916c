import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What Prometheus is told. No label ever holds a phone number or anything else that people send. */
export class Metrics {
  readonly registry = new Registry()
  readonly #answers = this.#counter(
    'ringkey_http_answers_total',
    'Answers by method, status and error code',
    ['method', 'status', 'error'],
  )
  readonly #seconds = new Histogram({
    name: 'ringkey_http_answer_seconds',
    help: 'Time to answer',
    labelNames: ['method'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers: [this.registry],
  })
  readonly #settled = this.#counter('ringkey_verifications_settled_total', 'Verifications ended', [
    'state',
    'reason',
  ])
  readonly #webhookAttempts = this.#counter('ringkey_webhook_attempts_total', 'Web-hooks sent, by result', [
    'result',
  ])
  readonly #inboundCalls = this.#counter(
    'ringkey_inbound_calls_total',
    'Calls on confirmation numbers, by whether somebody waited for them',
    ['result'],
  )
  readonly #capsReached = this.#counter(
    'ringkey_spend_cap_refusals_total',
    'Requests that a spend cap refused',
    [],
  )
  readonly #storeTrouble = this.#counter(
    'ringkey_store_trouble_total',
    'Requests and settlements that the store could not serve',
    [],
  )
  readonly #unread = this.#counter(
    'ringkey_metrics_unread_total',
    'Readings that failed in a scrape: their gauges kept the value before',
    [],
  )
  readonly #unbalanced = this.#gauge(
    'ringkey_audit_findings',
    'Faults that the last audit of the books found',
  )
  readonly #auditedAt = this.#gauge('ringkey_audit_time_seconds', 'When the books were last audited')
  readonly #answerKinds = new Map<string, { inc(): void }>()
  readonly #timers = new Map<string, { observe(seconds: number): void }>()

  constructor() {
    collectDefaultMetrics({ register: this.registry })
  }

  /** `errorCode` tells a refusal from an answer also where both are HTTP 200; the label is `none` without one. */
  answered(method: string, status: number, errorCode: number | undefined, elapsedMs: number): void {
    const kind = `${method} ${status} ${errorCode}`
    let counter = this.#answerKinds.get(kind)
    if (counter === undefined) {
      counter = this.#answers.labels(method, String(status), String(errorCode ?? 'none'))
      this.#answerKinds.set(kind, counter)
    }
    counter.inc()
    let timer = this.#timers.get(method)
    if (timer === undefined) {
      timer = this.#seconds.labels(method)
      this.#timers.set(method, timer)
    }
    timer.observe(elapsedMs / 1000)
  }

  settled(state: string, reason: string): void {
    this.#settled.labels(state, reason).inc()
  }

  webhookAttempt(result: string): void {
    this.#webhookAttempts.labels(result).inc()
  }

  inboundCall(result: string): void {
    this.#inboundCalls.labels(result).inc()
  }

  capReached(): void {
    this.#capsReached.inc()
  }

  storeTrouble(): void {
    this.#storeTrouble.inc()
  }

  audited(findings: number, at: number): void {
    this.#unbalanced.set(findings)
    this.#auditedAt.set(at / 1000)
  }

  watch(name: string, help: string, read: () => number | Promise<number>): void {
    this.watchAll({ value: { name, help } }, async () => ({ value: await read() }))
  }

  /** Gauges that come from one reading: a scrape reads once for all of them, and a failed one changes nothing. */
  watchAll<K extends string>(
    gauges: Readonly<Record<K, { readonly name: string; readonly help: string }>>,
    read: () => Promise<Readonly<Record<K, number>>>,
  ): void {
    let reading: Promise<Readonly<Record<K, number>> | undefined> | undefined
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
    for (const [key, { name, help }] of Object.entries(gauges) as [K, { name: string; help: string }][]) {
      new Gauge({
        name,
        help,
        registers: [this.registry],
        collect: async function () {
          reading ??= readOnce()
          const values = await reading
          if (values !== undefined) this.set(values[key])
        },
      })
    }
  }

  #counter(name: string, help: string, labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  #gauge(name: string, help: string): Gauge {
    return new Gauge({ name, help, registers: [this.registry] })
  }
}
