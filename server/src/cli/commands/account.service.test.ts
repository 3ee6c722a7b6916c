import { afterAll, beforeAll, expect, it } from 'vitest'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** A running service polls for changes every second. */
const noticed = () => service.clock.advance(2_000)

it('account create: starts with no money, shows the password once and stores only its hash', async () => {
  const { code, json } = await run('account', 'create', 'Ann@Example.com', '--json')
  expect(code).toBe(0)
  expect(json).toMatchObject({
    email: 'ann@example.com',
    status: 'active',
    tariff: 'uni',
    balance: 0,
    demo: false,
  })
  expect(json.password).toMatch(/^[A-Za-z0-9]{16}$/)
  expect((await run('account', 'list', '--json')).out).not.toContain(json.password)
  expect((await service.store.actions({ accountId: json.id, limit: 9 }))[0]).toMatchObject({
    action: 'account.create',
    facts: { account: json.id },
    userAgent: 'ringkey command',
    ip: '',
    createdAt: service.clock.now(),
  })
})

it('account create: works without a password and with a chosen tariff', async () => {
  const { json } = await run(
    'account',
    'create',
    'bob@example.com',
    '--no-password',
    '--tariff',
    'uni',
    '--json',
  )
  expect(json).not.toHaveProperty('password')
})

it('account create: refuses an address that is in use and an unknown tariff', async () => {
  expect(await run('account', 'create', 'demo@ringkey.local')).toMatchObject({
    code: 1,
    err: 'ringkey: There is already an account of demo@ringkey.local\n',
  })
  expect(await run('account', 'create', 'eve@example.com', '--tariff', 'gold')).toMatchObject({
    code: 1,
    err: 'ringkey: There is no tariff "gold": see ringkey tariff list\n',
  })
})

it('account list: has aligned columns', async () => {
  const { out } = await run('account', 'list')
  const [headings, first] = out.split('\n')
  expect(headings).toMatch(/^ID {2}E-MAIL +STATUS +TARIFF +BALANCE +HELD +CREATED \(UTC\)$/)
  expect(first).toMatch(
    /^ 1 {2}demo@ringkey\.local \(demo\) +active +uni +100\.00 +0\.00 +2026-01-15 12:00:00$/,
  )
  expect(first!.indexOf('active')).toBe(headings!.indexOf('STATUS'))
})

it('account topup: works by number or e-mail; the running service has the money at once, and the owner sees the action', async () => {
  expect(await run('account', 'topup', 'demo@ringkey.local', '12,50', '--note', 'invoice 7')).toMatchObject({
    code: 0,
    out: 'Account 1 got 12.50 RUB; its balance is 112.50.\n',
  })
  for (const ambiguous of ['1,000', '100,000'])
    expect(await run('account', 'topup', '1', ambiguous)).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'expected an amount such as 1000 or 12.50, without a separator of thousands',
      ),
    })
  expect((await run('account', 'topup', '1', '0.0001', '--json')).json).toEqual({
    id: 1,
    amount: 0.0001,
    balance: 112.5001,
  })
  expect((await service.get('getBalance')).body.rub_balance).toBe(112.5001)
  expect((await service.get('getAccount')).body.logs[0]).toMatchObject({
    action: 'account 1 topped up',
    user_agent: 'ringkey command',
    ip: '',
  })
  const entries = await service.store.ledger({ accountId: 1, afterEntry: 1, limit: 9 })
  expect(entries.map(({ kind, note }) => [kind, note])).toEqual([
    ['top-up', 'invoice 7'],
    ['top-up', 'by the operator'],
  ])
  expect((await service.store.audit()).unbalancedAccounts).toEqual([])
})

it('account topups, reverse-topup: lists top-ups, and takes a mistaken one back with a reason, once', async () => {
  const { json: before } = await run('account', 'topups', '1', '--json')
  expect(before.map(({ entry, reversed_by }: Record<string, unknown>) => [entry, reversed_by])).toEqual([
    [3, null],
    [2, null],
    [1, null],
  ])
  expect((await run('account', 'reverse-topup', '1', '2')).err).toContain('--reason is missing')
  const typed = [
    'account',
    'reverse-topup',
    '1',
    '2',
    '--reason',
    'typo',
    '--operation',
    'reversal-012345678',
  ]
  const out = 'Entry 2 of account 1 is reversed; its balance is 100.0001.\n'
  expect(await run(...typed)).toMatchObject({ code: 0, out })
  expect(await run(...typed)).toMatchObject({ code: 0, out })
  expect((await run('account', 'reverse-topup', '1', '2', '--reason', 'again')).err).toContain(
    'was reversed already',
  )
  await run('account', 'reverse-topup', '1', '1', '--reason', 'not his')
  const spent = await run('account', 'reverse-topup', '1', '3', '--reason', 'not his')
  expect(spent.code).toBe(0)
  expect((await run('account', 'topups', '1')).out).toMatch(/^ +2 .*invoice 7 +4$/m)
  await run('account', 'topup', '1', '112.5001')
})

it('account block and unblock: the running service notices within two seconds', async () => {
  expect((await run('account', 'block', '1')).out).toBe('Account 1 (demo@ringkey.local) is blocked.\n')
  await noticed()
  expect((await service.get('getBalance')).body.code).toBe(1001)
  expect((await run('account', 'unblock', '1', '--json')).json).toMatchObject({ id: 1, status: 'active' })
  await noticed()
  expect((await service.get('getBalance')).body.status).toBe(true)
  const actions = await service.store.actions({ accountId: 1, limit: 2 })
  expect(actions.map(({ facts }) => facts.status)).toEqual(['active', 'blocked'])
})

it('account commands: report an unknown account', async () => {
  expect(await run('account', 'block', '999')).toMatchObject({
    code: 1,
    err: 'ringkey: There is no account 999: see ringkey account list\n',
  })
})
