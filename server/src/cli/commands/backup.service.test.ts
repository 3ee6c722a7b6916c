import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

const outside = mkdtempSync(join(tmpdir(), 'ringkey-backup-'))
const file = join(outside, 'copy.db')
let service: TestService
const run = (typed: readonly string[], isWatched = false) =>
  ringkey(service.folder, typed, { clock: service.clock, isWatched })
beforeAll(async () => {
  service = await startTestService({
    RINGKEY_NUMBER_LIMIT: '0s',
    RINGKEY_NUMBER_TOTAL_LIMIT: '0s',
  })
  await service.store.topUp({ accountId: 1, amountUnits: 1e10, note: '', at: service.clock.now() })
  // Enough pages that the copy takes many steps, each of which could overlap a commit of the service.
  const database = new DatabaseSync(join(service.folder, 'ringkey.db'), { timeout: 5_000 })
  database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
    INSERT INTO actions SELECT 2, i, hex(randomblob(200)), '{}', '', '', 0 FROM n`)
  database.close()
})
afterAll(async () => {
  await service.stop()
  rmSync(outside, { recursive: true, force: true })
})

it('backup: copies during calls; the restored copy knows every call in it, with correct books', async () => {
  const before = await service.post('initCall', { phone: '79160000000', unique: 'before' })
  let copying = true
  const made: number[] = []
  const callOn = async (lane: number) => {
    for (let n = 0; copying && n < 100_000; n++) {
      const phone = `7916${String(lane * 1_000_000 + n + 1).padStart(7, '0')}`
      made.push((await service.post('initCall', { phone })).body.vendor_id)
    }
  }
  const calls = [1, 2, 3].map(callOn)
  while (made.length < 10) await new Promise((resolve) => setImmediate(resolve))
  const madeBefore = made.length
  const { code, json, err } = await run(['backup', file, '--json'], true)
  const madeMeanwhile = made.length - madeBefore
  copying = false
  await Promise.all(calls)
  expect(made).not.toContain(undefined)
  expect({ code, json }).toEqual({ code: 0, json: { file, bytes: statSync(file).size } })
  expect(json.bytes).toBeGreaterThan(16_000_000)
  expect(err).toContain('backup [##############################] 100 %')
  expect(madeMeanwhile).toBeGreaterThan(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(outside)).toEqual(['copy.db'])

  const restored = await restore((folder) => {
    copyFileSync(file, join(folder, 'ringkey.db'))
    copyFileSync(join(service.folder, 'secret.key'), join(folder, 'secret.key'))
  })
  try {
    const authorization = `Bearer ${service.key}.${service.serviceId}`
    const info = await restored.get('getInfo', { uid: String(before.body.vendor_id) }, { authorization })
    // The process of the call has ended, so the call has failed and the money was returned.
    expect(info.body).toMatchObject({ call_status: 0, phone: '7916***0000', unique: 'before', cost: 0 })
    const again = await restored.post(
      'initCall',
      { phone: '79160000000', unique: 'before' },
      { authorization },
    )
    expect(again.body).toMatchObject({ exists: true, vendor_id: before.body.vendor_id })
    const audit = await restored.store.audit()
    expect(audit).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
    // A consistent copy of one moment: at least everything acknowledged before the copy began.
    expect(audit.calls).toBeGreaterThanOrEqual(madeBefore + 1)
    expect(audit.calls).toBeLessThanOrEqual(made.length + 1)
  } finally {
    await restored.stop()
  }
})

it('backup: replaces a file only with the option for it, and never the database itself', async () => {
  expect(await run(['backup', file])).toMatchObject({
    code: 1,
    err: expect.stringContaining('exists: expected a new file, or --force'),
  })
  expect((await run(['backup', file, '--force'])).out).toContain('is a whole copy of this moment, checked')
  const own = join(service.folder, 'ringkey.db')
  expect(await run(['backup', own, '--force'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('the database itself'),
  })
  expect((await run(['backup', `${own}-wal`, '--force'])).err).toContain('the database itself')
  expect(await run(['backup', `${own}.bak`])).toMatchObject({ code: 0, err: '' })
})

it('backup: leaves no files when it cannot write', async () => {
  const nowhere = join(outside, 'none', 'copy.db')
  expect(await run(['backup', nowhere])).toMatchObject({ code: 1, err: expect.stringContaining(nowhere) })
  expect(existsSync(join(outside, 'none'))).toBe(false)
})

it('restored database: is refused without its secret, and no new secret is created', async () => {
  const folder = join(outside, 'without-secret')
  await expect(restore((empty) => copyFileSync(file, join(empty, 'ringkey.db')), folder)).rejects.toThrow(
    'secret.key is missing',
  )
  expect(readdirSync(folder).sort()).toEqual(['ringkey.db', 'service.lock'])
})

function restore(fill: (folder: string) => void, folder = join(outside, 'restored')): Promise<TestService> {
  mkdirSync(folder, { mode: 0o700 })
  fill(folder)
  return startTestService({ RINGKEY_DATA: folder })
}

it('backup --keep: names copies by their moment and removes its oldest, and no other file', async () => {
  const folder = mkdtempSync(join(outside, 'kept-'))
  writeFileSync(join(folder, 'other.db'), '')
  for (let hour = 0; hour < 3; hour++) {
    expect(await run(['backup', folder, '--keep', '2'])).toMatchObject({ code: 0 })
    await service.clock.leap(3_600_000)
  }
  const kept = readdirSync(folder).sort()
  expect(kept).toEqual(['other.db', expect.stringMatching(/T\d\d-/), expect.stringMatching(/T\d\d-/)])
  const hours = kept.slice(1).map((name) => Date.parse(`${name.slice(8, 21)}:00Z`))
  expect(hours[1]! - hours[0]!).toBe(3_600_000)
  expect((await run(['backup', file, '--keep', '2'])).err).toContain('expected a folder')
  expect((await run(['backup', folder, '--keep', '0'])).err).toContain('a number of copies')
})
