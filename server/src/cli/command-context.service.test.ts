import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ringkey } from '../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { newestVersion } from '../storage/schema-state.ts'

let service: TestService
const run = (typed: readonly string[], environment: Record<string, string> = {}) =>
  ringkey(service.folder, typed, { clock: service.clock, environment })
const inDatabase = (sql: string) => {
  const database = new DatabaseSync(join(service.folder, 'ringkey.db'), { timeout: 5_000 })
  database.exec(sql)
  database.close()
}
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

it('ringkey commands: do not migrate the database under a running service of an older version', async () => {
  inDatabase('PRAGMA user_version = 0')
  const refused = await run(['account', 'list'])
  const doctor = await run(['doctor', '--json'])
  inDatabase(`PRAGMA user_version = ${newestVersion()}`)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Restart the service first.') })
  expect(doctor.json.findings).toContainEqual(
    expect.objectContaining({
      level: 'fail',
      about: 'store',
      says: expect.stringContaining('Restart the service'),
    }),
  )
  expect((await run(['account', 'list'])).code).toBe(0)
})

it('ringkey commands: refuse another secret and a database of a newer version, and change nothing', async () => {
  const before = readdirSync(service.folder).sort()
  const RINGKEY_SECRET = 'another secret of enough characters'
  expect(await run(['account', 'list'], { RINGKEY_SECRET })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^ringkey: The root secret is not the one that .*ringkey\.db was made with/),
  })
  inDatabase('PRAGMA user_version = 999')
  const newer = await run(['account', 'list'])
  inDatabase(`PRAGMA user_version = ${newestVersion()}`)
  expect(newer).toMatchObject({ code: 1, err: expect.stringContaining('made by a newer Ringkey') })
  expect(readdirSync(service.folder).sort()).toEqual(before)
})

it('ringkey commands: name a setting that is wrong', async () => {
  expect(await run(['account', 'list'], { RINGKEY_PORT: 'x' })).toMatchObject({
    code: 1,
    err: 'ringkey: RINGKEY_PORT is "x": expected a port from 0 to 65535 (0 takes a free one)\n',
  })
})
