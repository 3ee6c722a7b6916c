// One node, whose port systemd keeps: a restart under load refuses nobody.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { freePort } from '../../../server/test/service.ts'
import { PeerProcess } from '../interop/peer-process.ts'

const patienceMs = 180_000
const everyMs = 250
const folder = mkdtempSync(join(tmpdir(), 'ringkey-socket-'))
let keeper: PeerProcess | undefined
afterAll(async () => {
  await keeper?.end()
  rmSync(folder, { recursive: true, force: true })
}, patienceMs)

interface Answer {
  /** The HTTP status, or why there was none. */
  readonly status: number | string
  readonly waitedMs: number
}

/** Over a connection of its own: a client that keeps one open has to repeat what it sends into a closed one. */
function call(port: number, authorization: string, phone: string): Promise<Answer> {
  const since = performance.now()
  return new Promise((resolve) => {
    const end = (status: number | string) => resolve({ status, waitedMs: performance.now() - since })
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
    const to = { agent: false, host: '127.0.0.1', port, path: '/v1.0/initCall', method: 'POST', headers }
    const asked = request(to, (answer) => {
      answer.resume()
      answer.on('end', () => end(answer.statusCode!))
    })
    asked.on('error', (error) => end(error.message))
    asked.end(JSON.stringify({ phone }))
  })
}

it('deploy: one node whose port systemd keeps is restarted under load, and no request is refused', {
  timeout: patienceMs,
}, async () => {
  const port = await freePort()
  const environment = {
    RINGKEY_DATA: folder,
    RINGKEY_ALT_PORT: '0',
    RINGKEY_METRICS_PORT: String(await freePort()),
    RINGKEY_SIP_PORT: String(await freePort()),
    RINGKEY_ADDRESS_LIMIT: 'api:0/s',
    RINGKEY_SERVICE_LIMIT: '0/s',
  }
  const main = join(import.meta.dirname, '../../../server/src/main.ts')
  keeper = new PeerProcess(
    '/usr/bin/python3',
    [join(import.meta.dirname, 'keep-socket.py'), String(port), process.execPath, main],
    folder,
    { environment },
  )
  const readyTimes = () => keeper!.output.split('Ringkey is ready').length - 1
  await keeper.printed('Ringkey is ready')
  const { service_id, secret_key } = JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8'))
  const authorization = `Bearer ${secret_key}.${service_id}`

  const sent: Promise<Answer>[] = []
  let isDone = false
  const load = (async () => {
    for (let number = 1; !isDone; number++) {
      sent.push(call(port, authorization, `7916${2_000_000 + number}`))
      await sleep(everyMs)
    }
  })()
  await expect.poll(() => sent.length, { timeout: patienceMs }).toBeGreaterThan(20)
  process.kill(keeper.pid, 'SIGHUP')
  await expect.poll(readyTimes, { timeout: patienceMs }).toBe(2)
  const restarted = sent.length
  await expect.poll(() => sent.length - restarted, { timeout: patienceMs }).toBeGreaterThan(20)
  isDone = true
  await load
  const answers = await Promise.all(sent)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  // The restart lies between two of the requests, so some of them waited for the next process.
  expect(Math.max(...answers.map(({ waitedMs }) => waitedMs))).toBeGreaterThan(everyMs)
  process.kill(keeper.pid, 'SIGTERM')
  await keeper.exited()
})
