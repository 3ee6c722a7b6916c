// What `npm run build` and `npm start` do in a clone without build tools, as after `npm ci --omit=dev`.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const base = mkdtempSync(join(tmpdir(), 'ringkey-build-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

beforeEach(() => {
  rmSync(base, { recursive: true, force: true })
  mkdirSync(base)
  const ofCabinet = ['build.ts', 'src', 'index.html', 'vite.config.ts', 'package.json']
  const others = [
    'deploy',
    'dev',
    'element/src',
    'package-lock.json',
    'server/assets',
    'server/src',
    'sip/src',
  ]
  for (const path of [...others, ...ofCabinet.map((name) => `cabinet/${name}`)])
    cpSync(join(repository, path), join(base, path), { recursive: true })
})

/** A build that tells when it is run, made from the sources with this digest. */
function leaveBuild(workspace: 'cabinet' | 'server', digest: string | Buffer): void {
  mkdirSync(join(base, workspace, 'dist'))
  writeFileSync(join(base, workspace, 'dist/sources.sha256'), digest)
  writeFileSync(join(base, workspace, 'dist/main.js'), "console.error('the bundle runs')\n")
}

function run(program: string) {
  const { status, stderr } = spawnSync(process.execPath, [program], { cwd: base, encoding: 'utf8' })
  return { status, said: stderr.trimEnd().split('\n') }
}

/** With sources that tell when they are run. */
function runOnSources(program: string) {
  writeFileSync(join(base, 'server/src/main.ts'), "console.error('the sources run')\n")
  return run(program)
}

const todo = 'Run "npm ci && npm run build" as the owner of the code.'

it('build without tools: npm run build fails and says what to run', () => {
  expect(run('deploy/build.ts')).toEqual({
    status: 1,
    said: [
      `The bundle of the service is not built, and rolldown, which builds it, is not installed. ${todo}`,
      `The cabinet is not built, and vite, which builds it, is not installed. ${todo}`,
    ],
  })
})

it('build without tools: npm start says it and runs the sources', () => {
  expect(runOnSources('deploy/start.ts')).toEqual({
    status: 0,
    said: [
      expect.stringMatching(/^The bundle of the service is not built/),
      expect.stringMatching(/^The cabinet is not built/),
      'the sources run',
    ],
  })
})

it('build without tools: builds of another version are named as such, and the old bundle is not run', () => {
  leaveBuild('cabinet', 'of other sources')
  leaveBuild('server', 'of other sources')
  expect(runOnSources('deploy/start.ts')).toEqual({
    status: 0,
    said: [
      expect.stringMatching(/^The built bundle of the service is not of this version/),
      expect.stringMatching(/^The built cabinet is not of this version/),
      'the sources run',
    ],
  })
})

it('build without tools: those of the same sources need none, whatever happened to tests', () => {
  // Made by `npm run build` before the tests: their digests stand for these very sources.
  for (const workspace of ['cabinet', 'server'] as const)
    leaveBuild(workspace, readFileSync(join(repository, workspace, 'dist/sources.sha256')))
  writeFileSync(join(base, 'server/src/another.test.ts'), '')
  expect(run('deploy/build.ts')).toEqual({ status: 0, said: [''] })
  expect(run('deploy/start.ts')).toEqual({ status: 0, said: ['the bundle runs'] })
})
