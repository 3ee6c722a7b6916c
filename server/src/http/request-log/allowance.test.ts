import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayMs } from '../../platform/clock.ts'
import { Allowance } from './allowance.ts'

it('request log: keeps at most its rows a second and its rows a day with a burst, however requests arrive', () => {
  const arrivals = fc.array(fc.record({ gapMs: fc.nat(5_000), requests: fc.integer({ min: 1, max: 40 }) }), {
    maxLength: 200,
  })
  const rules = fc.record({
    perDay: fc.integer({ min: 1, max: 50_000 }),
    perSecond: fc.integer({ min: 1, max: 20 }),
  })
  fc.assert(
    fc.property(rules, arrivals, (given, flood) => {
      const allowance = new Allowance(given, 0)
      const keptIn = new Map<number, number>()
      let nowMs = 0
      let kept = 0
      for (const { gapMs, requests } of flood) {
        nowMs += gapMs
        for (let request = 0; request < requests; request++) {
          if (!allowance.take(nowMs)) continue
          kept += 1
          const second = Math.floor(nowMs / 1000)
          keptIn.set(second, (keptIn.get(second) ?? 0) + 1)
        }
      }
      const burst = Math.max(1, given.perDay / 20)
      expect(kept).toBeLessThanOrEqual(burst + (nowMs / dayMs) * given.perDay + 1e-6)
      expect(Math.max(0, ...keptIn.values())).toBeLessThanOrEqual(given.perSecond)
    }),
  )
})

it('request log: keeps every request of a service that stays below its rate', () => {
  const allowance = new Allowance({ perDay: 86_400, perSecond: 50 }, 0)
  const all = Array.from({ length: 10_000 }, (_, second) => allowance.take(second * 1000))
  expect(all.every(Boolean)).toBe(true)
})

it('request log: shows requests of every hour of a flood that lasts all day', () => {
  const allowance = new Allowance({ perDay: 1_000, perSecond: 5 }, 0)
  const keptByHour = Array.from({ length: 24 }, (_, hour) => {
    let kept = 0
    for (let second = 0; second < 3600; second++) {
      for (let request = 0; request < 10; request++)
        if (allowance.take((hour * 3600 + second) * 1000)) kept += 1
    }
    return kept
  })
  expect(Math.min(...keptByHour)).toBeGreaterThanOrEqual(40)
})
