// The metrics, and everything shipped that reads them: rules, dashboard, documents.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../server/test/service.ts'
import { writeSelfSigned } from '../../../sip/test/certificates.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const promtool = (words: readonly string[], input = '') =>
  execFileSync('/usr/bin/promtool', words, { cwd: join(root, 'deploy/prometheus'), input, encoding: 'utf8' })

const folder = mkdtempSync(join(tmpdir(), 'ringkey-certificate-'))
let service: TestService
let scraped: string
let names: Set<string>

beforeAll(async () => {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeSelfSigned({ certFile: cert, keyFile: key }, { subject: 'test' })
  service = await startTestService({ RINGKEY_TLS_CERT: cert, RINGKEY_TLS_KEY: key }, { hasSip: true })
  scraped = (await service.raw(service.metricsUrl)).body
  names = new Set([...scraped.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!))
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

/** The names of our metrics in a text; the series of a histogram count as the histogram. */
const namesIn = (text: string) =>
  new Set([...text.matchAll(/\bringkey_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, '')))
const unknownIn = (text: string) => [...namesIn(text)].filter((name) => !names.has(name))

it('metrics: promtool has nothing to object to', () => {
  expect(promtool(['check', 'metrics'], scraped)).toBe('')
})

it('metrics: tell the version, the certificate and the disk', () => {
  expect(scraped).toMatch(/^ringkey_build_info\{version="\d+\.\d+\.\d+",commit="[0-9a-f]*"\} 1$/m)
  const expiry = Number(/^ringkey_tls_certificate_expiry_timestamp_seconds (\S+)$/m.exec(scraped)?.[1])
  expect(expiry * 1000 - Date.now()).toBeGreaterThan(86_400_000)
  expect(scraped).toMatch(/^ringkey_data_disk_free_bytes [1-9]/m)
  expect(scraped).toMatch(/^ringkey_audit_timestamp_seconds [1-9]/m)
})

it('metrics: tell the money of the installation', async () => {
  expect(scraped).toMatch(/^ringkey_charged_money_total\{mode="flash"\} 0$/m)
  await service.store.addCharged({ what: 'lookup', units: 12_500 })
  const later = (await service.raw(service.metricsUrl)).body
  expect(later).toMatch(/^ringkey_charged_money_total\{mode="lookup"\} 1.25$/m)
  expect(later).toMatch(/^ringkey_top_ups_money_total\{result="made"\} 0$/m)
  expect(later).toMatch(/^ringkey_balance_money 100$/m)
  expect(later).toMatch(/^ringkey_held_money 0$/m)
})

it('metrics: requests for /health are not among the answers', () => {
  expect(scraped).not.toMatch(/ringkey_http_requests_total\{method="(probe|other)"/)
})

it('alert rules: are valid, and their unit tests pass', () => {
  expect(promtool(['check', 'rules', 'alerts.yml'])).toContain('SUCCESS')
  expect(promtool(['test', 'rules', 'alerts.test.yml'])).toContain('SUCCESS')
})

it.each([
  'deploy/prometheus/alerts.yml',
  'deploy/prometheus/alerts.test.yml',
  'deploy/grafana/ringkey.json',
  'docs/trunks.md',
  'docs/webhooks.md',
])('%s: names only metrics that exist', (path) => {
  expect(unknownIn(read(path))).toEqual([])
})

it('documents: describe every metric', () => {
  const reported = namesIn(['docs/observe.md', 'docs/trunks.md', 'docs/webhooks.md'].map(read).join('\n'))
  expect([...names].filter((name) => name.startsWith('ringkey_') && !reported.has(name))).toEqual([])
})
