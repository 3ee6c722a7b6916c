import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/service.ts'
import { createLog } from '../platform/log.ts'
import { systemClock } from '../platform/system-clock.ts'
import { OtlpExporter } from '../platform/telemetry/otlp-exporter.ts'

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
}

let collector: Server
let exporter: OtlpExporter
let service: TestService
let status = 200
const bodies: { path: string; headers: Record<string, unknown>; text: string }[] = []
const spans = (): SentSpan[] =>
  bodies
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ text }) => JSON.parse(text).resourceSpans[0].scopeSpans[0].spans)
/** The newest line that was sent; spans of the service may come beside it. */
const sentLine = () => {
  const { text } = bodies.findLast(({ path }) => path === '/v1/logs')!
  return JSON.parse(text).resourceLogs[0].scopeLogs[0].logRecords[0]
}
function newExporter(): OtlpExporter {
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`
  const headers = { Authorization: 'Bearer abc' }
  return new OtlpExporter({ url, headers, instanceId: 'here', clock: systemClock })
}

beforeAll(async () => {
  collector = createServer(async (asked, answer) => {
    let text = ''
    for await (const part of asked) text += part
    bodies.push({ path: asked.url!, headers: asked.headers, text })
    answer.writeHead(status, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  exporter = newExporter()
  service = await startTestService({ OTEL_TRACES_SAMPLER_ARG: '1' }, { telemetry: exporter })
})
afterAll(async () => {
  await service.stop()
  await new Promise((resolve) => collector.close(resolve))
})

it('traces: request, transactions, call and webhook of a verification are one trace, without its number', async () => {
  const { body } = await service.post('initCall', { phone: '79161234567', client: 'trace' })
  await service.clock.advance(2_000)
  await service.get('getInfo', { uid: String(body.vendor_id) })
  const flushed = async () => {
    await exporter.flush()
    return spans().map(({ name }) => name)
  }
  const names = ['call', 'getInfo', 'initCall', 'store admit', 'store settle']
  await expect.poll(async () => (await flushed()).sort()).toEqual(names)
  const sent = spans()
  expect(new Set(sent.map(({ traceId }) => traceId)).size).toBe(1)
  const root = sent.find(({ name }) => name === 'initCall')!
  expect(root.parentSpanId).toBeUndefined()
  for (const span of sent.filter((each) => each !== root)) expect(span.parentSpanId).toBe(root.spanId)
  for (const { traceId, spanId, startTimeUnixNano, endTimeUnixNano } of sent) {
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(spanId).toMatch(/^[0-9a-f]{16}$/)
    expect(startTimeUnixNano).toMatch(/^\d{19}$/)
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true)
  }
  expect(new Set(sent.map(({ spanId }) => spanId)).size).toBe(sent.length)
  const text = JSON.stringify(bodies)
  expect(text).not.toContain('9161234567')
  expect(text).not.toContain(String(body.code))
  expect(bodies[0]!.headers).toMatchObject({
    authorization: 'Bearer abc',
    'content-type': 'application/json',
  })
  expect(bodies[0]!.text).toContain('"service.name"')
})

it('traces: the steps of a verification of /v2 belong to its trace', async () => {
  bodies.length = 0
  const answer = await service.raw('/v2/verifications', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${service.key}.${service.serviceId}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ phone: '+79161234568' }),
  })
  expect(answer.status).toBe(201)
  await service.clock.advance(2_000)
  await exporter.flush()
  const sent = spans()
  expect(sent.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['createVerification', 'store create', 'call']),
  )
  expect(new Set(sent.map(({ traceId }) => traceId)).size).toBe(1)
})

it('telemetry: log lines become log records with their level and event', async () => {
  bodies.length = 0
  exporter.logLine(
    JSON.stringify({
      level: 40,
      time: '2026-11-16T05:01:02.345Z',
      event: 'clock-step',
      byMs: 7,
      msg: 'a step',
    }),
  )
  await exporter.flush()
  expect(sentLine()).toEqual({
    timeUnixNano: '1794805262345000000',
    severityNumber: 13,
    severityText: 'WARN',
    body: { stringValue: 'a step' },
    attributes: [
      { key: 'event', value: { stringValue: 'clock-step' } },
      { key: 'byMs', value: { intValue: '7' } },
    ],
  })
})

it('telemetry: a line whose long number was masked is sent as it is', async () => {
  bodies.length = 0
  const log = createLog('info', { write: () => {} }, (line) => exporter.logLine(line))
  log.info({ event: 'reload', at: 1_768_478_400_000 }, 'reloaded')
  await exporter.flush()
  const record = sentLine()
  expect(record.severityText).toBe('INFO')
  expect(record.body.stringValue).toContain('reloaded')
  expect(record.timeUnixNano).toMatch(/^\d{19}$/)
})

it('telemetry: a collector that is away costs nothing but the lines, which are counted', async () => {
  const own = newExporter()
  let dropped = 0
  own.onDropped = (records) => {
    dropped += records
  }
  status = 503
  own.logLine(JSON.stringify({ level: 30, time: '2026-11-16T05:01:02.345Z', msg: 'lost' }))
  await own.flush()
  status = 200
  expect(dropped).toBe(1)
  for (let line = 0; line < 5_000; line++)
    own.logLine(JSON.stringify({ level: 30, time: '2026-11-16T05:01:02.345Z', msg: 'many' }))
  expect(dropped).toBe(1 + 5_000 - 4_096)
  await own.close()
})
