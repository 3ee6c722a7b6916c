import { type Clock, secondMs, type Timer } from '../clock.ts'
import { fullVersion } from '../version.ts'

type Value = string | number | boolean
export type Attributes = Readonly<Record<string, Value | undefined>>

export interface Span {
  /** 32 and 16 hexadecimal digits. */
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client'
  /** Unix milliseconds, with fractions. */
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Attributes
  readonly events?: readonly { readonly atMs: number; readonly name: string }[]
  readonly isError?: boolean
}

export interface ExporterOptions {
  /** The base address of a collector: `http://127.0.0.1:4318`. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Distinguishes the processes of one installation. */
  readonly instanceId: string
  readonly clock: Clock
}

const flushMs = 2 * secondMs
const maxQueued = 4_096
const postTimeoutMs = 10 * secondMs

const kinds = { internal: 1, server: 2, client: 3 } as const
const errorStatus = { code: 2 }
/** The severity numbers of the OpenTelemetry log data model by tens of pino's levels. */
const severities = [0, 1, 5, 9, 13, 17, 21]
const severityTexts = ['', 'TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']

/**
 * Sends spans and log records to a collector by OTLP over HTTP in its JSON form (OpenTelemetry protocol 1.x). What cannot be
 * sent is dropped and counted: telemetry never delays a call.
 */
export class OtlpExporter {
  readonly #options: ExporterOptions
  readonly #resource: object
  readonly #timer: Timer
  #spans: object[] = []
  #logs: object[] = []
  /** Spans or log records were lost: the queue was full, or the collector did not take them. */
  onDropped: (records: number) => void = () => {}

  constructor(options: ExporterOptions) {
    this.#options = options
    this.#resource = {
      attributes: attributesOf({
        'service.name': 'ringkey',
        'service.version': fullVersion,
        'service.instance.id': options.instanceId,
      }),
    }
    this.#timer = options.clock.every(flushMs, () => this.flush())
  }

  span({ kind, startMs, endMs, attributes, events, isError, parentSpanId, ...span }: Span): void {
    this.#push(this.#spans, {
      ...span,
      ...(parentSpanId === undefined ? {} : { parentSpanId }),
      kind: kinds[kind],
      startTimeUnixNano: nanoseconds(startMs),
      endTimeUnixNano: nanoseconds(Math.max(startMs, endMs)),
      attributes: attributesOf(attributes),
      events: (events ?? []).map(({ atMs, name }) => ({ timeUnixNano: nanoseconds(atMs), name })),
      status: isError ? errorStatus : {},
    })
  }

  /** A line of our own log, as it was written. */
  logLine(line: string): void {
    const { level, time, msg, ...facts } = factsOf(line)
    const severity = Math.min(6, Math.floor(Number(level) / 10))
    const attributes = Object.fromEntries(
      Object.entries(facts).map(([name, fact]) => [
        name,
        typeof fact === 'object' ? JSON.stringify(fact) : (fact as Value),
      ]),
    )
    this.#push(this.#logs, {
      timeUnixNano: nanoseconds(Date.parse(String(time))),
      severityNumber: severities[severity],
      severityText: severityTexts[severity],
      body: { stringValue: String(msg ?? '') },
      attributes: attributesOf(attributes),
    })
  }

  async flush(): Promise<void> {
    const [spans, logRecords] = [this.#spans, this.#logs]
    this.#spans = []
    this.#logs = []
    const scope = { name: 'ringkey' }
    await Promise.all([
      this.#post('/v1/traces', spans, {
        resourceSpans: [{ resource: this.#resource, scopeSpans: [{ scope, spans }] }],
      }),
      this.#post('/v1/logs', logRecords, {
        resourceLogs: [{ resource: this.#resource, scopeLogs: [{ scope, logRecords }] }],
      }),
    ])
  }

  async close(): Promise<void> {
    this.#timer.cancel()
    await this.flush()
  }

  #push(queue: object[], record: object): void {
    if (queue.length >= maxQueued) this.onDropped(1)
    else queue.push(record)
  }

  async #post(path: string, records: readonly object[], body: object): Promise<void> {
    if (records.length === 0) return
    const { url, headers } = this.#options
    try {
      const answer = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(postTimeoutMs),
      })
      await answer.body?.cancel()
      if (!answer.ok) this.onDropped(records.length)
    } catch {
      this.onDropped(records.length)
    }
  }
}

/** A long number that was masked is no JSON any more; such a line is sent as it is. */
function factsOf(line: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(line) as Readonly<Record<string, unknown>>
  } catch {
    const found = /^\{"level":(\d+),"time":"([^"]+)"/.exec(line)
    return { level: found?.[1] ?? 30, time: found?.[2] ?? '', msg: line.trimEnd() }
  }
}

function attributesOf(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value) }],
  )
}

function anyValue(value: Value): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  // 64-bit integers are strings in the JSON form of protocol buffers.
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** Milliseconds with fractions cannot hold nanoseconds in a double: they are put together as text. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms)
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, '0')}`
}
