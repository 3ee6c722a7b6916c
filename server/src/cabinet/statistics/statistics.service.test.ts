import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetMember, visitAs } from '../../../test/cabinet-member.ts'
import { type Client, ended, openClient } from '../../../test/contract/scene.ts'
import { plantFault } from '../../../test/planted-facts.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import { changed } from '../../../test/store-contract/fixture.ts'
import type { QualityReport } from '../quality/report.ts'
import type { Attention } from '../views/attention.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** The clock of the tests begins at noon UTC: that is three in the afternoon in Moscow. */
const noon = Date.UTC(2026, 0, 15, 12)
const midnight = Date.UTC(2026, 0, 14, 21)

const weighed = (trunk: string, rate: number) => ({ trunk, rate, of: 312, by: 'approved', costUnits: 3_000 })

let service: TestService
let client: Client
let owner: CabinetMember
let stranger: CabinetMember

beforeAll(async () => {
  service = await startTestService()
  client = await openClient(service, {}, { roubles: 10 })
  await changed(service.store, 'changeAccount', { id: client.accountId, timeZone: 'Europe/Moscow', at: noon })
  owner = await visitAs(service, client.accountId, 'owner', { operator: true })
  stranger = await visitAs(service, (await openClient(service, {}, { phoneConfirmed: false })).accountId)
  const place = async (phone: string, outcome: { completed: boolean; reason: string }, mode = {}) => {
    service.telephony.outcome = {
      ...outcome,
      details: {
        trunk: 'north',
        pddMs: 2_000,
        ringMs: 100,
        choice: { why: 'cheapest', trunks: [weighed('north', 0.88), weighed('south', 0.9)] },
        attempts: [{ trunk: 'north', reason: outcome.reason, costUnits: 3_000 }],
      },
    }
    const { body } = await client.post('initCall', { phone, ...mode })
    await ended(service, client, body.vendor_id)
  }
  const rang = { completed: true, reason: 'rang' }
  const busy = { completed: false, reason: 'busy' }
  await place('79161230001', rang)
  await place('79161230002', rang, { voice: true })
  await place('79161230003', busy)
  await service.clock.leap(dayMs)
  await place('79161230004', rang)
  await place('77011230005', rang)
  await eventually(
    async () => {
      await service.clock.advance(500)
      return (await owner.read('/quality', query())).body.overall
    },
    ({ calls }) => calls === 5,
  )
})
afterAll(() => service.stop())

const query = (changes = {}) => ({
  from: noon - hourMs,
  to: noon + dayMs + hourMs,
  step: 'day',
  by: 'operator',
  zone: 'Europe/Moscow',
  ...changes,
})

describe('quality page', () => {
  it('counts calls by day of the zone, and names the reasons of failure', async () => {
    const { body } = await owner.read('/quality', query())
    expect(body.steps).toEqual([midnight, midnight + dayMs])
    expect(body.overall).toMatchObject({ calls: 5, completed: 4, cost: 3.9, attempts: null })
    expect(body.overall.shares.delivered).toEqual({ hits: 4, of: 5, low: 0.3755, high: 0.9638 })
    expect(body.reasons).toEqual([{ reason: 'busy', calls: 1 }])
    expect(body.points.map(({ at, calls }: QualityReport['points'][number]) => [at, calls])).toEqual([
      [midnight, 3],
      [midnight + dayMs, 2],
    ])
    expect(body.overall.pddMs).toBeGreaterThanOrEqual(2_000)
    // Thursday and Friday, three in the afternoon in Moscow.
    expect(body.week.map(({ weekday, hour }: { weekday: number; hour: number }) => [weekday, hour])).toEqual([
      [3, 15],
      [4, 15],
    ])
  })

  it.each([
    ['mode', ['flash', 'voice']],
    ['country', ['RU', 'KZ']],
  ])('breaks down by %s', async (by, keys) => {
    const { body } = await owner.read('/quality', query({ by }))
    expect(body.rows.map(({ key }: QualityReport['rows'][number]) => key)).toEqual(keys)
  })

  it('goes by the hour, compares with the same hours of earlier days, and takes filters', async () => {
    const { body } = await owner.read(
      '/quality',
      query({ step: 'hour', from: noon + dayMs, to: noon + dayMs + hourMs }),
    )
    expect(body.steps).toEqual([noon + dayMs])
    expect([body.overall.calls, body.before.overall.calls]).toEqual([2, 3])
    expect(body.before).toMatchObject({ from: noon, to: noon + hourMs, points: [{ at: noon + dayMs }] })
    const days = await owner.read('/quality', query({ from: noon + dayMs - hourMs, mode: 'flash' }))
    expect([days.body.overall.calls, days.body.before.overall.calls]).toEqual([2, 2])
    expect(days.body.rows.map(({ before }: QualityReport['rows'][number]) => before?.calls ?? null)).toEqual([
      null,
      2,
    ])
  })

  it('is exported as a CSV file', async () => {
    const { body, headers } = await owner.read('/quality/export', query({ format: 'csv' }))
    expect(headers.get('content-disposition')).toContain('quality.csv')
    expect(body).toContain(
      'day,operator,calls,delivered_or_confirmed,delivered,delivered_of,delivered_low,delivered_high,',
    )
    expect(body).toContain('\r\n2026-01-15,(all),3,2,2,3,')
    const hours = await owner.read('/quality/export', query({ format: 'csv', step: 'hour' }))
    expect(hours.body).toContain('\r\n2026-01-15T15:00:00+03:00,(all),3,2,2,3,')
    const json = await owner.read('/quality/export', query({ format: 'json' }))
    expect(json.headers.get('content-disposition')).toContain('quality.json')
    expect(json.body).toMatchObject({ zone: 'Europe/Moscow', overall: { calls: 5 } })
  })

  it('hides money from a role that may not see it, trunks from owners, and everything from another account', async () => {
    const reader = await visitAs(service, client.accountId, 'read-only')
    expect((await reader.read('/quality', query())).body.overall.cost).toBeNull()
    expect((await reader.read('/quality/export', query({ format: 'csv' }))).body).not.toContain('cost')
    expect(JSON.stringify((await owner.read('/quality', query())).body)).not.toContain('north')
    expect((await owner.read('/quality', query())).body.overall).toMatchObject({
      carrierCost: null,
      margin: null,
    })
    expect((await owner.read('/quality/export', query({ format: 'csv' }))).body).not.toContain('margin')
    const [line] = (await reader.read('/verifications')).body.items
    expect((await reader.read(`/verifications/${line.id}`)).body.routing).toBeNull()
    expect((await owner.read('/quality', query({ by: 'trunk' }))).status).toBe(400)
    expect((await stranger.read('/quality', query())).body.overall.calls).toBe(0)
    expect((await stranger.read('/quality', query({ service: client.id }))).status).toBe(404)
    expect((await stranger.read('/operator/quality', query())).status).toBe(403)
  })

  it.each([
    [{ zone: 'Nowhere/Land' }, 'zone'],
    [{ from: noon, to: noon }, 'to'],
    [{ from: noon - 401 * dayMs }, 'to'],
    [{ from: noon - 40 * dayMs, step: 'hour' }, 'step'],
    [{ by: 'phone' }, 'by'],
  ])('refuses %j in words', async (changes, field) => {
    const answer = await owner.read('/quality', query(changes))
    expect([answer.status, answer.body.error.field]).toEqual([400, field])
  })

  it('shows operators the whole installation with its trunks, and a customer, which is noted', async () => {
    const { body } = await owner.read('/operator/quality', query({ by: 'trunk' }))
    expect(body.rows.map(({ key, now }: QualityReport['rows'][number]) => [key, now.attempts])).toEqual([
      ['north', 5],
    ])
    expect(body.map.across).toBe('trunk')
    // Five attempts for 0.30 each.
    expect(body.overall.carrierCost).toBe(1.5)
    expect(body.overall.margin).toBeCloseTo(body.overall.cost - 1.5, 4)
    const csv = await owner.read('/operator/quality/export', query({ by: 'trunk', format: 'csv' }))
    expect(csv.body.split('\r\n')[0]).toMatch(/cost,carrier_cost,margin$/)
    const opened = async () =>
      (await service.store.operatorActions({ group: 'changes', before: null, limit: 10 })).filter(
        ({ action }) => action === 'account-opened' || action === 'call-opened',
      )
    expect(await opened()).toEqual([])
    const ofCustomer = query({ by: 'service', account: client.accountId })
    expect((await owner.read('/operator/quality', ofCustomer)).body.overall.calls).toBe(5)
    await owner.read('/operator/quality', ofCustomer)
    expect((await opened()).map(({ action, facts }) => [action, facts])).toEqual([
      ['account-opened', { account: client.accountId }],
    ])
    expect((await owner.read('/operator/quality', query({ account: 999_999 }))).status).toBe(404)

    const { body: list } = await owner.read('/operator/verifications', { trunk: 'north', mode: 'voice' })
    const [call] = list.items
    expect(call).toMatchObject({ steps: [{ mode: 'voice' }], mayShowCode: false })
    const { body: detail } = await owner.read(`/operator/verifications/${call.id}`)
    expect(detail).toMatchObject({ id: call.id, mayShowCode: false })
    expect(detail.routing).toMatchObject({
      carrierCost: 0.3,
      choice: {
        why: 'cheapest',
        trunks: [
          { trunk: 'north', rate: 0.88, of: 312, by: 'approved', cost: 0.3 },
          { trunk: 'south', rate: 0.9 },
        ],
      },
    })
    expect(detail.routing.margin).toBeCloseTo(detail.cost - 0.3, 4)
    expect((await opened())[0]).toMatchObject({
      action: 'call-opened',
      facts: { account: client.accountId, call: Number(call.id) },
    })
    expect((await stranger.read(`/operator/verifications/${call.id}`)).status).toBe(403)
    const beside = await owner.read(`/operator/verifications/${call.id}/other-attempts`)
    expect(beside).toMatchObject({ status: 200, body: { items: expect.any(Array) } })
    expect((await owner.read('/operator/verifications/1/other-attempts')).status).toBe(404)
    expect((await owner.read('/operator/verifications/1')).status).toBe(404)
  })
})

describe('the overview', () => {
  const overview = (person: CabinetMember, more = {}) => person.read('/overview', more)

  it('compares today with yesterday until the same time', async () => {
    const { body } = await overview(owner)
    expect(body.today).toMatchObject({ attempts: 2, delivered: 2, cost: 1.6, count: 2 })
    // Some seconds past noon: of yesterday's hour after noon hardly anything had happened by then.
    expect(body.yesterday).toMatchObject({ attempts: 0, count: 3 })
    await service.clock.leap(45 * minuteMs)
    const later = await overview(owner)
    expect(later.body.yesterday.attempts).toBe(2)
    await service.clock.leap(hourMs)
    expect((await overview(owner)).body.yesterday).toMatchObject({ attempts: 3, delivered: 2 })
  })

  it('has 24 hours by outcome', async () => {
    const { body } = await overview(owner)
    expect(body.hours).toHaveLength(24)
    expect(body.outcomes).toEqual([{ at: noon + dayMs, key: 'completed', attempts: 2 }])
  })

  it('hides money from a role that may not see it', async () => {
    const reader = await visitAs(service, client.accountId, 'read-only')
    const { body } = await overview(reader)
    expect([body.today.cost, body.yesterday.cost]).toEqual([null, null])
    expect(body.attention.map(({ kind }: Attention) => kind)).not.toContain('balance-low')
  })

  it('refuses a service of another account', async () => {
    expect((await overview(stranger, { service: client.id })).status).toBe(404)
  })

  it('shows what needs attention', async () => {
    expect((await overview(stranger)).body.attention).toEqual([
      { kind: 'not-confirmed' },
      { kind: 'never-called', serviceId: expect.any(Number), name: 'Shop' },
    ])
    expect((await overview(owner)).body.attention).toEqual([
      { kind: 'balance-low', daysLeft: expect.any(Number) },
    ])
  })

  it('shows open alarms to operators, and to nobody else', async () => {
    const newest = expect.objectContaining({ kind: 'spend-cap', facts: expect.anything() })
    const open = { kind: 'alarms-open', count: 1, newest }
    expect((await overview(owner)).body.attention).not.toContainEqual(open)
    const recent = await visitAs(service, client.accountId, 'owner')
    await recent.write(`/services/${client.id}/limits`, { perHour: 0.1, perDay: null })
    expect((await client.post('initCall', { phone: '79161230006' })).body).toMatchObject({ code: 1002 })
    await eventually(
      async () => {
        await service.clock.advance(5_000)
        return (await overview(owner)).body.attention as { kind: string }[]
      },
      (attention) => attention.some(({ kind }) => kind === 'alarms-open'),
    )
    expect((await overview(owner)).body.attention[0]).toEqual(open)
    expect((await overview(stranger)).body.attention).not.toContainEqual(open)
  })
})

describe('saved views', () => {
  it('are those of the person, at most fifty, and lead to a page of the cabinet alone', async () => {
    const nights = { name: 'Nights', address: '/quality?range=30d&rate=ner' }
    expect((await owner.write('/views', nights)).status).toBe(200)
    await owner.write('/views', { ...nights, address: '/quality?range=7d' })
    expect((await owner.read('/views')).body.items).toEqual([{ ...nights, address: '/quality?range=7d' }])
    expect((await stranger.read('/views')).body.items).toEqual([])
    expect((await stranger.write('/views/remove', { name: 'Nights' })).status).toBe(404)
    expect((await owner.write('/views', { ...nights, address: 'https://example.com' })).status).toBe(400)
    for (let nth = 1; nth < 50; nth++) await owner.write('/views', { ...nights, name: `View ${nth}` })
    expect((await owner.write('/views', { ...nights, name: 'One more' })).body.error.code).toBe(
      'too-many-views',
    )
    expect((await owner.write('/views/remove', { name: 'Nights' })).status).toBe(200)
  })
})

it('quality: finds the hour at which one network over one trunk fell to half its rate', async () => {
  const now = service.clock.now()
  const began = plantFault(join(service.folder, 'ringkey.db'), client.id, now)
  const week = { from: Math.floor(now / dayMs) * dayMs - 6 * dayMs, to: Math.ceil(now / hourMs) * hourMs }
  const { body } = await owner.read('/operator/quality', query(week))
  const lower = (cell: QualityReport['map']['cells'][number]) =>
    cell.shares.delivered.high! < cell.before.delivered.low!
  expect(
    body.map.cells
      .filter(lower)
      .map((cell: { operator: string; across: string }) => [cell.operator, cell.across]),
  ).toEqual([['МегаФон', 'south']])
  const found = await owner.read('/operator/quality', query({ ...week, operator: 'МегаФон', trunk: 'south' }))
  expect(Math.abs(found.body.changes.delivered.at - began)).toBeLessThanOrEqual(2 * hourMs)
  const other = await owner.read('/operator/quality', query({ ...week, operator: 'МТС' }))
  expect(other.body.changes.delivered).toBeUndefined()
})
