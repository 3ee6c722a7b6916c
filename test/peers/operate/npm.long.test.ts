// The whole of docs/install.md with the npm package, by an ordinary user: installed, used for a day, upgraded to a version that
// adds to the schema, rolled back without a restore and from one that changes it with one; then the same on PostgreSQL.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unprivileged } from '../../../server/test/postgres/cluster.ts'
import { emptyDatabase } from '../../../server/test/postgres/run-cluster.ts'
import { freePorts } from '../../release/installed.ts'
import { beginDay, type Installation, shell } from './day.ts'
import { breakingVersion, buildVersions, firstVersion, laterVersion, migrationWords } from './releases.ts'
import { startProgram } from './service-process.ts'

const home = mkdtempSync(join(tmpdir(), 'ringkey-npm-day-'))
const global = join(home, 'global')
const releases = join(home, 'releases')
const path = [join(global, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':')
const quiet = { npm_config_prefix: global, npm_config_prefer_offline: 'true', npm_config_audit: 'false' }
const environment = { PATH: path, HOME: home, ...quiet }
const user = unprivileged()

const installed: Installation = {
  shell: { cwd: releases, environment, user },
  ringkey: (words, given, line) =>
    shell(`printf '%s\\n' '${line}' | ringkey ${words.map((word) => `'${word}'`).join(' ')}`, {
      cwd: releases,
      env: { ...environment, ...given },
      ...user,
    }),
  start: (given) =>
    startProgram(['ringkey', 'start'], { cwd: releases, environment: { ...environment, ...given }, user }),
}

let day: Awaited<ReturnType<typeof beginDay>>
beforeAll(async () => {
  mkdirSync(releases)
  const { first } = await buildVersions(releases)
  day = await beginDay(home, installed)
  if (user.uid === undefined) return
  // The registry may be reached with the settings of whoever runs the tests alone: what they load is in the user's cache.
  const cache = ['--cache', join(home, '.npm'), '--prefer-offline', '--no-audit']
  execFileSync('npm', ['install', '--silent', '--prefix', join(home, 'loaded'), ...cache, first])
  execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, home])
}, 600_000)
afterAll(async () => {
  await day.end()
  rmSync(home, { recursive: true, force: true })
})

const versionOf = async () => {
  const answer = await fetch(`http://127.0.0.1:${day.environment.RINGKEY_METRICS_PORT}/metrics`)
  return /ringkey_build_info\{version="([^"]+)"/.exec(await answer.text())?.[1]
}

/** With the key of before: what is stored goes on. */
async function call(unique: string): Promise<{ exists?: boolean }> {
  const answer = await fetch(`${day.url}/v1.0/initCall`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${day.here('SECRET_KEY.SERVICE_ID')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ phone: '79161234567', unique }),
  })
  const body = (await answer.json()) as { exists?: boolean }
  expect(body).toMatchObject({ status: true })
  return body
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
  const foreseen = await day.play('Upgrade with npm', 'npm install -g')
  expect([...foreseen.values()].at(-1)).toContain(migrationWords)
  expect(await day.stop()).toBe(0)
  await day.play('Upgrade with npm')
  await day.start()
  expect(await versionOf()).toBe(laterVersion)
  const left = await installed.ringkey(['upgrade-check', '--json'], day.environment, '')
  expect(JSON.parse(left.out).schema.migrations).toEqual([])
  expect((await call('first-call')).exists).toBe(true)
  expect((await call('after-the-upgrade')).exists).toBe(false)
  expect(await day.stop()).toBe(0)
})

/** Installs a version beside the one in use; where its command is. */
async function installBeside(version: string): Promise<string> {
  const beside = await shell(`npm install --prefix v${version} ./ringkey-${version}.tgz`, {
    cwd: releases,
    env: environment,
    ...user,
  })
  expect(beside).toMatchObject({ code: 0 })
  return join(releases, `v${version}/node_modules/.bin/ringkey`)
}

const startBeside = (command: string, settings: Readonly<Record<string, string>>) =>
  startProgram([command, 'start'], { cwd: releases, environment: { ...environment, ...settings }, user })

it('npm: roll back without a restore, from a version that only adds', async () => {
  const printed = await day.play('Roll back')
  expect(printed.get('ringkey upgrade-check')).toContain('may serve it')
  expect(await versionOf()).toBe(firstVersion)
  expect((await call('after-the-upgrade')).exists).toBe(true)
  expect((await call('after-the-way-back')).exists).toBe(false)
  const refused = await installed.ringkey(['privacy', 'erase', '79161234567', '--yes'], day.environment, '')
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('made by a newer Ringkey') })
  expect(await day.stop()).toBe(0)
})

it('npm: a version that takes something away is refused by the one before, which is back on a backup', async () => {
  const newest = await installBeside(breakingVersion)
  const service = await startBeside(newest, day.environment)
  expect(await service.stop()).toBe(0)
  const old = await shell('ringkey start', {
    cwd: releases,
    env: { ...environment, ...day.environment },
    ...user,
  })
  expect(old).toMatchObject({ code: 1 })
  expect(old.err).toContain('made by a newer Ringkey, which versions below')
  await day.play('Restore')
  await day.start()
  const accounts = await installed.ringkey(['account', 'list'], day.environment, '')
  expect(accounts.out).toContain('ann@example.com')
  expect((await call('first-call')).exists).toBe(true)
  expect((await call('after-the-upgrade')).exists).toBe(false)
  expect(await day.stop()).toBe(0)
  expect(day.missed(['day', 'npm'])).toEqual([])
})

it('npm: on PostgreSQL both versions serve side by side, the older one goes on alone, and refuses what it may not serve', async () => {
  const used = await emptyDatabase()
  const settings = { ...day.environment, RINGKEY_DATABASE_URL: used }
  const run = (command: string) =>
    shell(command, { cwd: releases, env: { ...environment, ...settings }, ...user })
  expect(await run('ringkey move --from sqlite')).toMatchObject({ code: 0 })
  await day.start(settings)
  const later = await installBeside(laterVersion)
  const second = await startBeside(later, { ...settings, ...freePorts, RINGKEY_DATA: join(home, 'second') })
  expect(await run('ringkey node list')).toMatchObject({
    out: expect.stringMatching(
      new RegExp(`${firstVersion}[^]*${laterVersion}|${laterVersion}[^]*${firstVersion}`),
    ),
  })
  expect((await call('first-call')).exists).toBe(true)
  expect((await call('beside-the-next')).exists).toBe(false)
  const newest = await installBeside(breakingVersion)
  const refused = await run(`${newest} start`)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('of which nodes are running') })
  expect(await second.stop()).toBe(0)
  expect((await call('after-the-next')).exists).toBe(false)
  expect(await day.stop()).toBe(0)

  // A node that stops leaves the list of nodes.
  const third = await startBeside(newest, { ...settings, ...freePorts, RINGKEY_DATA: join(home, 'third') })
  expect(await third.stop()).toBe(0)
  const old = await run('ringkey start')
  expect(old).toMatchObject({ code: 1, err: expect.stringContaining('cannot serve') })
})
