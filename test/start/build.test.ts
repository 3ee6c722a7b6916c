// The build of the cabinet where vite is not installed, as after `npm ci --omit=dev`.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
  const needed = ['build.ts', 'src', 'index.html', 'vite.config.ts', 'package.json'].map(
    (name) => `cabinet/${name}`,
  )
  const ofOthers = [
    'src/http/snippets',
    'src/fields',
    'src/alarms/alarm-table.ts',
    'assets/reference/login.md',
  ]
  for (const path of [...needed, ...ofOthers.map((name) => `server/${name}`), 'element/src'])
    cpSync(join(repository, path), join(base, path), { recursive: true })
  writeFileSync(join(base, 'cabinet/service.mjs'), "console.error('the service runs')\n")
})

function build(...flags: string[]) {
  const { status, stderr } = spawnSync(process.execPath, ['build.ts', ...flags], {
    cwd: join(base, 'cabinet'),
    encoding: 'utf8',
  })
  return { status, said: stderr }
}

function leaveBuild(digest: string): void {
  mkdirSync(join(base, 'cabinet', 'dist'))
  writeFileSync(join(base, 'cabinet', 'dist', 'sources.sha256'), digest)
}

it('build of the cabinet, no build tool: npm run build fails and says what to run', () => {
  expect(build()).toEqual({
    status: 1,
    said:
      'The cabinet is not built, and vite, which builds it, is not installed. ' +
      'Run "npm ci && npm run build" as the owner of the code.\n',
  })
})

it('build of the cabinet, no build tool: npm start says it and goes on', () => {
  const { status, said } = build('--before-start', 'service.mjs')
  expect(status).toBe(0)
  expect(said).toMatch(/^The cabinet is not built.*\nthe service runs\n$/)
})

it('build of the cabinet, no build tool: one of another version is named as such', () => {
  leaveBuild('of other sources')
  expect(build('--before-start', 'service.mjs')).toEqual({
    status: 0,
    said: expect.stringContaining('The built cabinet is not of this version'),
  })
})

it('build of the cabinet: one of the same sources needs no build tool and says nothing', () => {
  // The real one, which the tests of pages need too: its digest stands for these very sources.
  cpSync(join(repository, 'cabinet/dist'), join(base, 'cabinet/dist'), { recursive: true })
  expect(build()).toEqual({ status: 0, said: '' })
})
