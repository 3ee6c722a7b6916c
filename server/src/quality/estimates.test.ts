import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilson } from './binomial.ts'
import { changePoint } from './change-point.ts'
import { quantileMs, type Share } from './rates.ts'

const share = fc.nat(2_000).chain((of) => fc.record({ of: fc.constant(of), hits: fc.nat(of) }))

describe('the band of a rate', () => {
  it('has the values of the textbook', () => {
    const band = wilson({ hits: 8, of: 10 })!
    expect(band.low).toBeCloseTo(0.4902, 4)
    expect(band.high).toBeCloseTo(0.9433, 4)
    expect(wilson({ hits: 0, of: 0 })).toBeNull()
  })

  it('contains the rate, stays within 0 and 1, and narrows with more calls', () => {
    fc.assert(
      fc.property(share, ({ hits, of }) => {
        const band = wilson({ hits, of })
        if (band === null) return of === 0
        const wider = band.high - band.low
        const narrower = wilson({ hits: hits * 4, of: of * 4 })!
        const rate = hits / of
        const isInside = band.low <= rate + 1e-12 && rate <= band.high + 1e-12
        return isInside && band.low >= 0 && band.high <= 1 && narrower.high - narrower.low < wider
      }),
    )
  })
})

/** A generator with a seed: the same counts in every run. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
function series(hours: number, perHour: number, rateAt: (hour: number) => number, seed = 7): Share[] {
  const random = sequence(seed)
  return Array.from({ length: hours }, (_, hour) => ({
    of: perHour,
    hits: Array.from({ length: perHour }, () => random() < rateAt(hour)).filter(Boolean).length,
  }))
}

describe('the hour at which a rate changed', () => {
  it('is found within two hours when a rate halves, with ten calls an hour', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const change = changePoint(series(14 * 24, 10, (hour) => (hour < 240 ? 0.88 : 0.44), seed))!
      expect(Math.abs(change.index - 240)).toBeLessThanOrEqual(2)
      expect(change.after.hits / change.after.of).toBeLessThan(0.55)
    }
  })

  it('is not found where nothing changed, in 99 of 100 months', () => {
    let found = 0
    for (let seed = 1; seed <= 300; seed++) if (changePoint(series(720, 5, () => 0.85, seed))) found += 1
    expect(found).toBeLessThanOrEqual(3)
  })

  it('is not reported for few calls or a difference of a few points', () => {
    expect(changePoint([])).toBeUndefined()
    expect(
      changePoint([
        { hits: 15, of: 15 },
        { hits: 0, of: 15 },
      ]),
    ).toBeUndefined()
    expect(
      changePoint([
        { hits: 95_000, of: 100_000 },
        { hits: 92_000, of: 100_000 },
      ]),
    ).toBeUndefined()
  })
})

describe('a quantile of a histogram', () => {
  it('lies in the bucket of its rank', () => {
    const boundsMs = [1_000, 2_000, 4_000]
    expect(quantileMs(boundsMs, [0, 10, 0, 0], 0.5)).toBe(1_500)
    expect(quantileMs(boundsMs, [5, 0, 5, 0], 0.95)).toBe(3_800)
    expect(quantileMs(boundsMs, [0, 0, 0, 0], 0.5)).toBeNull()
    expect(quantileMs(boundsMs, [0, 0, 0, 4], 0.5)).toBe(32_000)
  })
})
