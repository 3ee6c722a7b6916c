import { Counter, type Metric, type Registry } from 'prom-client'

const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1]

interface MethodCounts {
  /** Keyed by status and error code; a word of `/v2` has one status, so it is a key by itself. */
  readonly kinds: Map<
    number | string,
    { readonly status: number; readonly errorCode: number | string | undefined; count: number }
  >
  /**
   * How many answers took at most as long as this bucket and longer than the previous one; the last has the slowest.
   */
  readonly buckets: number[]
  sumSeconds: number
}

const timesName = 'ringkey_http_request_duration_seconds'
const timesHelp = 'Time to answer'

/**
 * Counts answers by method, status and error code, with their duration. They are counted in plain numbers and formatted
 * only for a scrape: the counter and the histogram of prom-client took 1.6 us an answer.
 */
export class AnswerCounts {
  readonly #methods = new Map<string, MethodCounts>()

  constructor(registry: Registry) {
    const methods = this.#methods
    new Counter({
      name: 'ringkey_http_requests_total',
      help: 'Answers by method, status and error code',
      labelNames: ['method', 'status', 'error'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [method, { kinds }] of methods) {
          for (const { status, errorCode, count } of kinds.values())
            this.labels(method, String(status), String(errorCode ?? 'none')).inc(count)
        }
      },
    })
    const times = { name: timesName, get: async () => ({ ...histogram, values: this.#times() }) }
    registry.registerMetric(times as unknown as Metric)
  }

  add(method: string, status: number, errorCode: number | string | undefined, elapsedMs: number): void {
    let counts = this.#methods.get(method)
    if (counts === undefined) {
      counts = { kinds: new Map(), buckets: new Array(bucketsSeconds.length + 1).fill(0), sumSeconds: 0 }
      this.#methods.set(method, counts)
    }
    const seconds = elapsedMs / 1000
    counts.sumSeconds += seconds
    let place = 0
    while (place < bucketsSeconds.length && seconds > bucketsSeconds[place]!) place += 1
    counts.buckets[place]! += 1
    // An error code is below ten thousand; an answer without one is counted separately.
    const key = typeof errorCode === 'string' ? errorCode : status * 10_000 + (errorCode ?? 9_999)
    const kind = counts.kinds.get(key)
    if (kind === undefined) counts.kinds.set(key, { status, errorCode, count: 1 })
    else kind.count += 1
  }

  /** A histogram in the form of Prometheus: each bucket includes those before it. */
  #times() {
    return [...this.#methods].flatMap(([method, { buckets, sumSeconds }]) => {
      let count = 0
      const values = buckets.map((inBucket, place) => {
        count += inBucket
        const le = bucketsSeconds[place] ?? '+Inf'
        return { metricName: `${timesName}_bucket`, labels: { le, method }, value: count }
      })
      return [
        ...values,
        { metricName: `${timesName}_sum`, labels: { method }, value: sumSeconds },
        { metricName: `${timesName}_count`, labels: { method }, value: count },
      ]
    })
  }
}

const histogram = { name: timesName, help: timesHelp, type: 'histogram', aggregator: 'sum' }
