import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { databaseBefore } from '../../../test/postgres/old-database.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService } from '../../../test/service.ts'
import { fullVersion } from '../../platform/version.ts'
import { migrations as postgresSteps } from '../../storage/postgres/migrations.ts'
import { migrations } from '../../storage/sqlite/migrations.ts'

const base = mkdtempSync(join(tmpdir(), 'ringkey-upgrade-'))
afterAll(() => rmSync(base, { recursive: true }))

/** A database with so many steps, as an older or a newer version left it. */
function databaseWith(steps: number): string {
  const folder = mkdtempSync(join(base, 'data-'))
  const database = new DatabaseSync(join(folder, 'ringkey.db'))
  for (const step of migrations.slice(0, steps)) database.exec(step)
  database.exec(`PRAGMA user_version = ${steps}`)
  database.close()
  return folder
}

it('upgrade-check: names the steps that the first start would run, and runs none of them', async () => {
  const folder = databaseWith(migrations.length - 2)
  const { code, out } = await ringkey(folder, ['upgrade-check'])
  expect(code).toBe(0)
  expect(out).toContain('The first start runs 2 steps of the schema:')
  expect(out).toMatch(new RegExp(`^ +${migrations.length - 1} +(creates|changes|indexes|drops) `, 'm'))
  const again = await ringkey(folder, ['upgrade-check', '--json'])
  expect(again.json).toMatchObject({
    lastVersion: null,
    schema: { version: migrations.length - 2, known: migrations.length },
    ok: true,
  })
})

it('upgrade-check: a database that a newer version has changed is a failure', async () => {
  const { code, out } = await ringkey(databaseWith(migrations.length + 1), ['upgrade-check'])
  expect(code).toBe(1)
  expect(out).toContain('it is too old for this database')
})

it('upgrade-check: compares the settings with those of the version that ran last', async () => {
  const service = await startTestService()
  const check = (environment = {}) => ringkey(service.folder, ['upgrade-check'], { environment })
  const same = await check()
  expect(same.code).toBe(0)
  expect(same.out).toBe(
    `This is Ringkey ${fullVersion}. The database was last used by ${fullVersion}.\n` +
      'The schema is up to date: no step will run.\nNo setting has changed.\n',
  )
  const unknown = await check({ RINGKEY_PROT: '80' })
  expect(unknown.code).toBe(1)
  expect(unknown.out).toContain('RINGKEY_PROT is set and is not a setting of this version')
  const settings = { RINGKEY_PORT: 80, RINGKEY_OLD: null }
  await service.store.recordRelease(JSON.stringify({ version: '0.0.9', settings }))
  const { out } = await check()
  expect(out).toContain('The database was last used by 0.0.9.')
  expect(out).toMatch(/^ +RINGKEY_OLD +is gone$/m)
  expect(out).toMatch(/^ +RINGKEY_PORT +has another default: 80 before, 8080 now$/m)
  expect(out).toMatch(/^ +RINGKEY_HOST +is new$/m)
  await service.stop()
})

it('upgrade-check: tells the same of PostgreSQL', async () => {
  const step = postgresSteps.findLast((each) => typeof each === 'string')!
  const url = await databaseBefore(step)
  const pending = postgresSteps.length - postgresSteps.indexOf(step)
  const settings = { RINGKEY_PORT: 80 }
  await ask(url, `INSERT INTO meta VALUES ('release', '${JSON.stringify({ version: '0.0.9', settings })}')`)
  const { code, json } = await ringkey(base, ['upgrade-check', '--json'], {
    environment: { RINGKEY_DATABASE_URL: url },
  })
  expect(code).toBe(0)
  expect(json).toMatchObject({ lastVersion: '0.0.9', schema: { known: postgresSteps.length } })
  expect(json.schema.steps).toHaveLength(pending)
  expect(json.settings.defaults).toContainEqual({ name: 'RINGKEY_PORT', was: 80, is: 8080 })
})
