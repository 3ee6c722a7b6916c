import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultTrunkSettings } from '../../server/src/storage/trunk-records.ts'
import { prepareInstallation, settingsOf } from '../../test/calls/rig.ts'
import { temporaryFolder } from '../../test/interop/peer-process.ts'
import { cpuMsOf } from './cpu-time.ts'

const startPatienceMs = 60_000
const programs = {
  'SIP trunk': join(import.meta.dirname, '../../server/src/main.ts'),
  'network that rings at once': join(import.meta.dirname, '../http/service.ts'),
}

/** The service as operators run it: a process of its own, embedded store, every part on, one trunk. */
export async function startServiceProcess(network: keyof typeof programs, trunkPort: number) {
  const folder = temporaryFolder()
  const { flashRingMs, responseTimeoutMs, ringingTimeoutMs } = defaultTrunkSettings
  const settings = {
    flashRingMs,
    responseTimeoutMs,
    ringingTimeoutMs,
    // The phones answer INVITE alone.
    optionsSeconds: 0,
    callsAtOnce: 20_000,
    callsPerSecond: 20_000,
    shortCallsPerHour: 0,
  }
  const { store, authorization, accountId } = await prepareInstallation(folder.path, [
    { name: 'phones', port: trunkPort, settings },
  ])
  await store.topUp({ accountId, amountUnits: 100_000_000_000, note: 'bench', at: 1 })
  const child = spawn(process.execPath, [programs[network]], {
    env: { ...process.env, ...(await settingsOf(folder.path)), RINGKEY_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (bytes: Buffer) => {
    printed += bytes.toString()
  })
  const until = performance.now() + startPatienceMs
  while (!printed.includes('Ringkey is ready')) {
    if (performance.now() > until || child.exitCode !== null) throw new Error(`no start: ${printed}`)
    await sleep(50)
  }
  return {
    baseUrl: /ready: (\S+?),?\s/.exec(printed)![1]!,
    authorization,
    store,
    accountId,
    cpuMs: () => cpuMsOf(child.pid!),
    async end() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      await store.close()
      folder.remove()
    },
  }
}
