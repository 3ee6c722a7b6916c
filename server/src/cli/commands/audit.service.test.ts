import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
const tamper = (sql: string) => {
  const database = new DatabaseSync(join(service.folder, 'ringkey.db'), { timeout: 5_000 })
  database.exec(sql)
  database.close()
}
beforeAll(async () => {
  service = await startTestService()
  service.telephony.outcome = undefined
  await service.post('initCall', { phone: '79161234567' })
})
afterAll(() => service.stop())

it('says what was proved', async () => {
  const { code, out } = await run('audit')
  expect(code).toBe(0)
  expect(out).toMatch(/^The books are in order \(1 account, 2 ledger entries, 1 verification\)/)
  expect((await run('audit', '--json')).json).toEqual({
    clean: true,
    accounts: 1,
    entries: 2,
    verifications: 1,
    unbalanced_accounts: [],
    wrong_holds: [],
  })
})

it('finds a balance that its entries do not explain', async () => {
  tamper('UPDATE accounts SET balance_units = balance_units + 1')
  expect(await run('audit')).toMatchObject({ code: 1, out: expect.stringContaining('account 1: balance') })
  tamper('UPDATE accounts SET balance_units = balance_units - 1')
  expect((await run('audit')).code).toBe(0)
})

it('finds an entry that is missing', async () => {
  tamper('CREATE TABLE aside AS SELECT * FROM ledger WHERE entry = 1; DELETE FROM ledger WHERE entry = 1')
  expect((await run('audit', '--json')).json).toMatchObject({ clean: false, unbalanced_accounts: [1] })
  tamper('INSERT INTO ledger SELECT * FROM aside; DROP TABLE aside')
  expect((await run('audit')).code).toBe(0)
})

it('finds a hold that outlives its call', async () => {
  tamper('UPDATE verifications SET state = 1 WHERE vendor_id = 100000')
  expect(await run('audit', '--json')).toMatchObject({
    code: 1,
    json: { clean: false, wrong_holds: [100000] },
  })
  tamper('UPDATE verifications SET state = -1 WHERE vendor_id = 100000')
  expect((await run('audit')).code).toBe(0)
})
