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
/** As the service does it periodically. */
const auditAndCarry = async () => {
  const { proved } = await service.store.auditSince()
  await service.store.carryAudit(proved)
}
beforeAll(async () => {
  service = await startTestService()
  service.telephony.outcome = undefined
  await service.post('initCall', { phone: '79161234567' })
})
afterAll(() => service.stop())

it('audit: reports what was proved', async () => {
  const { code, out } = await run('audit')
  expect(code).toBe(0)
  expect(out).toMatch(
    /^The ledger balances \(1 account, 1 ledger entry of which 1 read now, 1 call under way\)/,
  )
  expect((await run('audit', '--json')).json).toEqual({
    clean: true,
    accounts: 1,
    entries: 1,
    read_entries: 1,
    calls: 1,
    unbalanced_accounts: [],
    wrong_holds: [],
    wrong_calls: [],
  })
})

it('audit: finds a balance that does not match its entries', async () => {
  tamper('UPDATE accounts SET balance_units = balance_units + 1')
  expect(await run('audit')).toMatchObject({
    code: 1,
    out: expect.stringContaining('account 1: its balance'),
  })
  tamper('UPDATE accounts SET balance_units = balance_units - 1')
  expect((await run('audit')).code).toBe(0)
})

it('audit: finds a missing entry', async () => {
  tamper('CREATE TABLE aside AS SELECT * FROM ledger WHERE entry = 1; DELETE FROM ledger WHERE entry = 1')
  expect((await run('audit', '--json')).json).toMatchObject({ clean: false, unbalanced_accounts: [1] })
  tamper('INSERT INTO ledger SELECT * FROM aside; DROP TABLE aside')
  expect((await run('audit')).code).toBe(0)
})

it('audit: finds a hold that outlives its call', async () => {
  tamper('UPDATE calls SET state = 1 WHERE vendor_id = 100000')
  expect(await run('audit', '--json')).toMatchObject({
    code: 1,
    json: { clean: false, wrong_holds: [1] },
  })
  tamper('UPDATE calls SET state = -1 WHERE vendor_id = 100000')
  expect((await run('audit')).code).toBe(0)
})

it('audit --all: finds a call whose cost is not that of its entry', async () => {
  tamper(`CREATE TABLE aside AS SELECT * FROM calls WHERE vendor_id = 100000;
    UPDATE calls SET state = 1, cost_units = 0, settled_at = started_at WHERE vendor_id = 100000`)
  expect((await run('audit', '--all', '--json')).json).toMatchObject({ clean: false, wrong_calls: [100000] })
  tamper(`DELETE FROM calls; INSERT INTO calls SELECT * FROM aside; DROP TABLE aside`)
  expect((await run('audit', '--all')).code).toBe(0)
})

it('audit after that of the service: only later entries are read, and --all finds older changes', async () => {
  await auditAndCarry()
  expect((await run('audit', '--json')).json).toMatchObject({ clean: true, entries: 1, read_entries: 0 })
  await service.store.topUp({ accountId: 1, amountUnits: 10_000, note: '', at: service.clock.now() })
  expect((await run('audit', '--json')).json).toMatchObject({ clean: true, entries: 2, read_entries: 1 })

  tamper('UPDATE ledger SET amount_units = amount_units + 1 WHERE entry = 1')
  expect((await run('audit', '--json')).json).toMatchObject({ clean: true, read_entries: 1 })
  expect((await run('audit', '--all', '--json')).json).toMatchObject({
    clean: false,
    read_entries: 2,
    unbalanced_accounts: [1],
  })
  tamper('UPDATE ledger SET amount_units = amount_units - 1 WHERE entry = 1')
})

it('audit with a wrong carried sum: the account is read from its first entry, and the next audit uses the right sum', async () => {
  tamper('UPDATE audited_accounts SET amount_units = amount_units + 1')
  expect((await run('audit', '--json')).json).toMatchObject({ clean: true, read_entries: 3 })
  await auditAndCarry()
  expect((await run('audit', '--json')).json).toMatchObject({ clean: true, read_entries: 0 })
})

it('audit: finds a balance and a hold that were changed after the last audit without reading the entries again', async () => {
  tamper('UPDATE accounts SET balance_units = balance_units + 1')
  expect((await run('audit', '--json')).json).toMatchObject({ clean: false, unbalanced_accounts: [1] })
  tamper('UPDATE accounts SET balance_units = balance_units - 1')
  tamper('UPDATE calls SET state = 1 WHERE vendor_id = 100000')
  expect((await run('audit', '--json')).json).toMatchObject({ read_entries: 0, wrong_holds: [1] })
  tamper('UPDATE calls SET state = -1 WHERE vendor_id = 100000')
})
