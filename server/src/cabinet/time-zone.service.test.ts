// Days and months of accounts in two zones: one is half an hour off, in the other clocks go back at the end of the 4th.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visitAs } from '../../test/cabinet-member.ts'
import { ManualClock } from '../../test/manual-clock.ts'
import { freshDatabase } from '../../test/postgres/run-cluster.ts'
import { ringkey } from '../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { addAccount, addService, callTo, ended } from '../../test/store-contract/fixture.ts'
import { hourMs, minuteMs } from '../platform/clock.ts'

/** Quarter past three in the afternoon of the 5th, in both. */
const zones = [
  { zone: 'Asia/Kolkata', now: Date.UTC(2026, 3, 5, 9, 45), midnight: 'T18:30:00Z' },
  { zone: 'America/Santiago', now: Date.UTC(2026, 3, 5, 19, 15), midnight: 'T04:00:00Z' },
]
const units = (amount: number | string) => Math.round(Number(amount) * 10_000)
const sum = (some: readonly number[]) => some.reduce((one, other) => one + other, 0)

describe.each(['SQLite', 'PostgreSQL'])('days and months of an account on %s', (kind) => {
  let service: TestService
  beforeAll(async () => {
    const settings = kind === 'SQLite' ? {} : { RINGKEY_DATABASE_URL: await freshDatabase() }
    service = await startTestService(settings, { clock: new ManualClock(zones[0]!.now, 1_000) })
  })
  afterAll(() => service.stop())

  /** Charged calls around every midnight and every few hours; the audit has summed the first half of them. */
  async function spend(accountId: number, now: number): Promise<Map<number, number>> {
    const { store } = service
    const own = { accountId, serviceId: await addService(store, accountId) }
    const spent = new Map<number, number>()
    const midnights = zones.flatMap(({ midnight }) =>
      ['2026-03-30', '2026-03-31', '2026-04-03', '2026-04-04', '2026-04-05'].flatMap((day) => {
        const at = Date.parse(day + midnight)
        return [at - hourMs - 1, at - hourMs, at - 1, at, at + 1]
      }),
    )
    const others = Array.from({ length: 45 }, (_, nth) => now - nth * (3 * hourMs + 7 * minuteMs))
    const times = [...new Set([...midnights, ...others])].filter((at) => at <= now).sort((a, b) => a - b)
    for (const [nth, at] of times.entries()) {
      const priceUnits = 1_000 + 37 * nth
      const call = callTo(`7916${accountId}${1_000 + nth}`, own, { priceUnits, startedAt: at })
      const made = await store.admitCall(call)
      if (made.kind !== 'admitted') throw new Error(made.kind)
      await store.settle(ended(own, made.vendorId, true, at))
      spent.set(at, priceUnits)
      if (nth === Math.floor(times.length / 2)) await store.carryAudit((await store.auditSince()).proved)
    }
    return spent
  }

  it.each(zones)('$zone: overview, money, ledger and CSV agree to the unit', async ({ zone, now }) => {
    await service.clock.leap(now - service.clock.now())
    const at = Date.parse('2026-03-28T00:00Z')
    const accountId = await addAccount(service.store, `${zone}@example.com`, { amountUnits: 10_000_000, at })
    const owner = await visitAs(service, accountId, 'owner')
    expect((await owner.read('/me')).body.timeZone).toBe('UTC')
    await owner.write('/account/time-zone', { timeZone: zone })
    expect((await owner.read('/me')).body.timeZone).toBe(zone)
    const spent = await spend(accountId, now)

    // What the clocks of the zone show, by Intl alone.
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
    const spentIn = (isMeant: (day: string, at: number) => boolean) =>
      sum([...spent].filter(([time]) => isMeant(day.format(time), time)).map(([, price]) => price))
    const days = [...new Set([...spent.keys()].map((time) => day.format(time)))].sort()
    expect(days.slice(-3)).toEqual(['2026-04-03', '2026-04-04', '2026-04-05'])

    const file = String((await owner.read('/money/ledger.csv?kind=capture')).body)
    const lines = file
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))
    const { items: months } = (await owner.read('/money/months')).body
    for (const month of ['2026-03', '2026-04']) {
      const inMonth = spentIn((each) => each.startsWith(month))
      const view = (await owner.read(`/money/months/${month}`)).body
      expect([view.timeZone, units(view.spent)]).toEqual([zone, inMonth])
      expect([day.format(view.from), day.format(view.from - 1) < `${month}-01`]).toEqual([
        `${month}-01`,
        true,
      ])
      expect(months.map((each: { spent: number }) => units(each.spent))).toContain(inMonth)
      const rows = String((await owner.read(`/money/months/${month}/csv`)).body).split('\r\n')
      for (const { at: start, spent: inDay } of view.days as { at: number; spent: number }[]) {
        const name = day.format(start)
        const expected = spentIn((each) => each === name)
        expect([name, units(inDay)]).toEqual([name, expected])
        // The day begins with its first moment, and the row of the statement has its name.
        if (expected > 0) expect(day.format(start - 1)).not.toBe(name)
        if (expected > 0)
          expect(units(rows.find((row) => row.includes(`,${name},`))!.split(',')[5]!)).toBe(expected)
        expect(
          sum(lines.filter(([, time]) => time!.startsWith(name)).map(([, , , cost]) => -units(cost!))),
        ).toBe(expected)
        const end = start + (zone === 'America/Santiago' && name === '2026-04-04' ? 25 : 24) * hourMs
        const page = (await owner.read(`/money/ledger?kind=capture&limit=100&from=${start}&to=${end}`)).body
        expect(sum(page.items.map(({ amount }: { amount: number }) => -units(amount)))).toBe(expected)
      }
    }
    const [today, yesterday] = ['2026-04-05', '2026-04-04']
    const overview = (await owner.read('/overview')).body
    expect(units(overview.today.cost)).toBe(spentIn((each) => each === today))
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, timeStyle: 'short' })
    const untilThen = spentIn((each, time) => each === yesterday && clock.format(time) < '15:15')
    expect(units(overview.yesterday.cost)).toBe(untilThen)
    expect(units((await owner.read('/money')).body.month.spent)).toBe(
      spentIn((each) => each.startsWith('2026-04')),
    )
    expect(untilThen).toBeGreaterThan(0)
  })

  it('the command sets it too, and refuses what is no zone, as the cabinet does', async () => {
    const accountId = await addAccount(service.store, `command-${kind}@example.com`)
    const run = (...typed: string[]) =>
      ringkey(service.folder, ['account', 'time-zone', String(accountId), ...typed], {
        clock: service.clock,
        environment: service.environment,
      })
    expect((await run('Europe/Berlin')).out).toBe(
      `Time zone of account ${accountId} changed from UTC to Europe/Berlin.\n`,
    )
    expect((await service.store.account(accountId))!.timeZone).toBe('Europe/Berlin')
    const refusal = 'expected a time zone such as Europe/Berlin'
    expect(await run('Nowhere/Land')).toMatchObject({ code: 1, err: expect.stringContaining(refusal) })
    const owner = await visitAs(service, accountId, 'owner')
    const refused = await owner.write('/account/time-zone', { timeZone: 'Nowhere/Land' })
    expect([refused.status, refused.body.error.field]).toEqual([400, 'timeZone'])
    const reader = await visitAs(service, accountId, 'read-only')
    expect((await reader.write('/account/time-zone', { timeZone: 'UTC' })).status).toBe(403)
    const [newest] = (await owner.read('/account/actions')).body
    expect(newest.words.en).toBe(`time zone of account ${accountId} changed from UTC to Europe/Berlin`)
  })
})
