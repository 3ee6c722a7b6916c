import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService } from '../../../test/service.ts'
import { fullVersion } from '../../platform/version.ts'
import { migrations } from '../../storage/migrations.ts'
import { newestVersion } from '../../storage/schema-state.ts'

const base = mkdtempSync(join(tmpdir(), 'ringkey-upgrade-'))
afterAll(() => rmSync(base, { recursive: true }))

/** A folder with a database that an older or a newer version left. */
function databaseOf(version: number): string {
  const folder = mkdtempSync(join(base, 'data-'))
  const database = new DatabaseSync(join(folder, 'ringkey.db'))
  database.exec(`PRAGMA user_version = ${version}`)
  database.close()
  return folder
}

it('upgrade-check: names the migrations that the first start would run, and runs none of them', async () => {
  const folder = databaseOf(0)
  const { code, out } = await ringkey(folder, ['upgrade-check'])
  expect(code).toBe(0)
  expect(out).toMatch(/^The first start runs \d+ migrations? of the schema:\n +\d+ +creates meta, /m)
  const again = await ringkey(folder, ['upgrade-check', '--json'])
  expect(again.json).toMatchObject({
    last_version: null,
    schema: { version: 0, known: newestVersion() },
    ok: true,
  })
  expect(again.json.schema.migrations).toHaveLength(migrations.length)
})

it.each([
  [newestVersion() + 1, 'made by a newer Ringkey'],
  [57, 'made by a Ringkey from before its first release'],
])('upgrade-check: a database of version %i is a failure: %s', async (version, why) => {
  const { code, out } = await ringkey(databaseOf(version), ['upgrade-check'])
  expect(code).toBe(1)
  expect(out).toContain(`The database has version ${version}, ${why}`)
})

it('upgrade-check: compares the settings with those of the version that ran last', async () => {
  const service = await startTestService()
  const check = (environment = {}) => ringkey(service.folder, ['upgrade-check'], { environment })
  const same = await check()
  expect(same.code).toBe(0)
  expect(same.out).toBe(
    `This is Ringkey ${fullVersion}. The database was last used by ${fullVersion}.\n` +
      'The schema is up to date: no migration will run.\nNo setting has changed.\n',
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

it('upgrade-check: says the same of PostgreSQL', async () => {
  const url = await freshDatabase()
  const settings = { RINGKEY_PORT: 80 }
  await ask(url, `INSERT INTO meta VALUES ('release', '${JSON.stringify({ version: '0.0.9', settings })}')`)
  const check = () =>
    ringkey(base, ['upgrade-check', '--json'], { environment: { RINGKEY_DATABASE_URL: url } })
  const { code, json } = await check()
  expect(code).toBe(0)
  const known = newestVersion()
  expect(json).toMatchObject({ last_version: '0.0.9', schema: { version: known, known, migrations: [] } })
  expect(json.settings.defaults).toContainEqual({ name: 'RINGKEY_PORT', was: 80, is: 8080 })
  await ask(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  expect((await check()).json.schema.migrations).toHaveLength(migrations.length)
})
