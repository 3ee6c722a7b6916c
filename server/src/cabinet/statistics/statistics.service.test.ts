import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetMember, visitAs } from '../../../test/cabinet-member.ts'
import { type Client, ended, openClient } from '../../../test/contract/scene.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import type { Attention } from '../views/statistics.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** The clock of the tests begins at noon UTC: that is three in the afternoon in Moscow. */
const noon = Date.UTC(2026, 0, 15, 12)
const midnight = Date.UTC(2026, 0, 14, 21)

let service: TestService
let client: Client
let owner: CabinetMember
let stranger: CabinetMember

beforeAll(async () => {
  service = await startTestService()
  client = await openClient(service, {}, { roubles: 10 })
  owner = await visitAs(service, client.accountId, 'owner', { operator: true })
  stranger = await visitAs(service, (await openClient(service, {}, { phoneConfirmed: false })).accountId)
  const place = async (phone: string, outcome: { completed: boolean; reason: string }, mode = {}) => {
    service.telephony.outcome = { ...outcome, details: { pddMs: 2_000, ringMs: 100, attempts: [] } }
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
      return (await owner.read('/statistics', query())).body.overall
    },
    ({ attempts }) => attempts === 5,
  )
})
afterAll(() => service.stop())

const query = (changes = {}) => ({
  from: noon - hourMs,
  to: noon + dayMs + hourMs,
  step: 'day',
  by: 'outcome',
  zone: 'Europe/Moscow',
  ...changes,
})

describe('statistics', () => {
  it('count attempts by day of the zone and by reason', async () => {
    const { body } = await owner.read('/statistics', query())
    expect(body.steps).toEqual([midnight, midnight + dayMs])
    expect(body.overall).toMatchObject({ attempts: 5, completed: 4, failed: 1, cost: 3.9, count: 5 })
    expect(
      body.totals.map(({ key, attempts }: { key: string; attempts: number }) => [key, attempts]),
    ).toEqual([
      ['completed', 4],
      ['busy', 1],
    ])
    expect(body.series).toContainEqual({
      at: midnight,
      key: 'busy',
      attempts: 1,
      completed: 0,
      failed: 1,
      cost: 0,
    })
    expect(body.timesToRing.map(({ count }: { count: number }) => count)).toEqual([3, 2])
    expect(body.overall.medianMs).toBeGreaterThanOrEqual(2_000)
  })

  it.each([
    ['mode', ['flash', 'voice']],
    ['country', ['RU', 'KZ']],
  ])('break down by %s', async (by, keys) => {
    const { body } = await owner.read('/statistics', query({ by }))
    expect(body.totals.map(({ key }: { key: string }) => key)).toEqual(keys)
  })

  it('go by the hour', async () => {
    const { body } = await owner.read('/statistics', query({ step: 'hour', to: noon + hourMs }))
    expect(body.steps).toEqual([noon - hourMs, noon])
    expect(body.overall.attempts).toBe(3)
  })

  it('are a file too', async () => {
    const { body, headers } = await owner.read('/statistics/export', query())
    expect(headers.get('content-disposition')).toContain('statistics.csv')
    expect(body).toContain('day,outcome,attempts,completed,failed,cost\r\n')
    expect(body).toContain('2026-01-15,busy,1,0,1,0\r\n')
    const hours = await owner.read('/statistics/export', query({ step: 'hour' }))
    expect(hours.body).toContain('\r\n2026-01-15T15:00:00+03:00,busy,1,0,1,0\r\n')
  })

  it('hide money from a role that may not see it, and everything from another account', async () => {
    const reader = await visitAs(service, client.accountId, 'read-only')
    expect((await reader.read('/statistics', query())).body.overall.cost).toBeNull()
    expect((await reader.read('/statistics/export', query())).body).not.toContain('cost')
    expect((await stranger.read('/statistics', query())).body.overall.attempts).toBe(0)
    expect((await stranger.read('/statistics', query({ service: client.id }))).status).toBe(404)
    expect((await stranger.read('/statistics/export', query({ service: client.id }))).status).toBe(404)
  })

  it.each([
    [{ zone: 'Nowhere/Land' }, 'zone'],
    [{ from: noon, to: noon }, 'to'],
    [{ from: noon - 401 * dayMs }, 'to'],
    [{ from: noon - 40 * dayMs, step: 'hour' }, 'step'],
    [{ by: 'phone' }, 'by'],
  ])('refuse %j in words', async (changes, field) => {
    const answer = await owner.read('/statistics', query(changes))
    expect([answer.status, answer.body.error.field]).toEqual([400, field])
  })
})

describe('the overview', () => {
  const overview = (person: CabinetMember, more = {}) =>
    person.read('/overview', { dayStart: midnight + dayMs, ...more })

  it('compares today with yesterday until the same time', async () => {
    const { body } = await overview(owner)
    expect(body.today).toMatchObject({ attempts: 2, completed: 2, failed: 0, cost: 1.6, count: 2 })
    // Some seconds past noon: of yesterday's hour after noon hardly anything had happened by then.
    expect(body.yesterday).toMatchObject({ attempts: 0, count: 3 })
    await service.clock.leap(45 * minuteMs)
    const later = await overview(owner)
    expect(later.body.yesterday.attempts).toBe(2)
    await service.clock.leap(hourMs)
    expect((await overview(owner)).body.yesterday).toMatchObject({ attempts: 3, completed: 2, failed: 1 })
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

  it('refuses a day that is not today, and a service of another account', async () => {
    expect((await overview(owner, { dayStart: midnight - dayMs })).status).toBe(400)
    expect((await overview(stranger, { service: client.id })).status).toBe(404)
  })

  it('says what needs attention', async () => {
    expect((await overview(stranger)).body.attention).toEqual([
      { kind: 'not-confirmed' },
      { kind: 'never-called', serviceId: expect.any(Number), name: 'Shop' },
    ])
    expect((await overview(owner)).body.attention).toEqual([
      { kind: 'balance-low', daysLeft: expect.any(Number) },
    ])
  })

  it('tells operators of open alarms, and nobody else', async () => {
    const open = { kind: 'alarms-open', count: 1 }
    expect((await overview(owner)).body.attention).not.toContainEqual(open)
    await owner.write(`/services/${client.id}/limits`, { perHour: 0.1, perDay: null })
    expect((await client.post('initCall', { phone: '79161230006' })).body).toMatchObject({ code: 1002 })
    await eventually(
      async () => {
        await service.clock.advance(5_000)
        return (await overview(owner)).body.attention as { kind: string }[]
      },
      (attention) => attention.some(({ kind }) => kind === 'alarms-open'),
    )
    expect((await overview(owner)).body.attention).toContainEqual(open)
    expect((await overview(stranger)).body.attention).not.toContainEqual(open)
  })
})
