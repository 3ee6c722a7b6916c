// The effect of tariffs and caps that are set by command on the calls of a running service.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
const noticed = () => service.clock.advance(2_000)
const costOf = async (phone: string) => {
  const { body } = await service.post('initCall', { phone })
  return body.vendor_id === undefined
    ? body.code
    : (await service.get('getInfo', { uid: String(body.vendor_id) })).body.cost
}
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

it('tariff: a new tariff with prices per mode and destination applies to an account', async () => {
  const prices = ['--price', 'flash=0.5', '--price', 'flash:77=1.2345', '--price', 'voice=3']
  const { json } = await run(
    'tariff',
    'set',
    'vip',
    '--name',
    'VIP',
    '--charges-failed',
    'yes',
    '--charges-suspects',
    'yes',
    ...prices,
    '--json',
  )
  expect(json).toEqual({
    code: 'vip',
    name: 'VIP',
    charges_failed: true,
    charges_suspects: true,
    charge_on: 'delivered',
    own_codes: 'charged',
    prices: [
      { mode: 'flash', prefix: '', price: 0.5 },
      { mode: 'flash', prefix: '77', price: 1.2345 },
      { mode: 'voice', prefix: '', price: 3 },
    ],
  })
  expect((await run('tariff', 'assign', 'vip', '1')).out).toBe(
    'Account 1 (demo@ringkey.local) is on tariff vip; it was on uni.\n',
  )
  await noticed()
  expect((await service.get('getBalance')).body).toMatchObject({ tariff: 'vip', tariff_name: 'VIP' })
  expect(await costOf('79161234501')).toBe(0.5)
  expect(await costOf('77011234502')).toBe(1.2345)
  expect((await service.get('getAccount')).body.logs[0].action).toBe('tariff of account 1 changed')
})

it('tariff assign: the owner gets no notice when the account already has that tariff', async () => {
  const logs = async () => (await service.get('getAccount')).body.logs
  const before = await logs()
  expect(await run('tariff', 'assign', 'vip', '1')).toMatchObject({
    code: 0,
    out: 'Account 1 (demo@ringkey.local) is on tariff vip; it was before.\n',
  })
  expect(await logs()).toEqual(before)
})

it('tariff: one price is changed or removed, and the others are kept', async () => {
  await run('tariff', 'set', 'vip', '--price', 'flash=0.6', '--no-price', 'flash:77')
  await noticed()
  expect(await costOf('77011234503')).toBe(0.6)
  const { json } = await run('tariff', 'list', '--json')
  expect(json.map(({ code }: { code: string }) => code)).toEqual(['uni', 'vip'])
  expect(json[1]).toMatchObject({ name: 'VIP', charges_failed: true, charges_suspects: true })
  expect((await run('tariff', 'list')).out).toMatch(
    /^vip +VIP +yes +yes +delivered +- +flash +everywhere +0\.60$/m,
  )
  const onApproval = ['--charge-on', 'approved', '--own-codes', 'refused']
  expect((await run('tariff', 'set', 'vip', ...onApproval, '--json')).json).toMatchObject({
    charge_on: 'approved',
    own_codes: 'refused',
    charges_suspects: true,
  })
  expect((await run('tariff', 'list')).out).toMatch(/^vip .+ approved +refused +flash /m)
  await run('tariff', 'set', 'vip', '--charge-on', 'delivered')
})

it('tariff: a new one needs a name, and an unknown one is refused', async () => {
  expect(await run('tariff', 'set', 'gold')).toMatchObject({
    code: 1,
    err: expect.stringContaining('it needs a name'),
  })
  expect(await run('tariff', 'assign', 'gold', '1')).toMatchObject({
    code: 1,
    err: 'ringkey: There is no tariff "gold": see ringkey tariff list\n',
  })
  expect(await run('tariff', 'assign', 'vip', '99')).toMatchObject({ code: 1 })
  expect((await service.store.account(1))?.tariff).toBe('vip')
})

it('cap: limits what a service, an account and a destination spend in an hour and a day', async () => {
  for (const [scope, phone] of [
    ['service:1', '79161234511'],
    ['account:1', '79161234512'],
    ['prefix:7916', '79161234513'],
  ] as const) {
    expect((await run('cap', 'set', scope, '--per-hour', '0.1', '--per-day', '100', '--json')).json).toEqual({
      scope,
      per_hour: 0.1,
      per_day: 100,
    })
    await noticed()
    expect(await costOf(phone)).toBe(1002)
    await run('cap', 'set', scope, '--per-hour', 'none')
    await noticed()
    expect(await costOf(phone)).toBe(0.6)
  }
  expect((await run('cap', 'list')).out).toBe(
    [
      'SCOPE        AN HOUR   A DAY',
      'account:1       none  100.00',
      'prefix:7916     none  100.00',
      'service:1       none  100.00',
      '',
    ].join('\n'),
  )
  await run('cap', 'set', 'account:1', '--per-day', 'none')
  expect((await run('cap', 'list', '--json')).json).toHaveLength(2)
})

it('cap: the owner is told that a cap was changed, without the amount, and only on a real change', async () => {
  const logs = async () =>
    (await service.get('getAccount')).body.logs.map(({ action }: { action: string }) => action)
  const before = (await logs()).length
  for (const scope of ['account:1', 'service:1']) {
    for (const perDay of ['77', '77', 'none', 'none']) await run('cap', 'set', scope, '--per-day', perDay)
  }
  expect((await logs()).slice(0, -before)).toEqual([
    'spend cap of service 1 changed',
    'spend cap of service 1 changed',
    'spend cap of account 1 changed',
    'spend cap of account 1 changed',
  ])
  expect(await run('cap', 'set', 'account:1', '--per-day', '77')).toMatchObject({
    out: 'Now the spend cap of account:1: none an hour, 77.00 a day.\n',
  })
  await run('cap', 'set', 'account:1', '--per-day', 'none')
})

it.each([
  [['cap', 'set', 'service:1'], 2, '--per-hour or --per-day is missing'],
  [['cap', 'set', 'planet:1', '--per-day', '1'], 2, 'SCOPE is "planet:1": expected service:ID'],
  [['cap', 'set', 'service:99', '--per-day', '1'], 1, 'There is no service 99'],
  [['cap', 'set', 'account:99', '--per-day', '1'], 1, 'There is no account 99'],
])('cap and tariff commands: refuse %j', async (typed, code, message) => {
  const refused = await run(...typed)
  expect(refused.code).toBe(code)
  expect(refused.err).toContain(message)
})

it('cap and tariff: two changes at the same time are both kept', async () => {
  const cap = (...options: string[]) => run('cap', 'set', 'prefix:999', ...options)
  await Promise.all([cap('--per-hour', '1'), cap('--per-day', '2')])
  expect((await run('cap', 'list', '--json')).json).toContainEqual({
    scope: 'prefix:999',
    per_hour: 1,
    per_day: 2,
  })
  await run('tariff', 'set', 'both', '--name', 'Before')
  const tariff = (...options: string[]) => run('tariff', 'set', 'both', ...options)
  await Promise.all([tariff('--name', 'After'), tariff('--charges-failed', 'yes')])
  expect((await run('tariff', 'list', '--json')).json).toContainEqual({
    code: 'both',
    name: 'After',
    charges_failed: true,
    charges_suspects: false,
    charge_on: 'delivered',
    own_codes: 'charged',
    prices: [],
  })
})
