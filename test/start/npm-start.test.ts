// `npm start` as supervisors and terminals end it: npm, perhaps a shell, and the service below them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, it } from 'vitest'
import { eventually, freePort } from '../../server/test/service.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const base = mkdtempSync(join(tmpdir(), 'ringkey-npm-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const patienceMs = 60_000
const groups: number[] = []
afterEach(() => {
  // A test that failed half-way leaves no service behind.
  for (const group of groups.splice(0)) signalGroup(group, 'SIGKILL')
})

/** The first start may build the cabinet and the bundle. */
it.each([
  ['npm alone, as a supervisor does', (pid: number) => process.kill(pid, 'SIGTERM')],
  ['the whole group, as a terminal does', (pid: number) => signalGroup(pid, 'SIGTERM')],
])(
  'npm start: a SIGTERM to %s stops the service in order and npm ends after it',
  async (_, signal) => {
    const port = await freePort()
    const { npm, said, ended } = npmStart(repository, {
      RINGKEY_DATA: mkdtempSync(join(base, 'data-')),
      RINGKEY_PORT: String(port),
      RINGKEY_ALT_PORT: '0',
      RINGKEY_METRICS_PORT: '0',
      RINGKEY_SIP_PORT: '0',
    })
    await eventually(
      async () => said(),
      (text) => text.includes('Ringkey is ready'),
      patienceMs,
    )
    signal(npm.pid!)
    expect(await ended).toEqual([0, null])
    expect(said().match(/"stopping:/g)).toHaveLength(1)
    expect(said()).not.toContain('"stopping at once:')
    await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow()
  },
  90_000,
)

it('npm start: a SIGTERM while something is built ends the build, and the service is not started', async () => {
  const folder = join(base, 'building')
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  mkdirSync(join(folder, 'deploy'), { recursive: true })
  const { start } = scripts
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { start } }))
  copyFileSync(join(repository, 'deploy/start.ts'), join(folder, 'deploy/start.ts'))
  writeFileSync(
    join(folder, 'deploy/build.ts'),
    `console.log('building', process.pid)
    export const sourcesOfService = 'service.ts'
    export const build = () => new Promise((resolve) => setTimeout(resolve, 60_000))`,
  )
  writeFileSync(
    join(folder, 'service.ts'),
    "import { writeFileSync } from 'node:fs'\nwriteFileSync('started', '')\n",
  )
  const { npm, said, ended } = npmStart(folder, {})
  const text = await eventually(
    async () => said(),
    (so) => /building \d+/.test(so),
    patienceMs,
  )
  const builder = Number(/building (\d+)/.exec(text)![1])
  process.kill(npm.pid!, 'SIGTERM')
  const [code, signal] = await ended
  expect(signal ?? code).not.toBe(0)
  expect(() => process.kill(builder, 0)).toThrow('ESRCH')
  expect(existsSync(join(folder, 'started'))).toBe(false)
})

function npmStart(cwd: string, environment: Readonly<Record<string, string>>) {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { HOME: base, PATH, npm_config_update_notifier: 'false', ...environment }
  const npm: ChildProcess = spawn('npm', ['start'], { cwd, env, stdio: 'pipe', detached: true })
  groups.push(npm.pid!)
  let text = ''
  for (const stream of [npm.stdout!, npm.stderr!]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
  }
  const ended = once(npm, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  return { npm, said: () => text, ended }
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
