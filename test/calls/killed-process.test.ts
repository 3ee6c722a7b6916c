import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Carrier } from '../../server/src/telephony/simulator/carrier.ts'
import { programOf } from '../setup/program.ts'
import { apiOf, endOf, prepareInstallation, settingsOf } from './rig.ts'

const startPatienceMs = 60_000

interface Running {
  readonly child: ChildProcess
  readonly baseUrl: string
}

async function start(folder: string): Promise<Running> {
  const child = spawn(process.execPath, programOf('serve'), {
    env: { ...process.env, ...(await settingsOf(folder)) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout!.on('data', (bytes) => {
    printed += bytes
  })
  const until = performance.now() + startPatienceMs
  for (;;) {
    const baseUrl = /Ringkey is ready: (\S+?),?\s/.exec(printed)?.[1]
    if (baseUrl !== undefined) return { child, baseUrl }
    if (performance.now() > until || child.exitCode !== null) throw new Error(`it did not start: ${printed}`)
    await sleep(50)
  }
}

async function end({ child }: Running, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

it('process killed with calls in flight: nobody is called again, and the money is released', async () => {
  const rung: string[] = []
  const carrier = await Carrier.open({
    onEvent: (event) => {
      if (event.kind === 'ringing') rung.push(event.to)
    },
  })
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-killed-'))
  const { store, authorization } = await prepareInstallation(folder, [
    { name: 'only', port: carrier.port, settings: { flashRingMs: 20_000 } },
  ])
  let service = await start(folder)
  try {
    let api = apiOf(service.baseUrl, authorization)
    const balance = (await api('getBalance')).body.rub_balance
    const phones = Array.from({ length: 20 }, (_, index) => String(79_163_000_000 + index))
    const started = await Promise.all(phones.map((phone) => api('initCall', { phone })))
    const ids = started.map(({ body }) => body.vendor_id as number)
    await expect.poll(() => rung.length).toBe(phones.length)
    expect((await api('getBalance')).body.rub_balance).toBeCloseTo(balance - 16, 6)

    await end(service, 'SIGKILL')
    service = await start(folder)
    api = apiOf(service.baseUrl, authorization)
    const ends = await Promise.all(ids.map((id) => endOf(api, id)))
    expect(ends.map(({ call_status, cost }) => ({ call_status, cost }))).toEqual(
      ids.map(() => ({ call_status: 0, cost: 0 })),
    )
    expect((await api('getBalance')).body.rub_balance).toBeCloseTo(balance, 6)
    // A new call proves that the new process can call; it rang no other phone.
    await api('initCall', { phone: '79163999999' })
    await expect.poll(() => rung.at(-1)).toBe('79163999999')
    expect(rung.length).toBe(phones.length + 1)
    expect(await store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
  } finally {
    await end(service, 'SIGKILL')
    await store.close()
    await carrier.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
