import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetVisitor, demoOperator } from '../../../../test/cabinet-visitor.ts'
import { openAccount } from '../../../../test/contract/scene.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let service: TestService
let operator: CabinetVisitor
let accountId: number
beforeAll(async () => {
  service = await startTestService()
  operator = await demoOperator(service)
  accountId = await openAccount(service, { email: 'shop@example.com', roubles: 0 })
})
afterAll(() => service.stop())

const detail = async (id = accountId) => (await operator.read(`/operator/accounts/${id}`)).body
const change = (what: string, body: object, id = accountId) =>
  operator.write(`/operator/accounts/${id}/${what}`, body)
const lastActions = async (count: number) =>
  (await operator.read('/operator/actions?group=changes')).body.items
    .slice(0, count)
    .map(({ action, facts }: { action: string; facts: object }) => [action, facts])

describe('accounts', () => {
  it('are found by a part of the e-mail or by their number', async () => {
    const all = (await operator.read('/operator/accounts')).body
    expect(all.total).toBe(2)
    expect(all.items.map(({ email }: { email: string }) => email)).toEqual([
      'shop@example.com',
      'demo@ringkey.local',
    ])
    const found = (await operator.read('/operator/accounts?q=SHOP')).body
    expect(found).toMatchObject({ total: 1, items: [{ id: accountId, balance: 0, tariff: 'uni' }] })
    expect((await operator.read(`/operator/accounts?q=${accountId}`)).body.total).toBe(1)
    expect((await operator.read('/operator/accounts?q=nobody')).body).toEqual({ items: [], total: 0 })
    expect((await operator.read('/operator/accounts/999')).status).toBe(404)
  })

  it('get one top-up for a form however often it is sent, with a ledger entry', async () => {
    const form = { amount: '100,50', note: 'invoice 7', operationId: 'form-0123456789abcdef' }
    const answers = await Promise.all([1, 2, 3].map(() => change('top-up', form)))
    expect(answers.map(({ status, body }) => [status, body.balance])).toEqual(Array(3).fill([200, 100.5]))
    const other = await change('top-up', { ...form, amount: '7' })
    expect([other.status, other.body.error.code]).toEqual([409, 'sent-before'])
    expect((await detail()).account.balance).toBe(100.5)
    const ledger = (await operator.read(`/operator/accounts/${accountId}/ledger`)).body
    expect(ledger).toMatchObject({
      next: null,
      items: [{ entry: 1, kind: 'top-up', amount: 100.5, balanceAfter: 100.5, note: 'invoice 7' }],
    })
    expect(await lastActions(1)).toEqual([
      ['account.top-up', { account: accountId, amount: 100.5, note: 'invoice 7' }],
    ])
    // Every member of the account reads its history: no amounts.
    expect((await detail()).actions[0]).toMatchObject({
      action: 'account.top-up',
      facts: { account: accountId },
    })
    expect((await detail()).actions[0].facts).not.toHaveProperty('amount')
    for (const amount of ['0', '-5', 'ten', '99999999999']) {
      const wrong = await change('top-up', { ...form, amount, operationId: `form-${amount}-0123456789` })
      expect([amount, wrong.status]).toEqual([amount, 400])
    }
    expect((await change('top-up', { ...form, operationId: 'another-form-0123' })).body).toEqual({
      amount: 100.5,
      balance: 201,
    })
  })

  it('get a mistaken top-up reversed once, with a reason that the ledger and the log name', async () => {
    const reverse = (entry: number, form: object) =>
      operator.write(`/operator/accounts/${accountId}/ledger/${entry}/reverse`, {
        reason: 'wrong account',
        allowDebt: false,
        operationId: 'reversal-0123456789',
        ...form,
      })
    const code = async (asked: ReturnType<typeof reverse>) => {
      const { status, body } = await asked
      return [status, body.error?.code]
    }
    expect(await code(reverse(2, { reason: ' ' }))).toEqual([400, 'wrong-field'])
    expect(await code(reverse(7, {}))).toEqual([404, 'not-found'])
    const answers = await Promise.all([1, 2].map(() => reverse(2, {})))
    expect(answers.map(({ body }) => body)).toEqual([{ balance: 100.5 }, { balance: 100.5 }])
    const again = { operationId: 'reversal-of-somebody-else' }
    expect(await code(reverse(2, again))).toEqual([409, 'reversed-already'])
    const { items } = (await operator.read(`/operator/accounts/${accountId}/ledger`)).body
    expect(items.slice(0, 2)).toMatchObject([
      { entry: 3, kind: 'reversal', amount: -100.5, note: 'wrong account', reverses: 2, reversedBy: null },
      { entry: 2, kind: 'top-up', reverses: null, reversedBy: 3 },
    ])
    const facts = { account: accountId, entry: 2, amount: 100.5, note: 'wrong account' }
    expect(await lastActions(1)).toEqual([['account.reverse-top-up', facts]])
    expect((await detail()).actions[0].words.en).toMatch(/^top-up to account \d+ reversed \(entry \d+\)$/)
    await change('top-up', { amount: '100.5', note: '', operationId: 'the-right-one-0123' })
  })

  it('are blocked for the API at once, and unblocked again', async () => {
    const demo = (await operator.read('/operator/accounts?q=demo')).body.items[0]
    await change('status', { status: 'blocked' }, demo.id)
    expect((await service.get('getBalance')).body.code).toBe(1001)
    expect((await detail(demo.id)).account.status).toBe('blocked')
    await change('status', { status: 'active' }, demo.id)
    expect((await service.get('getBalance')).status).toBe(200)
    expect(await lastActions(2)).toEqual([
      ['account.status', { account: demo.id, status: 'active' }],
      ['account.status', { account: demo.id, status: 'blocked' }],
    ])
    expect((await detail(demo.id)).actions[0].words).toEqual({
      en: `account ${demo.id} unblocked`,
      ru: `аккаунт ${demo.id} разблокирован`,
    })
  })

  it('change their tariff, their phone, repeats and caps', async () => {
    const demo = (await operator.read('/operator/accounts?q=demo')).body.items[0]
    expect((await change('tariff', { tariff: 'none' })).body.error.field).toBe('tariff')
    await operator.write('/operator/tariffs', {
      code: 'gold',
      name: 'Gold',
      chargesFailed: false,
      chargesSuspects: false,
      chargesOnApproval: false,
      refusesOwnCodes: false,
      prices: [{ mode: 'flash', prefix: '', price: '0.5' }],
      isNew: true,
    })
    await change('tariff', { tariff: 'gold' })
    // A change without effect is not recorded.
    expect((await change('tariff', { tariff: 'gold' })).status).toBe(200)
    await change('phone-confirmed', { confirmed: false })
    expect((await detail()).account).toMatchObject({ tariff: 'gold', phoneConfirmed: false })

    const serviceId = (await detail(demo.id)).services[0].id
    await operator.write(`/operator/services/${serviceId}/legacy-repeats`, { on: true })
    expect((await detail(demo.id)).services[0].legacyRepeats).toBe(true)
    expect((await operator.write('/operator/services/999/legacy-repeats', { on: true })).status).toBe(404)

    const limit = async (perSecond: unknown, id = serviceId) =>
      (await operator.write(`/operator/services/${id}/request-limit`, { perSecond })).status
    expect((await detail(demo.id)).services[0].requestsPerSecond).toBeNull()
    for (const wrong of [0, 1_000_001, 1.5, '']) expect(await limit(wrong)).toBe(400)
    expect([await limit(1_000), await limit(5, 999)]).toEqual([200, 404])
    expect((await detail(demo.id)).services[0].requestsPerSecond).toBe(1_000)

    await operator.write('/operator/caps', { scope: `service:${serviceId}`, perHour: '10', perDay: '' })
    const cap = { scope: `account:${demo.id}`, perHour: '', perDay: '99.5' }
    await operator.write('/operator/caps', cap)
    expect((await operator.write('/operator/caps', cap)).status).toBe(200)
    expect(await detail(demo.id)).toMatchObject({
      cap: { perHour: 0, perDay: 99.5 },
      services: [{ cap: { perHour: 10, perDay: 0 } }],
    })
    const refused = async (scope: string) =>
      (await operator.write('/operator/caps', { scope, perHour: '1', perDay: '' })).body.error?.code
    expect(await refused('service:999')).toBe('no-owner')
    expect(await refused('prefix:79161')).toBe('long-prefix')
    expect(await refused('world:1')).toBe('wrong-field')
    expect(await refused('prefix:77')).toBeUndefined()

    const none = { perHour: 0, perDay: 0 }
    expect(await lastActions(7)).toEqual([
      ['cap.set', { scope: 'prefix:77', from: none, perHour: 1, perDay: 0 }],
      ['cap.set', { scope: `account:${demo.id}`, from: none, perHour: 0, perDay: 99.5 }],
      ['cap.set', { scope: `service:${serviceId}`, from: none, perHour: 10, perDay: 0 }],
      ['service.request-limit', { service: serviceId, from: 0, perSecond: 1_000 }],
      ['service.legacy-repeats', { service: serviceId, on: true }],
      ['account.phone-confirmed', { account: accountId, confirmed: false }],
      ['account.tariff', { account: accountId, from: 'uni', to: 'gold' }],
    ])
    const historyOf = async (id: number) =>
      (await detail(id)).actions.map(({ words }: { words: { en: string } }) => words.en)
    expect((await historyOf(demo.id)).slice(0, 4)).toEqual([
      `spend cap of account ${demo.id} changed`,
      `spend cap of service ${serviceId} changed`,
      `requests per second of service ${serviceId}: as the installation says → 1000`,
      `legacy repeats of service ${serviceId} on`,
    ])
    expect((await historyOf(accountId)).slice(0, 3)).toEqual([
      `phone of account ${accountId} is to be confirmed`,
      `tariff of account ${accountId} changed`,
      `account ${accountId} topped up`,
    ])
  })
})

describe('tariffs', () => {
  it('are saved as a whole: prices that are not in the request are removed', async () => {
    const tariff = {
      code: 'silver',
      name: 'Silver',
      chargesFailed: true,
      chargesSuspects: true,
      chargesOnApproval: true,
      refusesOwnCodes: true,
      prices: [
        { mode: 'flash', prefix: '', price: '0.8' },
        { mode: 'voice', prefix: '77', price: '1.2375' },
      ],
      isNew: true,
    }
    expect((await operator.write('/operator/tariffs', tariff)).status).toBe(200)
    expect((await operator.write('/operator/tariffs', tariff)).body.error.code).toBe('code-taken')
    const changed = { ...tariff, isNew: false, prices: [{ mode: 'voice', prefix: '77', price: '2' }] }
    await operator.write('/operator/tariffs', changed)
    const { body } = await operator.read('/operator/tariffs')
    expect(body.find(({ code }: { code: string }) => code === 'silver')).toEqual({
      code: 'silver',
      name: 'Silver',
      chargesFailed: true,
      chargesSuspects: true,
      chargesOnApproval: true,
      refusesOwnCodes: true,
      prices: [{ mode: 'voice', prefix: '77', price: 2 }],
      accountCount: 0,
      accounts: [],
    })
    expect(body.find(({ code }: { code: string }) => code === 'gold')).toMatchObject({
      accountCount: 1,
      accounts: [{ email: 'shop@example.com' }],
    })
    const twice = { ...changed, prices: [...changed.prices, ...changed.prices] }
    expect((await operator.write('/operator/tariffs', twice)).body.error.field).toBe('prices')
    const unpriced = { ...changed, prices: [{ mode: 'flash', prefix: '', price: 'cheap' }] }
    expect((await operator.write('/operator/tariffs', unpriced)).body.error.field).toBe('prices.0.price')
  })
})
