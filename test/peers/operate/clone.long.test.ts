// docs/install.md in a clone: installed, built, pruned, started, upgraded to a tag.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePorts, ringDemoPhone } from '../../release/installed.ts'
import { shell } from './day.ts'
import { readHandbook } from './handbook.ts'
import { firstVersion, laterVersion } from './releases.ts'
import { startProgram } from './service-process.ts'

const home = mkdtempSync(join(tmpdir(), 'ringkey-clone-'))
const clone = join(home, 'clone')
const environment = {
  ...freePorts,
  PATH: `${join(clone, 'node_modules/.bin')}:${process.env.PATH}`,
  HOME: process.env.HOME ?? '/root',
  RINGKEY_DATA: join(home, 'data'),
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
}
const git = (...words: string[]) => execFileSync('git', words, { stdio: ['ignore', 'ignore', 'inherit'] })

beforeAll(() => {
  const origin = join(home, 'origin.git')
  git('clone', '--quiet', '--bare', fileURLToPath(new URL('../../../', import.meta.url)), origin)
  for (const version of [firstVersion, laterVersion])
    git('-C', origin, 'tag', '--force', `v${version}`, 'HEAD')
  git('clone', '--quiet', '--branch', `v${firstVersion}`, origin, clone)
}, 120_000)
afterAll(() => rmSync(home, { recursive: true, force: true }))

async function play(title: string): Promise<void> {
  for (const { line, text } of readHandbook().find((section) => section.title === title)!.commands) {
    if (text === 'npm start') {
      const service = await startProgram(['npm', 'start'], { cwd: clone, environment })
      const url = /Ringkey is ready: (http\S+?),?\s/.exec(service.said())![1]!
      expect(await ringDemoPhone({ url, said: service.said })).toMatch(/^\d{4}$/)
      expect(await (await fetch(`${url}/cabinet/`)).text()).toContain('<title>Ringkey</title>')
      expect(await service.stop()).toBe(0)
      continue
    }
    const { code, out, err } = await shell(text, { cwd: clone, env: environment })
    if (code !== 0) throw new Error(`line ${line}: "${text}" ended with ${code}\n${out}\n${err}`)
  }
}

it('clone: installs, builds, keeps what the service needs, and rings the demo phone', () => play('A clone'))

it('clone: the next tag is checked against the installation', () => play('Upgrade a clone'))
