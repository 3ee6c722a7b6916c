// The version before serves on beside and after the next one, on the recorded installation of every release.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { type Migration, migrations } from '../../src/storage/migrations.ts'
import { migrate } from '../../src/storage/postgres/migrate.ts'
import { newestVersion } from '../../src/storage/schema-state.ts'
import { openForWriting } from '../../src/storage/sqlite/connection.ts'
import { ask } from '../postgres/cluster.ts'
import { emptyDatabase } from '../postgres/run-cluster.ts'
import { ringkey } from '../ringkey-command.ts'
import { startTestService, type TestService } from '../service.ts'
import {
  askV2,
  releasedVersions,
  remembered,
  restoreReleased,
  type StoreKind,
  storeKinds,
} from './released.ts'

const known = newestVersion()
/** As the next version might add to what is written most: a column of a table with rows, a table, an index. */
const additions: Migration = {
  sql: `ALTER TABLE calls ADD COLUMN later_fact text NOT NULL DEFAULT ''; -- personal
CREATE TABLE later_facts ( -- kept
  vendor_id bigint PRIMARY KEY,
  fact text NOT NULL
);`,
  indexes: [{ name: 'calls_by_start', table: 'calls', on: '(started_at)' }],
  servedFrom: known,
}
const breaking: Migration = { sql: 'ALTER TABLE services RENAME COLUMN name TO title' }
const withAdditions = [...migrations, additions]

interface Installation {
  readonly settings: Readonly<Record<string, string>>
  /** What the first start of the next version does. */
  upgrade(list: readonly Migration[]): Promise<void>
  query(sql: string): Promise<readonly Record<string, unknown>[]>
}

async function released(version: string, kind: StoreKind): Promise<Installation> {
  const settings = await restoreReleased(version, kind)
  const url = settings.RINGKEY_DATABASE_URL
  if (url !== undefined)
    return { settings, upgrade: (list) => migrate(url, list), query: (sql) => ask(url, sql) }
  const file = join(settings.RINGKEY_DATA!, 'ringkey.db')
  return {
    settings,
    upgrade: async (list) => openForWriting(file, list).close(),
    async query(sql) {
      using database = new DatabaseSync(file, { timeout: 5_000 })
      return database.prepare(sql).all()
    },
  }
}

/** Calls and whole verifications, one after the other, until it is told to end; how many were asked for. */
function load(service: TestService, authorization: string) {
  const vendorIds: number[] = []
  let isOver = false
  const running = (async () => {
    for (let asked = 0; !isOver; asked++) {
      const phone = `7916${2_000_000 + asked * 2}`
      const placed = await service.post('initCall', { phone, unique: `load-${asked}` }, { authorization })
      expect(placed.body).toMatchObject({ status: true })
      vendorIds.push(placed.body.vendor_id)
      const wanted = { phone: `+7916${2_000_001 + asked * 2}`, code: '4821' }
      const { id } = await askV2(service, authorization, '/verifications', wanted)
      expect(
        await askV2(service, authorization, `/verifications/${id}/check`, { code: '4821' }),
      ).toMatchObject({ valid: true })
      await service.clock.advance(2_000)
    }
  })()
  return {
    vendorIds,
    async more(count: number): Promise<void> {
      const before = vendorIds.length
      await Promise.race([
        running,
        expect.poll(() => vendorIds.length, { timeout: 30_000 }).toBeGreaterThan(before + count),
      ])
    },
    async end(): Promise<void> {
      isOver = true
      await running
    },
  }
}

const installations = releasedVersions().flatMap((version) => storeKinds.map((kind) => ({ version, kind })))

describe.each(installations)('way back from the version after $version on $kind', ({ version, kind }) => {
  it('the version before serves on while additions are made and after them, and leaves what the next one wrote', async () => {
    const { authorization } = remembered(version, kind)
    const { settings, upgrade, query } = await released(version, kind)
    const service = await startTestService(settings)
    const calls = load(service, authorization)
    await calls.more(3)
    await upgrade(withAdditions)
    const fresh = await service.post('initCall', { phone: '79031110000' }, { authorization })
    await query(
      `UPDATE calls SET later_fact = 'written by the next' WHERE vendor_id = ${fresh.body.vendor_id}`,
    )
    await calls.more(5)
    await calls.end()
    await service.clock.hasten(60_000)
    expect(service.logged.filter((line) => line.includes('"event":"schema-ahead"'))).toHaveLength(1)
    expect(service.logged.filter((line) => /"level":"?(error|50)/.test(line))).toEqual([])
    await service.stop()

    const after = await startTestService(settings)
    const info = await after.get('getInfo', { uid: String(calls.vendorIds.at(-1)) }, { authorization })
    expect(info.body).toMatchObject({ status: true, call_status: 1 })
    const next = await after.post('initCall', { phone: '79031110001' }, { authorization })
    expect(next.body).toMatchObject({ status: true })
    const audit = await ringkey(settings.RINGKEY_DATA!, ['audit', '--all'], { environment: settings })
    expect(audit).toMatchObject({ code: 0 })
    const { json } = await ringkey(settings.RINGKEY_DATA!, ['upgrade-check', '--json'], {
      environment: settings,
    })
    expect(json).toMatchObject({ ok: true, schema: { version: known + 1, known, served_from: known } })
    await after.stop()

    expect(
      await query(`SELECT state, later_fact FROM calls WHERE vendor_id = ${fresh.body.vendor_id}`),
    ).toMatchObject([
      { state: expect.not.toSatisfy((state) => Number(state) === -1), later_fact: 'written by the next' },
    ])
    // The next version starts again, and finds nothing to do.
    await upgrade(withAdditions)
  })

  it('what has to reach all that is stored is refused by name on a schema that is newer', async () => {
    const { settings, upgrade } = await released(version, kind)
    await upgrade(withAdditions)
    const run = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      ringkey(settings.RINGKEY_DATA!, words, { environment: { ...settings, ...more } })
    const newer = `version ${known + 1}, made by a newer Ringkey`
    const file = join(settings.RINGKEY_DATA!, 'secret.previous')
    writeFileSync(file, settings.RINGKEY_SECRET!, { mode: 0o600 })
    const previous = {
      RINGKEY_SECRET: 'the secret that takes the place of the one before',
      RINGKEY_SECRET_PREVIOUS_FILE: file,
    }
    const refused: [words: readonly string[], settings?: Readonly<Record<string, string>>][] = [
      [['privacy', 'export', '79161234567']],
      [['privacy', 'erase', '79161234567', '--yes']],
      [['secret', 'rotate'], previous],
    ]
    if (kind === 'sqlite') refused.push([['move', '--from', 'sqlite', '--to', await emptyDatabase()]])
    for (const [words, more] of refused) {
      const { code, err } = await run(words, more)
      expect({ words, code, err }).toMatchObject({ code: 1, err: expect.stringContaining(newer) })
      expect(err).toContain(`ringkey ${words.slice(0, words[0] === 'move' ? 1 : 2).join(' ')}`)
    }
    expect((await run(['account', 'list'])).code).toBe(0)
  })

  it('the version before refuses a schema that it may not serve, before and while it runs', async () => {
    const { settings, upgrade, query } = await released(version, kind)
    const list = [...withAdditions, breaking]
    const service = await startTestService(settings)
    const errors = () =>
      service.logged.filter((line) => line.includes(`versions below ${known + 2} cannot serve`))
    if (kind === 'postgres')
      await expect(upgrade(list)).rejects.toThrow(/of which nodes are running: .+Stop all of them/)
    // As a node finds it that was cut off meanwhile.
    await query(`INSERT INTO meta VALUES ('schema', '{"version":${known + 2},"servedFrom":${known + 2}}')
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
    await query("UPDATE meta SET value = '9999' WHERE name = 'settings_version'")
    await service.clock.advance(3_000)
    expect(errors()).not.toEqual([])
    await service.stop()

    await upgrade(list)
    await expect(startTestService(settings)).rejects.toThrow(
      `version ${known + 2}, made by a newer Ringkey, which versions below ${known + 2} cannot serve`,
    )
    const check = await ringkey(settings.RINGKEY_DATA!, ['upgrade-check'], { environment: settings })
    expect(check).toMatchObject({ code: 1, out: expect.stringContaining('cannot serve') })
  })
})
