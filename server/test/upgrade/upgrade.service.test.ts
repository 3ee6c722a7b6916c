// The upgrade from every released version, on both stores.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { ask } from '../postgres/cluster.ts'
import { freshDatabase } from '../postgres/run-cluster.ts'
import { ringkey } from '../ringkey-command.ts'
import { startTestService, type TestService } from '../service.ts'
import { expectHardCases } from './hard-cases.ts'
import {
  askV2,
  clockAfter,
  recordReleased,
  releasedVersions,
  remembered,
  restoreReleased,
  storeKinds,
} from './released.ts'

const { RINGKEY_RECORD_RELEASE: recorded } = process.env
if (recorded !== undefined) for (const kind of storeKinds) await recordReleased(recorded, kind)

const released = releasedVersions().flatMap((version) => storeKinds.map((kind) => ({ version, kind })))

describe.each(released)('upgrade from $version on $kind', ({ version, kind }) => {
  it('keeps balances, calls, verifications, keys and clean books, goes on calling, and has the columns of a new one', async () => {
    const before = remembered(version, kind)
    const settings = await restoreReleased(version, kind)
    const check = () =>
      ringkey(settings.RINGKEY_DATA!, ['upgrade-check', '--json'], { environment: settings })
    const { known, version: found, migrations } = (await check()).json.schema
    expect(migrations).toHaveLength(known - found)

    const service = await startTestService(settings, { clock: clockAfter(before) })
    const own = { authorization: before.authorization }
    const info = await service.get('getInfo', { uid: String(before.vendorId) }, own)
    expect(info.body).toMatchObject({ status: true, call_status: 1 })
    const approved = await askV2(service, before.authorization, `/verifications/${before.verificationId}`)
    expect(approved).toMatchObject({ status: 'approved' })
    const balance = await service.get('getBalance', {}, own)
    expect(balance.body.rub_balance).toBe(before.balance)
    const again = { phone: '79161234567', unique: 'before-the-upgrade' }
    const repeated = await service.post('initCall', again, own)
    expect(repeated.body).toMatchObject({ vendor_id: before.vendorId, exists: true })
    const next = await service.post('initCall', { phone: '79161230000' }, own)
    expect(next.body).toMatchObject({ status: true })
    expect(next.body.vendor_id).toBeGreaterThan(before.vendorId)
    await expectHardCases(service, before.hard)
    const audit = await ringkey(settings.RINGKEY_DATA!, ['audit', '--all'], { environment: settings })
    expect(audit.code).toBe(0)
    expect((await check()).json.schema.migrations).toEqual([])
    const fresh = await startTestService(
      kind === 'sqlite' ? {} : { RINGKEY_DATABASE_URL: await freshDatabase() },
    )
    expect(await columnsIn(service)).toEqual(await columnsIn(fresh))
    await fresh.stop()
    await service.stop()
  })
})

/** Partitions are made as ids are given, so their names differ. */
async function columnsIn({ folder, environment }: TestService): Promise<string[]> {
  const url = environment.RINGKEY_DATABASE_URL
  if (url !== undefined) {
    const rows = await ask(
      url,
      `SELECT table_name || ' ' || column_name || ' ' || data_type AS line FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name !~ '_\\d+$'`,
    )
    return rows.map(({ line }) => String(line)).sort()
  }
  const database = new DatabaseSync(join(environment.RINGKEY_DATA ?? folder, 'ringkey.db'), {
    readOnly: true,
  })
  const rows = database
    .prepare(
      `SELECT tables.name || ' ' || columns.name || ' ' || columns.type AS line
       FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`,
    )
    .all()
  database.close()
  return rows.map(({ line }) => String(line)).sort()
}

it('upgrade: the service does not start on an installation from before the first release', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-unreleased-'))
  const database = new DatabaseSync(join(folder, 'ringkey.db'))
  database.exec('PRAGMA user_version = 57')
  database.close()
  await expect(
    startTestService({ RINGKEY_DATA: folder, RINGKEY_SECRET: 'the secret of an unreleased installation' }),
  ).rejects.toThrow(/before its first release/)
  rmSync(folder, { recursive: true })
})
