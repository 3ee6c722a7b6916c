// The whole of docs/operate.md with the npm package: installed, used for a day, upgraded, rolled back.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginDay, type Installation, shell } from './day.ts'
import { buildBothVersions, firstVersion, laterVersion } from './releases.ts'
import { startProgram } from './service-process.ts'

const home = mkdtempSync(join(tmpdir(), 'ringkey-npm-day-'))
const global = join(home, 'global')
const releases = join(home, 'releases')
const path = [join(global, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':')
const quiet = { npm_config_prefix: global, npm_config_prefer_offline: 'true', npm_config_audit: 'false' }
const environment = { PATH: path, HOME: process.env.HOME ?? '/root', ...quiet }

const installed: Installation = {
  shell: { cwd: releases, environment },
  ringkey: (words, given, line) =>
    shell(`printf '%s\\n' '${line}' | ringkey ${words.map((word) => `'${word}'`).join(' ')}`, {
      cwd: releases,
      env: { ...environment, ...given },
    }),
  start: (given) =>
    startProgram(['ringkey', 'start'], { cwd: releases, environment: { ...environment, ...given } }),
}

let day: Awaited<ReturnType<typeof beginDay>>
beforeAll(async () => {
  mkdirSync(releases)
  await buildBothVersions(releases)
  day = await beginDay(home, installed)
}, 300_000)
afterAll(async () => {
  await day.end()
  rmSync(home, { recursive: true, force: true })
})

const versionOf = async () => {
  const answer = await fetch(`http://127.0.0.1:${day.environment.RINGKEY_METRICS_PORT}/metrics`)
  return /ringkey_build_info\{version="([^"]+)"/.exec(await answer.text())?.[1]
}

it('npm: the package is installed and starts', async () => {
  await day.play('npm')
  expect(await versionOf()).toBe(firstVersion)
  expect(await day.stop()).toBe(0)
})

it('npm: settings, trunk, first call, watch, backup, rehearsal', async () => {
  await day.play('Make it yours', 'ringkey')
  day.takeSettings('Make it yours')
  await day.start()
  await day.play('Make it yours')
  await day.play('First trunk')
  const printed = await day.play('First call')
  expect([...printed.values()].at(-1)).toContain('"call_status":1')
  await day.play('Watch')
  await day.play('Back up')
  await day.play('Rehearse a restore', 'rm')
  expect(await day.stop()).toBe(0)
  await day.play('Rehearse a restore')
})

it('npm: upgrade to the next version, whose check was run beside the old service', async () => {
  await day.play('Upgrade with npm', 'npm install -g')
  expect(await day.stop()).toBe(0)
  await day.play('Upgrade with npm')
  await day.start()
  expect(await versionOf()).toBe(laterVersion)
  expect(await day.stop()).toBe(0)
})

it('npm: roll back to the version before, on its backup', async () => {
  await day.play('Restore')
  await day.play('Roll back')
  expect(await versionOf()).toBe(firstVersion)
  const accounts = await installed.ringkey(['account', 'list'], day.environment, '')
  expect(accounts.out).toContain('ann@example.com')
  expect(await day.stop()).toBe(0)
  expect(day.missed(['day', 'npm'])).toEqual([])
})
