// `ringkey` as users start it: the plain JavaScript launcher, its exit codes and its streams.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const launcher = fileURLToPath(new URL('../../bin/ringkey.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'ringkey-'))
const patienceMs = 60_000
afterAll(() => rmSync(folder, { recursive: true }))

/** Makes this Node report an old version. */
const asOldNode = [
  '--import',
  "data:text/javascript,Object.defineProperty(process,'version',{value:'v20.20.2'})",
]

function start(
  script: string,
  typed: readonly string[],
  nodeOptions: readonly string[] = [],
  path = process.env.PATH,
  settings: Readonly<Record<string, string>> = {},
) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeOptions, script, ...typed], {
    env: { PATH: path ?? '', RINGKEY_DATA: join(folder, 'data'), ...settings },
    encoding: 'utf8',
    timeout: patienceMs,
  })
  return { status, stdout, stderr }
}

it('launcher: runs the command, prints to standard output and ends with 0', () => {
  const { status, stdout, stderr } = start(launcher, ['account', 'create', 'ann@example.com', '--json'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, email: 'ann@example.com' })
})

it('launcher: an old Node restarts it with the Node of the repository and keeps the exit code', () => {
  expect(start(launcher, ['account', 'list', '--frob'], asOldNode)).toEqual({
    status: 2,
    stdout: '',
    stderr: "ringkey: account list: Unknown option '--frob'; see ringkey account list --help\n",
  })
})

it('launcher: ringkey start runs the service, which refuses a setting in one line', () => {
  const { status, stderr } = start(launcher, ['start'], asOldNode, undefined, { RINGKEY_PORT: 'eighty' })
  expect({ status, stderr }).toEqual({
    status: 78,
    stderr: expect.stringMatching(/^RINGKEY_PORT is "eighty": expected a port [^\n]+\n$/),
  })
})

it('launcher: explains what to do when there is no Node that is new enough', () => {
  const alone = join(folder, 'bin')
  mkdirSync(alone)
  copyFileSync(launcher, join(alone, 'ringkey.mjs'))
  const { status, stderr } = start(join(alone, 'ringkey.mjs'), [], asOldNode, alone)
  expect(status).toBe(1)
  expect(stderr).toBe(
    'Ringkey needs Node 24 or newer and this is v20.20.2. ' +
      'Install it again without --omit=optional (it brings a Node of its own), or install a newer Node.\n',
  )
})
