// npm run bench -- start [--rounds 3] [--idle-seconds 20]
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { prepareInstallation, settingsOf } from '../../test/calls/rig.ts'
import { cpuOf, residentMB, treeCpuUs } from '../measure/cpu.ts'
import { type BenchResult, type Figures, newResult } from '../measure/figures.ts'
import { publishRegistry } from '../measure/full-registry.ts'
import { releasedCommand } from '../measure/release.ts'
import { interleave } from '../measure/rounds.ts'
import { medianOf, printGoals, printTable, sceneOf } from '../measure/table.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** As people install it; a clone runs the sources. */
const release = 'a release'
const mostReadyMs = 1_000
const mostResidentMB = 150
const mostWakeUps = 10
/** What a start leaves behind (compiling, the first rounds of all tasks) is over by then. */
const settleMs = 15_000
const startPatienceMs = 60_000

/** How soon a service is ready that knows a whole registry, and what it takes when nobody asks it anything. */
export async function run(flags: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      rounds: { type: 'string', default: '3' },
      'idle-seconds': { type: 'string', default: '20' },
    },
  })
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-bench-'))
  const withClient = `${folder}-client`
  const result = newResult('start', 'one start')
  try {
    const { size } = await publishRegistry(folder)
    result.notes.push(`registry of ${size.toLocaleString('en')} ranges`)
    cpSync(folder, withClient, { recursive: true })
    const command = [process.execPath, fileURLToPath(await releasedCommand())] as const
    await addOidcClient(withClient, command)
    const idleSeconds = Number(values['idle-seconds'])
    const scenes = [
      { name: release, folder, words: [...command, 'start'], idleSeconds },
      // With a client the library of OpenID Connect is loaded; without one a start must not pay for it.
      { name: `${release} with a client`, folder: withClient, words: [...command, 'start'], idleSeconds },
      {
        name: 'the sources',
        folder,
        words: [process.execPath, join(root, 'server/src/main.ts')],
        idleSeconds,
      },
      { name: 'npm start', folder, words: ['npm', 'start', '--silent'], idleSeconds: 0 },
    ]
    // The compile cache of V8 is filled by the first start, as it is on a machine that has run the service before.
    for (const scene of scenes) await startOnce(scene.folder, scene.words, 0)
    await interleave(
      result,
      scenes.map((scene) => ({
        name: scene.name,
        measure: () => startOnce(scene.folder, scene.words, scene.idleSeconds),
      })),
      Number(values.rounds),
    )
  } finally {
    for (const each of [folder, withClient]) rmSync(each, { recursive: true, force: true })
  }
  judge(result)
  printTable(result)
  printGoals(result)
  return result
}

async function addOidcClient(folder: string, [node, ringkey]: readonly [string, string]): Promise<void> {
  const { store, authorization } = await prepareInstallation(folder, [])
  await store.close()
  const service = authorization.split('.').at(-1)!
  const words = ['oidc', 'client', 'add', 'Shop', '--service', service, '--redirect', 'https://shop.example/']
  execFileSync(node, [ringkey, ...words], { env: { ...process.env, RINGKEY_DATA: folder }, stdio: 'ignore' })
}

async function startOnce(
  folder: string,
  [command, ...words]: string[],
  idleSeconds: number,
): Promise<Figures> {
  const environment = await settingsOf(folder)
  const startMs = performance.now()
  const child = spawn(command!, words, {
    cwd: root,
    env: { ...process.env, ...environment, RINGKEY_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await readyLine(child)
  const readyMs = performance.now() - startMs
  const readyCpuMs = treeCpuUs(child.pid!) / 1_000
  const idle = idleSeconds === 0 ? {} : await idleFigures(child.pid!, idleSeconds)
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
  return { readyMs, readyCpuMs, ...idle }
}

function readyLine(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const timer = setTimeout(() => reject(new Error(`no start: ${printed}`)), startPatienceMs)
    child.stdout!.on('data', (bytes: Buffer) => {
      printed += bytes.toString()
      if (!printed.includes('Ringkey is ready')) return
      clearTimeout(timer)
      resolve()
    })
  })
}

async function idleFigures(pid: number, seconds: number): Promise<Figures> {
  await sleep(settleMs)
  const [switchesBefore, cpuBefore] = [switchesOf(pid), cpuOf(pid).cpuUs]
  await sleep(seconds * 1_000)
  const switches = switchesOf(pid)
  return {
    rssMB: residentMB(pid, 'now'),
    idleCpuMs: (cpuOf(pid).cpuUs - cpuBefore) / 1_000 / seconds,
    wakeUps: (switches.main - switchesBefore.main) / seconds,
    switches: (switches.all - switchesBefore.all) / seconds,
  }
}

/**
 * How often threads gave up the processor by themselves, to wait: each time is a wake-up later. The main thread has the
 * timers; the others are woken by it.
 */
function switchesOf(pid: number): { readonly main: number; readonly all: number } {
  let [main, all] = [0, 0]
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const status = readFileSync(`/proc/${pid}/task/${id}/status`, 'utf8')
    const count = Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)![1])
    all += count
    if (id === String(pid)) main = count
  }
  return { main, all }
}

function judge(result: BenchResult): void {
  const scene = sceneOf(result, release)
  for (const [what, figure, most] of [
    ['ready in ms', 'readyMs', mostReadyMs],
    ['resident when idle, MB', 'rssMB', mostResidentMB],
    ['wake-ups per second of the main thread', 'wakeUps', mostWakeUps],
  ] as const) {
    const value = medianOf(scene, figure)
    result.goals.push({ what, measured: value.toFixed(1), wanted: `at most ${most}`, isMet: value <= most })
  }
}
