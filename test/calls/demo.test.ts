// The steps of docs/demo.md: the program, its simulated carrier and the demo phone.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readWav } from '@ringkey/sip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { watchPhone } from '../../dev/phone/terminal-phone.ts'
import { childrenOf } from '../../server/test/children-of.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { freePort } from '../../server/test/service.ts'
import { programOf } from '../setup/program.ts'
import { heardPieces, wholeSpeech } from './heard-pieces.ts'
import { apiOf, type CallRig, endOf } from './rig.ts'

const startPatienceMs = 60_000

let folder: string
let service: ChildProcess
let api: CallRig['api']
let printed = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringkey-demo-'))
  service = spawn(process.execPath, programOf('serve'), {
    env: {
      ...process.env,
      RINGKEY_DATA: folder,
      RINGKEY_PORT: '0',
      RINGKEY_ALT_PORT: '0',
      RINGKEY_METRICS_PORT: String(await freePort()),
      RINGKEY_SIP_PORT: '0',
      RINGKEY_RTP_PORTS: '35000-35999',
      RINGKEY_NUMBER_LIMIT: '0s',
      RINGKEY_NUMBER_TOTAL_LIMIT: '0s',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  service.stdout!.on('data', (bytes) => {
    printed += bytes
  })
  const until = performance.now() + startPatienceMs
  while (!printed.includes('/v2/checks')) {
    if (performance.now() > until || service.exitCode !== null) throw new Error(`no start: ${printed}`)
    await sleep(50)
  }
  const first = JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8'))
  api = apiOf(first.base_url, `Bearer ${first.secret_key}.${first.service_id}`)
})
afterAll(async () => {
  if (service.exitCode === null && service.signalCode === null) {
    const exited = once(service, 'exit')
    service.kill('SIGKILL')
    await exited
  }
  rmSync(folder, { recursive: true, force: true })
})

/** The phone for one call; `lines` is what a program sees of it. */
function pickUp(answers: boolean): { lines: Record<string, unknown>[]; over: Promise<void> } {
  const lines: Record<string, unknown>[] = []
  const over = watchPhone({
    dataFolder: folder,
    recordings: join(folder, 'phone'),
    answers,
    once: true,
    json: true,
    out: (line) => lines.push(JSON.parse(line)),
  })
  return { lines, over }
}

it('demo: the printed curl line makes the demo phone ring with the code in the number', async () => {
  expect(printed).toMatch(/curl '\S+\/v2\/verifications' -H 'Authorization: Bearer \w+\.\d+'/)
  expect(printed).toMatch(/-d '\{"phone": "\+\d+"\}'/)
  const { lines, over } = pickUp(false)
  const { body } = await api('initCall', { phone: '79161234567' })
  await over
  expect(lines[0]).toMatchObject({ state: 'ringing', to: '79161234567' })
  expect(String(lines[0]!.from)).toMatch(new RegExp(`^7495123${body.code}$`))
  expect(await endOf(api, body.vendor_id)).toMatchObject({ call_status: 1 })
})

it('demo: a voice call is heard on the demo phone', async () => {
  const { lines, over } = pickUp(true)
  const { body } = await api('initCall', { phone: '79161234567', voice: 'true' })
  await over
  expect(await endOf(api, body.vendor_id)).toMatchObject({ call_status: 1 })
  const file = String(lines.at(-1)!.recording)
  expect(heardPieces(readWav(readFileSync(file), 'pcma'), 'ru')).toEqual(wholeSpeech(body.code))
})

it('demo: the phone dials a confirmation number and hears busy', async () => {
  const { body } = await api('inboundCallWaiting', {
    phone: '79161234567',
    callback_url: 'http://127.0.0.1:9/hook',
  })
  const dial = ['dev', 'phone', 'dial', body.confirmation_number, '--from', '8 (916) 123-45-67']
  const { code, json } = await ringkey(folder, [...dial, '--json'])
  expect({ code, json }).toEqual({
    code: 0,
    json: {
      from: '79161234567',
      to: body.confirmation_number,
      result: 'busy, as confirmation numbers are',
    },
  })
  expect(await endOf(api, body.vendor_id)).toMatchObject({ call_status: 1 })
})

it('demo: ringkey dev phone dial explains a wrong number, and fails', async () => {
  const { code, out, err } = await ringkey(folder, ['dev', 'phone', 'dial', '123', '--from', '79161234567'])
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain('NUMBER is not valid')
})

it('demo: the simulated carrier ends with the service, also after a kill', async () => {
  const carriers = childrenOf(service.pid!)
  expect(carriers).toHaveLength(1)
  const exited = once(service, 'exit')
  service.kill('SIGKILL')
  await exited
  await expect.poll(() => isRunning(carriers[0]!)).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
