// The service as a process: what stops its start, and how it ends.
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { runProcess, type ServiceProcess, startProcess } from '../test/process.ts'
import { eventually, freePort } from '../test/service.ts'
import { isLocked } from './storage/sqlite/folder-lock.ts'

const base = mkdtempSync(join(tmpdir(), 'ringkey-main-'))
let folders = 0
const newFolder = () => join(base, String(++folders))
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** Two pairs of ports for speech, which another program has. */
async function takeRange(): Promise<readonly Socket[]> {
  const first = await freePort()
  const sockets = [0, 1, 2, 3].map(() => createSocket('udp4'))
  const bound = sockets.map(async (socket, index) => {
    await once(socket.bind(first + index, '127.0.0.1'), 'listening')
  })
  const isOurs = (await Promise.allSettled(bound)).every(({ status }) => status === 'fulfilled')
  if (isOurs) return sockets
  for (const socket of sockets) socket.close()
  return takeRange()
}

describe('a start that cannot be', () => {
  it('[V2-254] names RINGKEY_RTP_PORTS when other programs have these ports', async () => {
    const taken = await takeRange()
    const [first, last] = [taken[0]!, taken.at(-1)!].map((socket) => socket.address().port)
    const range = `${first}-${last}`
    const { code, out, err } = await runProcess({ RINGKEY_DATA: newFolder(), RINGKEY_RTP_PORTS: range })
    for (const socket of taken) socket.close()
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(
      /^Speech \(RTP\) cannot listen on 127\.0\.0\.1, ports \d+ to \d+: .+ Choose others with RINGKEY_RTP_PORTS\.\n$/,
    )
  })

  const badKey = join(base, 'bad.pem')
  writeFileSync(badKey, 'not a key')
  writeFileSync(join(base, 'a-file'), '')

  it.each([
    ['a port', 78, { RINGKEY_PORT: '70000' }, /^RINGKEY_PORT is "70000": expected a port from 0 to 65535/],
    [
      'a certificate',
      78,
      { RINGKEY_TLS_CERT: badKey, RINGKEY_TLS_KEY: badKey },
      /^RINGKEY_TLS_CERT is ".*bad\.pem"/,
    ],
    ['a name', 78, { RINGKEY_PROT: '80' }, /^RINGKEY_PROT is not a setting: expected RINGKEY_PORT/],
    [
      'a port twice',
      1,
      { RINGKEY_PORT: '47113', RINGKEY_ALT_PORT: '47113' },
      /^Cannot listen on 127\.0\.0\.1:47113: RINGKEY_PORT and RINGKEY_ALT_PORT have the same port\. Give each its own\.$/m,
    ],
    ['a host', 1, { RINGKEY_HOST: 'host.invalid' }, /^Cannot listen on host\.invalid: /],
    ['a folder', 1, { RINGKEY_DATA: join(base, 'a-file', 'data') }, /^The data folder .* cannot be made: /],
  ])('is explained in one line: %s', async (_, status, environment, message) => {
    const { code, out, err } = await runProcess({ RINGKEY_DATA: newFolder(), ...environment })
    expect({ code, out }).toEqual({ code: status, out: '' })
    expect(err).toMatch(message)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
  })
})

// A start takes a second of CPU time, so these tests hand one installation on: each takes the service that runs.
describe('a service in its data folder', () => {
  const folder = join(base, 'kept')
  let service: ServiceProcess | undefined
  const running = async () => (service ??= await startProcess({ RINGKEY_DATA: folder }))
  const end = async (signal: NodeJS.Signals) => {
    const ended = (await running()).end(signal)
    service = undefined
    return ended
  }
  afterAll(async () => void (await service?.end('SIGKILL')))

  it('SIGHUP: stops the service with time for its calls when the terminal is gone that it was started in', async () => {
    const inTerminal = await startProcess({ RINGKEY_DATA: folder }, { hasTerminal: true })
    const { vendor_id } = await ask(inTerminal, folder, 'initCall?phone=79161234560')
    // The terminal ends with the program that holds it.
    process.kill(inTerminal.pid, 'SIGKILL')
    const isFree = async () => !isLocked(join(folder, 'service.lock'))
    await eventually(isFree, (free) => free, 20_000)
    expect(await ask(await running(), folder, `getInfo?uid=${vendor_id}`)).toMatchObject({ call_status: 1 })
  })

  it('data folder: a second start ends with one clear line and does not disturb the first', async () => {
    const first = await running()
    const { code, out, err } = await runProcess({ RINGKEY_DATA: folder })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe(
      `The data folder ${folder} is in use by another Ringkey service. ` +
        'Stop it first, or set RINGKEY_DATA to another folder.\n',
    )
    expect((await fetch(`${first.baseUrl}/health`)).status).toBe(200)
  })

  it('data folder: is free again after its holder was killed', async () => {
    expect((await end('SIGKILL')).signal).toBe('SIGKILL')
    expect((await fetch(`${(await running()).baseUrl}/health`)).status).toBe(200)
  })

  it('SIGHUP: reads certificate and store again and goes on serving', async () => {
    const reloaded = await running()
    process.kill(reloaded.pid, 'SIGHUP')
    const said = 'reloading the certificate and the settings in the store'
    await eventually(
      async () => reloaded.logged(),
      (logged) => logged.includes(said),
    )
    await ask(reloaded, folder, 'getBalance')
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stop: reads are served while a call rings, new work is 503, a second %s after two seconds ends it',
    async (signal) => {
      const stopped = await running()
      const phone = signal === 'SIGINT' ? '79161234561' : '79161234562'
      const { vendor_id } = await ask(stopped, folder, `initCall?phone=${phone}&voice=true`)
      process.kill(stopped.pid, signal)
      await sleep(300)
      // npm, a terminal and a supervisor may all pass one signal on.
      process.kill(stopped.pid, signal)
      await sleep(2_000)
      expect(await ask(stopped, folder, `getInfo?uid=${vendor_id}`)).toMatchObject({ call_status: -1 })
      expect(await ask(stopped, folder, 'initCall?phone=79161234568', 503)).toMatchObject({ code: 503 })
      expect((await fetch(`${stopped.baseUrl}/readyz`)).status).toBe(503)
      expect((await fetch(`${stopped.baseUrl}/health`)).status).toBe(503)
      expect((await fetch(`${stopped.baseUrl}/cabinet/api/me`)).status).toBe(401)
      expect(stopped.logged()).not.toContain('"stopping at once:')
      // A phone that nobody picks up rings for 25 s.
      const ended = await Promise.race([end(signal), sleep(15_000)])
      expect(ended).toMatchObject({ code: 0, err: expect.stringContaining('"stopping at once:') })

      const info = await ask(await running(), folder, `getInfo?uid=${vendor_id}`)
      expect(info).toMatchObject({ call_status: 0, cost: 0 })
    },
  )

  it('stop: happens once, however many signals ask for it', async () => {
    const { pid } = await running()
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGINT'] as const) process.kill(pid, signal)
    const { code, signal, err } = await end('SIGTERM')
    expect({ code, signal }).toEqual({ code: 0, signal: null })
    expect(err.match(/"stopping:/g)).toHaveLength(1)
  })
})

/** With the key of the demo account. */
async function ask({ baseUrl }: ServiceProcess, folder: string, method: string, status = 200) {
  const { service_id, secret_key } = JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8'))
  const response = await fetch(`${baseUrl}/v1.0/${method}`, {
    headers: { Authorization: `Bearer ${secret_key}.${service_id}` },
  })
  expect(response.status).toBe(status)
  return (await response.json()) as { vendor_id: number; call_status: number }
}
