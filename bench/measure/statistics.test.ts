import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chanceOfDifference, latencyOf, median, percentile, spread } from './statistics.ts'

describe('statistics of rounds', () => {
  it('takes the middle, or the mean of the two in the middle', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
  })

  it('shows half of the range as a share of the median', () => {
    expect(spread([90, 100, 110])).toBeCloseTo(0.1)
    expect(spread([0, 0])).toBe(0)
  })

  it('shows percentiles of unsorted times, and zero of none', () => {
    const times = Array.from({ length: 1000 }, (_, index) => 999 - index)
    expect(latencyOf(times)).toEqual({ p50Ms: 500, p99Ms: 990, p999Ms: 999 })
    expect(percentile([], 0.5)).toBe(0)
  })

  it('gives two sets of four that do not overlap 2 of 70 divisions', () => {
    expect(chanceOfDifference([1, 2, 3, 4], [11, 12, 13, 14])).toBeCloseTo(2 / 70)
  })

  it('finds no difference between a set and itself', () => {
    expect(chanceOfDifference([1, 2, 3], [1, 2, 3])).toBe(1)
  })

  it('gives the same chance whichever set comes first, and never zero', () => {
    const rounds = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(rounds, rounds, (before, after) => {
        const chance = chanceOfDifference(before, after)
        expect(chance).toBeGreaterThan(0)
        expect(chance).toBeCloseTo(chanceOfDifference(after, before))
      }),
    )
  })

  it('draws divisions where there are too many to count', () => {
    const before = Array.from({ length: 12 }, (_, index) => index)
    const after = before.map((value) => value + 100)
    expect(chanceOfDifference(before, after)).toBeLessThan(0.001)
    expect(chanceOfDifference(before, before)).toBe(1)
  })
})
