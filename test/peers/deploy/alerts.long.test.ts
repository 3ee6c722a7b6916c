// A real Prometheus with the shipped rules watches a service while real faults happen to it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../../server/src/platform/system-clock.ts'
import { Carrier } from '../../../server/src/telephony/simulator/carrier.ts'
import { type ServiceProcess, startProcess } from '../../../server/test/process.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { freePort } from '../../../server/test/service.ts'
import { PeerProcess } from '../interop/peer-process.ts'

/** The rules promise two minutes. */
const patienceMs = 180_000
const root = mkdtempSync(join(tmpdir(), 'ringkey-alerts-'))
const ends: (() => unknown)[] = [() => rmSync(root, { recursive: true, force: true })]
afterAll(async () => {
  for (const end of ends.reverse()) await end()
}, patienceMs)

const environment = {
  RINGKEY_DATA: join(root, 'data'),
  RINGKEY_DEMO: 'off',
  RINGKEY_CALLBACK_ALLOW: '127.0.0.1',
  RINGKEY_ADDRESS_LIMIT: 'api:0/s',
  RINGKEY_LOG_LEVEL: 'fatal',
}
let onAnswered = () => {}
let onEnded = () => {}
let service: ServiceProcess
let headers: Record<string, string>
let serviceId: string
let prometheus: string

async function type(words: string): Promise<string> {
  const { code, out, err } = await ringkey(environment.RINGKEY_DATA, words.split(' '), {
    clock: systemClock,
    environment,
  })
  if (code !== 0) throw new Error(`ringkey ${words}: ${err}`)
  return out
}

beforeAll(async () => {
  const refusing = await Carrier.open({
    behave: () => ({ steps: [{ do: 'refuse', status: 503, cause: 41 }], networkFault: 'none' }),
    onEvent: () => {},
  })
  const talking = await Carrier.open({
    behave: () => ({ steps: [{ do: 'ring' }, { do: 'answer' }], networkFault: 'none' }),
    onEvent({ kind }) {
      if (kind === 'answered') onAnswered()
      if (kind === 'ended') onEnded()
    },
  })
  ends.push(
    () => refusing.close(),
    () => talking.close(),
  )
  await type(`trunk add refusing host=127.0.0.1 port=${refusing.port} prefixes=7917`)
  await type(`trunk add talking host=127.0.0.1 port=${talking.port} prefixes=7916`)
  await type('account create ann@example.com')
  await type('account topup ann@example.com 1000')
  const made = await type('service create ann@example.com --name Shop')
  serviceId = /^Service: +(\d+)$/m.exec(made)![1]!
  const key = /^Secret key: +(\S+)/m.exec(made)![1]!
  headers = { Authorization: `Bearer ${key}.${serviceId}`, 'Content-Type': 'application/json' }
  const [metricsPort, port] = [await freePort(), await freePort()]
  service = await startProcess({ ...environment, RINGKEY_METRICS_PORT: String(metricsPort) })
  ends.push(() => service.end('SIGKILL'))

  const file = join(root, 'prometheus.yml')
  const rules = join(import.meta.dirname, '../../../deploy/prometheus/alerts.yml')
  writeFileSync(
    file,
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [${rules}]
scrape_configs:
  - job_name: ringkey
    static_configs: [{ targets: ['127.0.0.1:${metricsPort}'] }]
`,
  )
  const words = [`--config.file=${file}`, `--storage.tsdb.path=${root}/tsdb`]
  const process = new PeerProcess(
    '/usr/bin/prometheus',
    [...words, `--web.listen-address=127.0.0.1:${port}`],
    root,
  )
  ends.push(() => process.end())
  await process.bound('tcp', port)
  prometheus = `http://127.0.0.1:${port}`
}, patienceMs)

/** The kinds of alarms that Prometheus would tell people about now, with their severity. */
async function firing(): Promise<string[]> {
  const answer = await fetch(`${prometheus}/api/v1/alerts`)
  const { data } = (await answer.json()) as {
    data: { alerts: { state: string; labels: { kind?: string; severity: string } }[] }
  }
  return data.alerts
    .filter(({ state }) => state === 'firing')
    .map(({ labels }) => `${labels.kind} ${labels.severity}`)
}
const fires = (alert: string) => expect.poll(firing, { timeout: patienceMs, interval: 500 }).toContain(alert)

let drawn = 0
async function call(prefix: string, parameters = {}): Promise<void> {
  const body = JSON.stringify({ phone: `${prefix}${1_000_000 + ++drawn}`, ...parameters })
  await fetch(`${service.baseUrl}/v1.0/initCall`, { method: 'POST', headers, body })
}

it('alerts: no number to call from', { timeout: patienceMs }, async () => {
  await fires('no-numbers critical')
  for (const trunk of ['refusing', 'talking']) await type(`pool add 74951230000-74951239999 --trunk ${trunk}`)
  await expect.poll(firing, { timeout: patienceMs }).not.toContain('no-numbers critical')
})

it('alerts: a carrier that refuses every call', { timeout: patienceMs }, async () => {
  const calls = setInterval(() => void call('7917'), 100)
  await fires('breaker-open warning').finally(() => clearInterval(calls))
})

it('alerts: a receiver of webhooks that is not there', { timeout: patienceMs }, async () => {
  await type(`endpoint add ${serviceId} http://127.0.0.1:${await freePort()}/`)
  for (let number = 0; number < 10; number++) await call('7916')
  await fires('webhooks-failing warning')
})

it('alerts: a machine that stands still while it speaks', { timeout: patienceMs }, async () => {
  const isAnswered = new Promise<void>((resolve) => {
    onAnswered = resolve
  })
  let isOver = false
  onEnded = () => {
    isOver = true
  }
  await call('7916', { voice: true })
  await isAnswered
  // Speech begins some time after the answer, so it stands still again and again.
  while (!isOver) {
    process.kill(service.pid, 'SIGSTOP')
    await sleep(1_000)
    process.kill(service.pid, 'SIGCONT')
    await sleep(500)
  }
  await fires('speech-late warning')
})
