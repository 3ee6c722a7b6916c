import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hourMs } from '../platform/clock.ts'
import { type AddressLimits, type AddressPhone, refusedByAddress } from './address-limits.ts'

const limits: AddressLimits = { verifications: 4, phones: 3, countries: 2 }
const start = 10 * hourMs

interface Seen {
  readonly phone: number
  readonly at: number
}
const countryOf = (phone: number) => ['RU', 'KZ', 'BY'][phone % 3]!

/** What a store knows of the last hour. */
function recentOf(seen: readonly Seen[], phone: number, now: number): AddressPhone[] {
  const counting = seen.filter(({ at }) => at > now - hourMs)
  return [...new Set(counting.map((each) => each.phone))].map((each) => {
    const times = counting.filter(({ phone }) => phone === each).map(({ at }) => at)
    return {
      isSamePhone: each === phone,
      country: countryOf(each),
      verifications: times.length,
      oldestAt: Math.min(...times),
      newestAt: Math.max(...times),
    }
  })
}
const ask = (seen: readonly Seen[], phone: number, now: number) =>
  refusedByAddress(limits, recentOf(seen, phone, now), countryOf(phone), now)

it('limits of an address name what is full: verifications, distinct phones, distinct countries', () => {
  const at = start
  expect(ask([], 0, at)).toBeUndefined()
  expect(ask(Array(4).fill({ phone: 0, at }), 0, at + 1_000)).toEqual({
    why: 'address-verifications',
    retryAfterMs: hourMs - 1_000,
  })
  const phones = [0, 3, 6].map((phone) => ({ phone, at }))
  expect(ask(phones, 9, at)?.why).toBe('address-phones')
  expect(ask(phones, 3, at)).toBeUndefined()
  const countries = [0, 1].map((phone) => ({ phone, at }))
  expect(ask(countries, 2, at)?.why).toBe('address-countries')
  expect(ask(countries, 4, at)).toBeUndefined()
})

it('limits of an address are never exceeded in any hour, and there is room when Retry-After says so', () => {
  const request = fc.record({ phone: fc.nat(9), pauseMs: fc.nat(hourMs / 3) })
  fc.assert(
    fc.property(fc.array(request, { maxLength: 40 }), (requests) => {
      const seen: Seen[] = []
      let now = start
      for (const { phone, pauseMs } of requests) {
        now += pauseMs
        const refused = ask(seen, phone, now)
        if (refused === undefined) seen.push({ phone, at: now })
        else {
          expect(refused.retryAfterMs).toBeGreaterThan(0)
          const later = ask(seen, phone, now + refused.retryAfterMs)
          expect(later?.why).not.toBe(refused.why)
          expect(ask(seen, phone, now + refused.retryAfterMs - 1)).toBeDefined()
        }
        const hour = recentOf(seen, -1, now)
        expect(hour.reduce((sum, each) => sum + each.verifications, 0)).toBeLessThanOrEqual(
          limits.verifications,
        )
        expect(hour.length).toBeLessThanOrEqual(limits.phones)
        expect(new Set(hour.map(({ country }) => country)).size).toBeLessThanOrEqual(limits.countries)
      }
    }),
  )
})
