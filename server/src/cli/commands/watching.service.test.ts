import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ringkey, type Surroundings } from '../../../test/ringkey-command.ts'
import { freePort, startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
let metricsPort = ''
const folder = mkdtempSync(join(tmpdir(), 'ringkey-'))
const run = (typed: readonly string[], surroundings: Surroundings = {}) =>
  ringkey(service.folder, typed, {
    ...surroundings,
    environment: {
      RINGKEY_PORT: new URL(service.baseUrl).port,
      RINGKEY_METRICS_PORT: metricsPort,
      ...surroundings.environment,
    },
  })
beforeAll(async () => {
  metricsPort = String(await freePort())
  service = await startTestService({ RINGKEY_METRICS_PORT: metricsPort })
  await service.post('initCall', { phone: '79161234567' })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

it('support-bundle: tells what a bug report needs, and neither numbers nor keys', async () => {
  const log = join(folder, 'log')
  const planted = [
    '79161234567',
    '+79161234567',
    service.key,
    `Bearer ${service.key}.${service.serviceId}`,
    'postgres://ringkey:open-sesame-7@db/ringkey',
    'open-sesame-7',
    'owner@example.com',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    readFileSync(join(service.folder, 'secret.key'), 'utf8').trim(),
  ]
  writeFileSync(
    log,
    planted.map((text) => JSON.stringify({ level: 30, msg: `found ${text} here` })).join('\n'),
  )
  const file = join(folder, 'bundle.txt')
  const environment = {
    RINGKEY_SMTP_URL: 'smtp://post:open-sesame-7@127.0.0.1:2',
    RINGKEY_MAIL_FROM: 'owner@example.com',
    RINGKEY_TELEGRAM_TOKEN: '12345:AbCdEfGhIjKlMnOp',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example/ingest/path-token?api=query-token',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer header-token',
    RINGKEY_LOOKUP_FILE: join(folder, 'lookup.json'),
  }
  const url = 'https://lookup.example/key-in-path/{phone}?apikey=lookup-token'
  writeFileSync(
    environment.RINGKEY_LOOKUP_FILE,
    JSON.stringify({ url, headers: { 'X-Key': 'lookup-header' } }),
  )
  const lines = ['header-token', 'lookup-header', url, 'https://otlp.example?api=query-token']
  appendFileSync(log, `\n${lines.map((msg) => JSON.stringify({ level: 30, msg })).join('\n')}`)
  const { code } = await run(['support-bundle', '--out', file, '--log', log], { environment })
  expect(code).toBe(0)
  const text = readFileSync(file, 'utf8')
  const secrets = [
    ...planted.map((each) => each.replace(/^.*[ /:]/, '')),
    'open-sesame-7',
    'AbCdEfGhIjKlMnOp',
    ...['path-token', 'query-token', 'header-token', 'key-in-path', 'lookup-token', 'lookup-header'],
  ]
  for (const secret of [
    '79161234567',
    '9161234567',
    'owner@example.com',
    ...secrets.filter((each) => each.length > 9),
  ])
    expect(text).not.toContain(secret)
  for (const title of ['Versions', 'Settings', 'Doctor', 'Nodes', 'Alarms', 'Log', 'Metrics'])
    expect(text).toContain(`== ${title} ==\n`)
  expect(text).toContain('RINGKEY_TELEGRAM_TOKEN: set')
  expect(text).toContain('keep-calls-days: 180 (default)')
  expect(text).toContain('ringkey_http_requests_total{method="initCall"')
  expect((await run(['support-bundle', '--out', file])).err).toContain('is there already')
})

it('support-bundle: is made without a service as well', async () => {
  const file = join(folder, 'alone.txt')
  const { code } = await run(['support-bundle', '--out', file], {
    environment: { RINGKEY_METRICS_PORT: '1' },
  })
  expect(code).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('== Metrics ==\nnot available: http://127.0.0.1:1/metrics')
})
