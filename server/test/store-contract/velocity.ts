import { describe, expect, it } from 'vitest'
import { admitted, callTo, changed, ended, furnish, type StoreUnderTest, startMs } from './fixture.ts'
import { reported } from './verification-insight.ts'

export function describeVelocity(under: StoreUnderTest): void {
  describe('calls by destination', () => {
    it('are summed over nodes, and an account has the busiest hours of all its services', async () => {
      const { store, accountId, serviceId } = await furnish(under)
      const count = { hour: 100, serviceId, prefix: '7916', country: 'RU', calls: 3 }
      await store.countPrefixes([count, { ...count, prefix: '7903', calls: 1 }])
      await store.countPrefixes([count, { ...count, hour: 101, calls: 5 }])
      expect(await store.prefixHour(100)).toEqual(
        expect.arrayContaining([
          { ...count, accountId, calls: 6 },
          { ...count, accountId, prefix: '7903', calls: 1 },
        ]),
      )
      const past = await store.accountPast({ accountId, fromHour: 100, toHour: 102 })
      expect(past).toEqual({
        firstHour: 100,
        busiestHour: 7,
        byPrefix: new Map([
          ['7916', { country: 'RU', busiestHour: 6 }],
          ['7903', { country: 'RU', busiestHour: 1 }],
        ]),
        byCountry: new Map([['RU', 7]]),
      })
      const none = { firstHour: null, busiestHour: 0, byPrefix: new Map(), byCountry: new Map() }
      expect(await store.accountPast({ accountId, fromHour: 102, toHour: 103 })).toEqual(none)
      await store.close()
    })

    it('have their conversion by prefix and operator, of /v2 and of the feedback of /v1.0', async () => {
      const its = await furnish(under)
      const { store, accountId, serviceId } = its
      for (const phone of ['79161230001', '79161230002']) await reported(its, phone, 'approved')
      await reported(its, '77011230001', 'canceled')
      const call = await admitted(store, callTo('79161230003', its))
      await store.settle(ended(its, call, true))
      await store.feedback({ accountId, vendorId: call, serviceId, approved: true, at: startMs + 9_000 })
      while ((await store.digest({ limit: 2, now: startMs })) === 2);
      // The last word counts: a report that is taken back takes the approval back.
      await store.feedback({ accountId, vendorId: call, serviceId, approved: false, at: startMs + 10_000 })
      await store.digest({ limit: 10, now: startMs })
      const hour = Math.floor(startMs / 3_600_000)
      const { operator } = callTo('79161230003', its)
      const known = [
        { prefix: '7701', operator, delivered: 1, approved: 0 },
        { prefix: '7916', operator, delivered: 3, approved: 2 },
      ]
      const byPrefix = <T extends { prefix: string }>(all: readonly T[]) =>
        all.toSorted((one, other) => (one.prefix < other.prefix ? -1 : 1))
      expect(byPrefix(await store.conversionsSince(hour))).toEqual(
        known.map((each) => ({ ...each, serviceId, accountId })),
      )
      expect(await store.conversionsSince(hour + 1)).toEqual([])
      const past = await store.conversionPast({ serviceId, fromHour: hour, toHour: hour + 1 })
      expect({ ...past, destinations: byPrefix(past.destinations) }).toEqual({
        firstHour: hour,
        destinations: known,
      })
      expect(await store.conversionPast({ serviceId, fromHour: 0, toHour: hour })).toEqual({
        firstHour: null,
        destinations: [],
      })
      await store.close()
    })

    it('are charged on delivery once when too few steps are approved, where the tariff charges on approval', async () => {
      const its = await furnish(under)
      const { store, accountId, serviceId } = its
      await reported(its, '79161230001', 'approved')
      await reported(its, '79161230002', 'canceled')
      const call = await admitted(store, callTo('79161230003', its))
      await store.settle(ended(its, call, true))
      await store.feedback({ accountId, vendorId: call, serviceId, approved: true, at: startMs + 9_000 })
      await store.digest({ limit: 10, now: startMs })
      const fromHour = Math.floor(startMs / 3_600_000)
      const judged = (minSteps = 2, now = startMs) => store.stepApprovals({ fromHour, minSteps, now })
      expect(await judged()).toEqual([])
      const tariff = { code: 'uni', name: 'Единый', chargesFailed: false, chargesOnApproval: true }
      await store.changeTariff(tariff)
      // The report about a call of /v1.0 is not counted: its integrator can say anything.
      const counts = { delivered: 2, approved: 1 }
      expect(await judged()).toEqual([{ serviceId, accountId, ...counts }])
      expect(await judged(3)).toEqual([])
      const until = startMs + 86_400_000
      const charge = async () => changed(store, 'chargeOnDelivery', { serviceId, until, at: startMs })
      expect([await charge(), await charge()]).toEqual([true, false])
      expect(await judged()).toEqual([])
      expect(await judged(2, until)).toHaveLength(1)
      expect(await store.chargedOnDelivery(until - 1)).toEqual([{ serviceId, until }])
      expect(await store.chargedOnDelivery(until)).toEqual([])
      expect(await store.service(serviceId)).toMatchObject({ chargedOnDeliveryUntil: until })
      await store.close()
    })

    it('are paused once, resumed once, and not paused again before the permission has expired', async () => {
      const { store, serviceId } = await furnish(under)
      const paused = {
        serviceId,
        prefix: '7916',
        reason: 'burst' as const,
        calls: 200,
        expected: 4,
        pausedAt: startMs,
      }
      const pause = async (pausedAt: number) => changed(store, 'pausePrefix', { ...paused, pausedAt })
      const resume = async () =>
        changed(store, 'resumePrefix', { serviceId, prefix: '7916', allowedUntil: startMs + 10 })
      expect(await resume()).toBe(false)
      const version = await store.settingsVersion()
      expect([await pause(startMs), await pause(startMs + 1)]).toEqual([true, false])
      expect(await store.settingsVersion()).toBeGreaterThan(version)
      expect(await store.pausedPrefixes()).toEqual([{ ...paused, allowedUntil: 0 }])
      expect([await resume(), await resume()]).toEqual([true, false])
      expect(await store.pausedPrefixes()).toEqual([{ ...paused, allowedUntil: startMs + 10 }])
      expect([await pause(startMs + 9), await pause(startMs + 10)]).toEqual([false, true])
      await store.close()
    })

    it('are deleted after four weeks', async () => {
      const { store, serviceId } = await furnish(under)
      const now = Date.now()
      const hour = Math.floor(now / 3_600_000)
      const count = { serviceId, prefix: '7916', country: 'RU', calls: 3 }
      await store.countPrefixes([
        { ...count, hour: hour - 28 * 24 - 1 },
        { ...count, hour: hour - 28 * 24 + 1 },
      ])
      await store.purge({ before: 0, now, limit: 100, trustsClock: true })
      expect(await store.prefixHour(hour - 28 * 24 - 1)).toEqual([])
      expect(await store.prefixHour(hour - 28 * 24 + 1)).toHaveLength(1)
      await store.close()
    })
  })
}
