// The command line and the cabinet make the same changes, by the same rules, with the same lines in the operators' log.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetVisitor, demoOperator } from '../../test/cabinet-visitor.ts'
import { openAccount } from '../../test/contract/scene.ts'
import { ringkey } from '../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { addAccount } from '../../test/store-contract/fixture.ts'
import { defaultTrunkSettings } from '../storage/queries/trunks.ts'

const prompts = join(import.meta.dirname, '../../assets/prompts/kk')
let service: TestService
let operator: CabinetVisitor
let accountId: number
const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
beforeAll(async () => {
  service = await startTestService()
  operator = await demoOperator(service)
  await addAccount(service.store, 'trial@example.com', { demo: true, amountUnits: 50_000 })
  accountId = await openAccount(service, { email: 'shop@example.com', roubles: 0 })
  const settings = { ...defaultTrunkSettings, host: '127.0.0.1' }
  const simulator = { name: 'simulator', demo: true, settings, sealedPassword: null, updatedAt: 0 }
  await service.store.saveTrunk(simulator)
})
afterAll(() => service.stop())

type Line = { readonly email: string; readonly action: string; readonly facts: object }
const newestLines = async (count: number) =>
  ((await operator.read('/operator/actions?group=changes')).body.items as Line[])
    .slice(0, count)
    .map(({ email, action, facts }) => ({ email, action, facts }))
const balanceOf = async (id: number) => (await service.store.account(id))!.balanceUnits

describe('rules of the command line and the cabinet', () => {
  it('trunk remove: the command refuses the simulated carrier, as the cabinet does', async () => {
    const refused = await run('trunk', 'remove', 'simulator', '--json')
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('simulated carrier') })
    const { status, body } = await operator.write('/operator/trunks/simulator/remove')
    expect([status, body.error.code]).toEqual([409, 'demo-trunk'])
    expect((await service.store.trunks()).map(({ name }) => name)).toContain('simulator')
  })

  it('account topup: the command refuses an amount that the cabinet refuses', async () => {
    const refused = await run('account', 'topup', String(accountId), '10000001')
    expect(refused).toMatchObject({ code: 1, err: 'ringkey: AMOUNT: expected above 0, at most 10000000\n' })
    expect(await balanceOf(accountId)).toBe(0)
  })

  it('tariff set: the command refuses two prices for one destination', async () => {
    const prices = ['--price', 'flash=1', '--price', 'flash=2']
    expect(await run('tariff', 'set', 'twice', '--name', 'Twice', ...prices)).toMatchObject({ code: 1 })
    expect((await service.store.tariffs()).some(({ code }) => code === 'twice')).toBe(false)
  })
})

describe("operators' log of the command line and the cabinet", () => {
  it.each<[string[], string, () => object]>([
    [['demo', 'link'], 'link.hand-out', () => ({ purpose: 'demo' })],
    [['trunk', 'add', 'north', 'host=127.0.0.1'], 'trunk.add', () => ({ trunk: 'north' })],
    [
      ['trunk', 'set', 'north', 'calls-at-once=7'],
      'trunk.change',
      () => ({ trunk: 'north', changes: { callsAtOnce: ['200', '7'] } }),
    ],
    [
      ['pool', 'add', '74951230000-74951230009', '--trunk', 'north'],
      'pool.add',
      () => ({ first: '74951230000', last: '74951230009', trunks: ['north'] }),
    ],
    [
      ['pool', 'remove', '74951230000-74951230009', '--trunk', 'north', '--yes'],
      'pool.remove',
      () => ({ first: '74951230000', last: '74951230009', trunk: 'north' }),
    ],
    [
      ['confirm-pool', 'add', '74997770008-74997770009', '--trunk', 'north'],
      'confirm-pool.add',
      () => ({ count: 2, range: '74997770008-74997770009', trunks: ['north'] }),
    ],
    [['trunk', 'remove', 'north', '--yes'], 'trunk.remove', () => ({ trunk: 'north' })],
    [
      ['confirm-pool', 'add', '74997770000-74997770002'],
      'confirm-pool.add',
      () => ({ count: 3, range: '74997770000-74997770002' }),
    ],
    [
      ['confirm-pool', 'remove', '74997770001'],
      'confirm-pool.remove',
      () => ({ count: 1, first: '74997770001' }),
    ],
    [['address', 'block', '192.0.2.7'], 'address.block', () => ({ address: '192.0.2.7' })],
    [['address', 'unblock', '192.0.2.7'], 'address.unblock', () => ({ address: '192.0.2.7' })],
    [['prefix', 'block', '+7999'], 'prefix.block', () => ({ prefix: '7999' })],
    [['prefix', 'unblock', '7999'], 'prefix.unblock', () => ({ prefix: '7999' })],
    [
      ['do-not-call', 'add', '79161234567'],
      'do-not-call',
      () => ({ phoneMask: '7916***4567', listed: true }),
    ],
    [['tariff', 'set', 'gold', '--name', 'Gold'], 'tariff.save', () => ({ tariff: 'gold' })],
    [
      ['tariff', 'set', 'gold', '--price', 'flash=1'],
      'tariff.save',
      () => ({ tariff: 'gold', changes: { flash: ['null', '1'] } }),
    ],
    [
      ['tariff', 'assign', 'gold', 'shop@example.com'],
      'account.tariff',
      () => ({ account: accountId, from: 'uni', to: 'gold' }),
    ],
    [
      ['cap', 'set', 'prefix:77', '--per-day', '5'],
      'cap.set',
      () => ({ scope: 'prefix:77', from: { perHour: 0, perDay: 0 }, perHour: 0, perDay: 5 }),
    ],
    [
      ['account', 'topup', 'shop@example.com', '100', '--note', 'invoice 9'],
      'account.top-up',
      () => ({ account: accountId, amount: 100, note: 'invoice 9' }),
    ],
    [
      ['account', 'reverse-topup', 'shop@example.com', '1', '--reason', 'typo'],
      'account.reverse-top-up',
      () => ({ account: accountId, entry: 1, amount: 100, note: 'typo' }),
    ],
    [
      ['account', 'block', 'shop@example.com'],
      'account.status',
      () => ({ account: accountId, status: 'blocked' }),
    ],
    [
      ['account', 'unblock', 'shop@example.com'],
      'account.status',
      () => ({ account: accountId, status: 'active' }),
    ],
    [
      ['account', 'time-zone', 'shop@example.com', 'Asia/Kolkata'],
      'account.time-zone',
      () => ({ account: accountId, from: 'UTC', to: 'Asia/Kolkata' }),
    ],
    [['account', 'make-real', 'trial@example.com'], 'account.make-real', () => ({ account: accountId - 1 })],
    [
      ['account', 'create', 'second@example.com', '--no-password'],
      'account.create',
      () => ({ account: accountId + 1 }),
    ],
    [
      ['service', 'create', 'shop@example.com', '--name', 'Shop'],
      'service.create',
      () => ({ service: service.serviceId + 1, account: accountId }),
    ],
    [
      ['service', 'set', '1', '--test-numbers', 'none'],
      'service.change',
      () => ({ service: 1, changes: { testNumbers: ['null', 'none'] } }),
    ],
    [['service', 'archive', '2', '--yes'], 'service.archive', () => ({ service: 2 })],
    [
      ['cap', 'remove', 'prefix:77'],
      'cap.set',
      () => ({ scope: 'prefix:77', from: { perHour: 0, perDay: 5 }, perHour: 0, perDay: 0 }),
    ],
    [
      ['account', 'close', 'second@example.com', '--yes'],
      'account.close',
      () => ({ account: accountId + 1 }),
    ],
    [['service', 'rotate-key', '1', '--overlap', '7d'], 'key.rotate', () => ({ key: 0, service: 1 })],
    [
      ['service', 'add-key', '1', '--name', 'CI', '--scope', 'test'],
      'key.add',
      () => ({ key: 1, service: 1, scope: 'test' }),
    ],
    [['service', 'rotate-key', '1', '--key', '1'], 'key.rotate', () => ({ key: 1, service: 1 })],
    [['service', 'revoke-key', '1', '2'], 'key.revoke', () => ({ key: 2, service: 1 })],
    [['hook', 'add', 'logto', '1'], 'hook.add', () => ({ hook: 1, service: 1, kind: 'logto' })],
    [['hook', 'rotate', '1'], 'hook.rotate', () => ({ hook: 1, service: 1, kind: 'logto' })],
    [['hook', 'remove', '1'], 'hook.remove', () => ({ hook: 1, service: 1, kind: 'logto' })],
    [['oidc', 'keys', 'rotate'], 'oidc-keys.rotate', () => ({})],
    [['service', 'dialect', '1', 'sms.ru'], 'service.dialect', () => ({ service: 1, dialect: 'sms.ru' })],
    [['webhook', 'secret', '1'], 'webhook.secret', () => ({ service: 1 })],
    [['webhook', 'secret', '1', '--rotate'], 'webhook.rotate-secret', () => ({ service: 1 })],
    [['user', 'add-operator', 'op@example.com'], 'operator.make', () => ({ email: 'op@example.com' })],
    [
      ['user', 'remove-operator', 'op@example.com'],
      'operator.set',
      () => ({ email: 'op@example.com', operator: false }),
    ],
    [['user', 'add'], 'link.hand-out', () => ({ purpose: 'sign-up' })],
    [
      ['user', 'reset-password', 'demo@ringkey.local', '--second-factor'],
      'link.hand-out',
      () => ({ purpose: 'new-password', person: 1, withoutSecondFactor: true }),
    ],
    [['privacy', 'erase', '79161234567', '--yes'], 'number-erased', () => ({ calls: 0 })],
    [['retention', 'trust-clock'], 'clock-trusted', () => ({ deleted: expect.any(Number) })],
    [['prompts', 'import', prompts, '--language', 'kk'], 'prompts-imported', () => ({ language: 'kk' })],
    [['ledger', 'close', '2025-01'], 'months-closed', () => ({ month: '2025-01', entries: 0 })],
  ])('ringkey %j: leaves a line by "command"', async (typed, action, facts) => {
    expect(await run(...typed)).toMatchObject({ code: 0 })
    expect(await newestLines(1)).toEqual([{ email: 'command', action, facts: facts() }])
  })

  it('a command under sudo: the line names the person of the operating system', async () => {
    const { code } = await ringkey(service.folder, ['address', 'block', '192.0.2.8'], {
      clock: service.clock,
      user: 'ann',
    })
    expect(code).toBe(0)
    expect(await newestLines(1)).toMatchObject([{ email: 'ann (command)', action: 'address.block' }])
  })

  it('account made real in the cabinet: leaves its lines with the change, and none the second time', async () => {
    const id = await addAccount(service.store, 'trial-2@example.com', { demo: true, amountUnits: 50_000 })
    const makeReal = () => operator.write(`/operator/accounts/${id}/make-real`)
    expect((await makeReal()).status).toBe(200)
    expect(await newestLines(1)).toMatchObject([{ action: 'account.make-real', facts: { account: id } }])
    expect(await service.store.actions({ accountId: id, limit: 9 })).toMatchObject([
      { action: 'account.make-real', facts: { account: id }, userAgent: 'operator' },
    ])
    expect(await service.store.account(id)).toMatchObject({ demo: false, balanceUnits: 0 })
    const before = await newestLines(2)
    const { status, body } = await makeReal()
    expect([status, body.error.code]).toEqual([409, 'no-demo-account'])
    expect(await newestLines(2)).toEqual(before)
  })

  it('a command that changes nothing leaves no line', async () => {
    const before = await newestLines(1)
    await run('cap', 'remove', 'prefix:77')
    await run('tariff', 'assign', 'gold', 'shop@example.com')
    await run('do-not-call', 'add', '79161234567')
    await run('confirm-pool', 'add', '74997770000')
    await run('account', 'topup', '999', '5')
    expect(await newestLines(1)).toEqual(before)
  })
})

describe('operation ids', () => {
  it('account topup: the same command with the same id moves the money once', async () => {
    const before = await balanceOf(accountId)
    const topUp = () =>
      run('account', 'topup', String(accountId), '5', '--operation', 'invoice-2026-0017', '--json')
    const first = await topUp()
    expect(await topUp()).toEqual(first)
    expect(await balanceOf(accountId)).toBe(before + 50_000)
    const other = ['account', 'topup', String(accountId), '6', '--operation', 'invoice-2026-0017']
    expect(await run(...other)).toMatchObject({ code: 1, err: expect.stringContaining('another change') })
  })

  it('top-up form: sent again after its answer was lost, moves the money once', async () => {
    const before = await balanceOf(accountId)
    const form = { amount: '7', note: '', operationId: 'a-form-that-is-sent-again' }
    const send = () => operator.write(`/operator/accounts/${accountId}/top-up`, form)
    const answers = [await send(), await send()]
    expect(answers.map(({ status, body }) => [status, body.balance])).toEqual(
      Array(2).fill([200, (before + 70_000) / 10_000]),
    )
    const lines = await newestLines(2)
    expect(lines.filter(({ facts }) => (facts as { amount?: number }).amount === 7)).toHaveLength(1)
  })

  it('cap form: an old form that is sent again does not undo a newer change', async () => {
    const send = (perHour: string, operationId: string) =>
      operator.write('/operator/caps', { scope: 'prefix:90', perHour, perDay: '', operationId })
    await send('1', 'first-form-of-the-cap')
    await send('2', 'second-form-of-the-cap')
    expect((await send('1', 'first-form-of-the-cap')).status).toBe(200)
    const caps = await service.store.spendCaps()
    expect(caps.find(({ scope }) => scope === 'prefix:90')).toMatchObject({ perHourUnits: 20_000 })
  })
})
