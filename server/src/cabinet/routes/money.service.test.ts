import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CabinetMember, visitAs } from '../../../test/cabinet-member.ts'
import { demoOperator } from '../../../test/cabinet-visitor.ts'
import { openAccount } from '../../../test/contract/scene.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import { minuteMs } from '../../platform/clock.ts'
import { monthsOf } from '../answers/statement.ts'

let service: TestService
let accountId: number
let owner: CabinetMember
beforeAll(async () => {
  service = await startTestService()
  accountId = (await service.store.service(service.serviceId))!.accountId
  owner = await visitAs(service, accountId, 'owner')
})
afterAll(() => service.stop())

const notices = () => service.store.deliveries({ serviceId: 0, limit: 10 })
const balance = async () => (await service.store.account(accountId))!.balanceUnits
/** Places a call that rings and waits until it is settled. */
const call = async (phone: string) => {
  const { body } = await service.get('initCall', { phone })
  const isSettled = (record: { state: string } | undefined) => record?.state === 'completed'
  await eventually(async () => {
    await service.clock.advance(1_000)
    return service.store.call(body.vendor_id)
  }, isSettled)
  return body.vendor_id as number
}

it('money page: shows the balance, held money, the tariff and for how long the money lasts', async () => {
  const before = (await owner.read('/money')).body
  expect(before).toMatchObject({ balance: 100, held: 0, notice: null, pace: { perDay: 0, lastsDays: null } })
  expect(before.tariff).toMatchObject({ code: 'uni', name: 'Единый', chargesFailed: false })
  await service.store.changeTariff({
    code: 'uni',
    prices: [{ mode: 'flash', prefix: '375', priceUnits: 30_000 }],
  })
  const { tariff } = (await owner.read('/money')).body
  expect(tariff.prices).toContainEqual({ mode: 'flash', prefix: '', countries: [], price: 0.8 })
  expect(tariff.prices).toContainEqual({ mode: 'flash', prefix: '375', countries: ['BY'], price: 3 })

  await call('79161230001')
  const after = await eventually(
    async () => {
      await service.clock.advance(1_000)
      return (await owner.read('/money')).body
    },
    ({ pace }) => pace.perDay > 0,
  )
  // One call of 0.80 in an account that is one day old at most.
  expect(after).toMatchObject({ balance: 99.2, held: 0, pace: { perDay: 0.8, days: 1, lastsDays: 124 } })
})

it('ledger: is filtered by kind, time and call, in pages, with the notes of top-ups', async () => {
  await service.store.topUp({ accountId, amountUnits: 50_000, note: 'invoice 17', at: service.clock.now() })
  const vendorId = await call('79161230002')
  const { items } = (await owner.read('/money/ledger')).body
  expect(items.map(({ kind }: { kind: string }) => kind).slice(0, 2)).toEqual(['capture', 'top-up'])
  const topUps = (await owner.read('/money/ledger?kind=top-up')).body.items
  expect(topUps[0]).toMatchObject({ kind: 'top-up', amount: 5, note: 'invoice 17', vendorId: null })
  const ofOne = (await owner.read(`/money/ledger?vendorId=${vendorId}`)).body.items
  expect(ofOne.map(({ kind }: { kind: string }) => kind)).toEqual(['capture'])
  expect((await owner.read(`/money/ledger?from=${service.clock.now() + 1}`)).body.items).toEqual([])
  expect((await owner.read('/money/ledger?kind=gift')).body.error).toMatchObject({ field: 'kind' })
  const [newest] = items
  const rest = (await owner.read(`/money/ledger?before=${newest.entry}`)).body.items
  expect(rest[0].entry).toBe(newest.entry - 1)
})

it('ledger export: is a CSV file in which no spreadsheet finds a formula', async () => {
  const at = service.clock.now()
  await service.store.topUp({ accountId, amountUnits: 10_000, note: '=SUM(A1) "x"', at })
  const { status, headers, body } = await owner.read('/money/ledger.csv?kind=top-up')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers.get('content-disposition')).toContain('ringkey-ledger.csv')
  const [head, first, ...rest] = String(body).trimEnd().split('\r\n')
  expect(head).toContain('entry,time,kind,amount')
  // The demo in roubles is a Russian one.
  const time = new Date(at + 3 * 3_600_000).toISOString().replace('Z', '+03:00')
  expect(first).toContain(`${time},top-up,1,`)
  expect(first).toContain(`"'=SUM(A1) ""x"""`)
  expect(rest).toHaveLength((await owner.read('/money/ledger?kind=top-up')).body.items.length - 1)
})

it('ledger: has one entry of each call', async () => {
  const vendorId = await call('79161230004')
  const { items } = (await owner.read(`/money/ledger?vendorId=${vendorId}`)).body
  expect(items).toMatchObject([{ kind: 'capture', amount: -0.8, note: 'flash', vendorId }])
})

it('statement: names the parties, sums charges by mode, and its days add up to the balance', async () => {
  const operator = await demoOperator(service)
  const month = new Date(service.clock.now()).toISOString().slice(0, 'yyyy-mm'.length)
  await operator.write('/operator/party', { details: 'Ring LLC\nTIN 77' })
  await operator.write('/operator/party', { account: accountId, details: 'Shop LLC' })
  expect((await operator.write('/operator/party', { account: 999, details: '' })).status).toBe(404)
  const view = (await owner.read(`/money/months/${month}`)).body
  const account = (await service.store.account(accountId))!
  const balanceNow = (account.balanceUnits + account.heldUnits) / 10_000
  const paid = (await owner.read('/money/ledger?kind=capture')).body.items.length
  expect(view).toMatchObject({
    number: `${accountId}-${month}`,
    isOver: false,
    seller: 'Ring LLC\nTIN 77',
    buyer: 'Shop LLC',
    opening: 0,
    reversed: 0,
    charges: [{ what: 'flash', paid, sum: Math.round(paid * 8) / 10 }],
    closing: balanceNow,
  })
  expect(view.days.at(-1).balance).toBe(balanceNow)
  expect((await owner.read('/money/months')).body.items).toMatchObject([
    { paid, spent: view.spent, toppedUp: view.toppedUp, balance: balanceNow },
  ])
  expect((await owner.read('/money')).body.month.spent).toBe(view.spent)
  expect((await operator.read(`/operator/accounts/${accountId}/months/${month}`)).body).toEqual(view)
  const csv = await owner.read(`/money/months/${month}/csv`)
  expect(csv.headers.get('content-disposition')).toContain(`ringkey-statement-${accountId}-${month}.csv`)
  expect(String(csv.body)).toContain(
    `${month},flash,${view.charges[0].all},${paid},${view.spent.toFixed(2)},,`,
  )
  for (const wrong of ['2026-13', '2999-01', 'now'])
    expect((await owner.read(`/money/months/${wrong}`)).status).toBe(404)
})

it('statement as CSV: a reversal is a negative number, not a text', async () => {
  const operator = await demoOperator(service)
  await service.store.topUp({ accountId, amountUnits: 50_000, note: 'twice', at: service.clock.now() })
  const [{ entry }] = (await owner.read('/money/ledger?kind=top-up')).body.items
  const reversal = { reason: 'booked twice', operationId: 'reversal-of-the-statement' }
  const reversed = await operator.write(`/operator/accounts/${accountId}/ledger/${entry}/reverse`, reversal)
  expect(reversed.status).toBe(200)
  const month = new Date(service.clock.now()).toISOString().slice(0, 'yyyy-mm'.length)
  const csv = String((await owner.read(`/money/months/${month}/csv`)).body)
  expect(csv).toContain(`${month},reversals,,,,-5.00,\r\n`)
})

it('months of an account that was opened in the next month by this clock: none', async () => {
  const account = { id: accountId, email: '', timeZone: 'UTC', createdAt: Date.parse('2031-02-01T00:00Z') }
  expect(await monthsOf(service.store, { ...account, id: 999_999 }, account.createdAt - 2_000)).toEqual([])
  const [month] = await monthsOf(service.store, account, account.createdAt - 2_000)
  expect(month).toMatchObject({ at: account.createdAt, balance: (await balance()) / 10_000 })
})

it('operator’s money: revenue is what statements charge, less the price of the trunk is the margin', async () => {
  const operator = await demoOperator(service)
  const own = (await owner.read('/money/months')).body.items[0]
  const { demo, seller, months, customers, trunks } = (await operator.read('/operator/money')).body
  expect([demo, seller]).toEqual([true, 'Ring LLC\nTIN 77'])
  const [customer] = customers.filter(({ id }: { id: number }) => id === accountId)
  expect(customer).toMatchObject({ revenue: own.spent, margin: own.spent - customer.cost })
  expect(months[0].revenue).toBe(own.spent)
  expect(trunks.reduce((sum: number, { cost }: { cost: number }) => sum + cost, 0)).toBe(months[0].cost)
  expect((await operator.read('/operator/money?month=2020-05')).body).toMatchObject({
    customers: [],
    trunks: [],
  })
  const { body: file } = await operator.read('/operator/money/customers.csv?zone=Asia/Kolkata')
  const rows = String(file)
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(','))
  const row = rows.find(([, id]) => Number(id) === accountId)!
  // Whose months they are.
  expect(row.at(-1)).toBe('Asia/Kolkata')
  const [, , , opening, toppedUp, taken, revenue, cost, margin, closing] = row.map(Number)
  expect([revenue, cost, margin]).toEqual([customer.revenue, customer.cost, customer.margin])
  expect(opening! + toppedUp! + taken! - revenue!).toBeCloseTo(closing!, 4)
  expect(closing).toBeCloseTo(own.balance, 4)
  // With a real account, play money is no revenue.
  await openAccount(service, { roubles: 0, demo: false })
  expect((await operator.read('/operator/money')).body).toMatchObject({ demo: false, customers: [] })
})

it('low-balance notice: is sent once to owners and accountants when the balance falls below the threshold', async () => {
  const accountant = await visitAs(service, accountId, 'accountant')
  const reader = await visitAs(service, accountId, 'read-only')
  const threshold = (await balance()) / 10_000 - 0.5
  const wanted = { threshold, byEmail: true, byMessenger: false }
  expect((await owner.write('/money/notice', { ...wanted, byEmail: false })).body.error.field).toBe('byEmail')
  expect((await owner.write('/money/notice', { ...wanted, threshold: 0 })).body.error.field).toBe('threshold')
  expect((await accountant.write('/money/notice', wanted)).body).toMatchObject({
    ...wanted,
    notifiedAt: null,
  })
  await service.clock.advance(minuteMs)
  expect(await notices()).toEqual([])

  await call('79161230003')
  await service.clock.advance(2 * minuteMs)
  const told = await notices()
  expect(told.map(({ personId }) => personId)).toEqual(
    expect.arrayContaining([owner.personId, accountant.personId]),
  )
  expect(told.map(({ personId }) => personId)).not.toContain(reader.personId)
  expect(new Set(told.map(({ type, receiver }) => `${type} ${receiver}`))).toEqual(
    new Set(['balance.low mail']),
  )
  expect(JSON.parse((await service.store.eventData(told[0]!.id))!)).toMatchObject({
    account_id: accountId,
    threshold: threshold.toFixed(2),
  })
  const sent = told.length
  await service.clock.advance(2 * minuteMs)
  expect(await notices()).toHaveLength(sent)
  expect((await owner.read('/money')).body.notice.notifiedAt).toBeGreaterThan(0)

  expect((await owner.write('/money/notice', { ...wanted, threshold: null })).body).toEqual({ removed: true })
  expect((await owner.read('/money')).body.notice).toBeNull()
})

it('money page: shows no spending for an account without services', async () => {
  const stranger = await visitAs(service, await openAccount(service, { roubles: 0 }), 'owner')
  expect((await stranger.read('/money')).body).toMatchObject({ balance: 0, pace: { lastsDays: null } })
  expect((await stranger.read('/money/ledger')).body).toEqual({ items: [], next: null, archivedUntil: null })
})
