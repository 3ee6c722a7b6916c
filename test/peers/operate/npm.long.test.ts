// The whole of docs/install.md with the npm package, by an ordinary user: installed, used for a day, upgraded to a version with
// another schema, rolled back; then moved to PostgreSQL, upgraded and rolled back there.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unprivileged } from '../../../server/test/postgres/cluster.ts'
import { emptyDatabase } from '../../../server/test/postgres/run-cluster.ts'
import { beginDay, type Installation, shell } from './day.ts'
import { buildBothVersions, firstVersion, laterVersion, migrationWords } from './releases.ts'
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
  const { first } = await buildBothVersions(releases)
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

it('npm: the version before refuses the changed schema, and changes nothing', async () => {
  const old = await shell(
    `npm install --prefix old ./ringkey-${firstVersion}.tgz && old/node_modules/.bin/ringkey start`,
    {
      cwd: releases,
      env: { ...environment, ...day.environment },
      ...user,
    },
  )
  expect(old).toMatchObject({ code: 1 })
  expect(old.err).toContain('made by a newer Ringkey')
})

it('npm: roll back to the version before, on its backup', async () => {
  await day.play('Roll back', 'ringkey start')
  await day.play('Restore')
  await day.play('Roll back')
  expect(await versionOf()).toBe(firstVersion)
  const accounts = await installed.ringkey(['account', 'list'], day.environment, '')
  expect(accounts.out).toContain('ann@example.com')
  expect((await call('first-call')).exists).toBe(true)
  expect((await call('after-the-upgrade')).exists).toBe(false)
  expect(await day.stop()).toBe(0)
  expect(day.missed(['day', 'npm'])).toEqual([])
})

it('npm: on PostgreSQL the same upgrade, refusal and way back, by a dump', async () => {
  const [used, restored] = [await emptyDatabase(), await emptyDatabase()]
  const settingsOn = (url: string) => ({ ...day.environment, RINGKEY_DATABASE_URL: url })
  const run = (command: string, url = used) =>
    shell(command, { cwd: releases, env: { ...environment, ...settingsOn(url) }, ...user })
  const runWell = async (command: string, url = used) => {
    const ran = await run(command, url)
    expect(ran).toMatchObject({ code: 0 })
    return ran.out
  }
  await runWell('ringkey move --from sqlite')
  await runWell(`pg_dump --format=custom --file=before.dump ${used}`)
  expect(await runWell(day.here('/tmp/new/node_modules/.bin/ringkey upgrade-check'))).toContain(
    migrationWords,
  )

  await runWell(`npm install -g ./ringkey-${laterVersion}.tgz`)
  await day.start(settingsOn(used))
  expect(await versionOf()).toBe(laterVersion)
  expect((await call('first-call')).exists).toBe(true)
  expect((await call('after-the-dump')).exists).toBe(false)
  expect(await day.stop()).toBe(0)

  await runWell(`npm install -g ./ringkey-${firstVersion}.tgz`)
  const refused = await run('ringkey start')
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.err).toContain('made by a newer Ringkey')
  await runWell(`pg_restore --exit-on-error --no-owner --dbname=${restored} before.dump`)
  await runWell('ringkey audit --all', restored)
  await day.start(settingsOn(restored))
  expect(await versionOf()).toBe(firstVersion)
  expect((await call('first-call')).exists).toBe(true)
  expect((await call('after-the-dump')).exists).toBe(false)
  expect(await day.stop()).toBe(0)
})
