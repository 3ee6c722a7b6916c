import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chanceOfAtLeast } from './binomial.ts'
import {
  findRefusal,
  type HealthCounts,
  judgeProbation,
  noCounts,
  nothingObserved,
  type Observed,
  observeDay,
  periodDays,
  plus,
  quarantineMs,
} from './number-health.ts'

const hourMs = 3_600_000
const calls = (attempts: number, rang: number, declined = 0, checked = 0, approved = 0): HealthCounts => ({
  attempts,
  rang,
  declined,
  checked,
  approved,
  why_blocked: 0,
})
/** One day of a number among siblings that ring in 85 of 100 calls and are confirmed in 70. */
const among = (own: HealthCounts): Observed =>
  observeDay(nothingObserved, own, plus(own, calls(10_000, 8_500, 400, 8_000, 5_600)))

it('the chance of a count agrees with the sum of its terms', () => {
  expect(chanceOfAtLeast(3, 3, 0.5)).toBeCloseTo(0.125, 12)
  expect(chanceOfAtLeast(0, 5, 0.1)).toBe(1)
  expect(chanceOfAtLeast(6, 5, 0.1)).toBe(0)
  // R: pbinom(599, 1000, 0.5, lower.tail = FALSE), pbinom(29, 100, 0.2, lower.tail = FALSE)
  expect(chanceOfAtLeast(600, 1_000, 0.5)).toBeCloseTo(1.364232e-10, 15)
  expect(chanceOfAtLeast(30, 100, 0.2)).toBeCloseTo(0.01124898, 7)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      (of, share) => {
        // The distribution after each try, from the one before.
        let chances = [1]
        for (let tries = 0; tries < of; tries++)
          chances = [...chances, 0].map(
            (chance, hits) => chance * (1 - share) + (chances[hits - 1] ?? 0) * share,
          )
        for (let hits = 0; hits <= of; hits += 3) {
          const wanted = chances.slice(hits).reduce((sum, chance) => sum + chance, 0)
          expect(chanceOfAtLeast(hits, of, share)).toBeCloseTo(wanted, 9)
        }
      },
    ),
  )
})

describe('health of a calling number', () => {
  it('names what people or networks refuse', () => {
    expect(findRefusal('number', among(calls(12, 0)), 10_000)).toMatchObject({
      refusal: 'not-ringing',
      hits: 12,
      of: 12,
    })
    expect(findRefusal('number', among(calls(20, 18, 16)), 10_000)?.refusal).toBe('declined')
    expect(findRefusal('number', among(calls(40, 36, 2, 30, 1)), 10_000)?.refusal).toBe('not-confirmed')
    expect(findRefusal('number', among(calls(40, 33, 2, 30, 20)), 10_000)).toBeUndefined()
  })

  it('takes what a network says of a range before other signs, and needs less of it', () => {
    const blocked = (attempts: number, why_blocked: number): HealthCounts => ({
      ...calls(attempts, attempts - why_blocked),
      why_blocked,
    })
    // Phones do not ring either, by as many calls: of fewer than fifty that says nothing yet.
    expect(findRefusal('range', among(blocked(20, 8)), 10)).toMatchObject({
      refusal: 'blocked',
      hits: 8,
      of: 20,
    })
    expect(findRefusal('range', among(blocked(19, 19)), 10)).toBeUndefined()
    expect(findRefusal('range', among(calls(20, 12)), 10)).toBeUndefined()
    expect(findRefusal('range', among(blocked(400, 390)), 10)?.refusal).toBe('blocked')
    // A twentieth of the calls, where the others have none, may be chance.
    expect(findRefusal('range', among(blocked(100, 5)), 10)).toBeUndefined()
    // Networks that block all ranges alike condemn none.
    const all = { ...calls(10_000, 6_000), why_blocked: 4_000 }
    expect(
      findRefusal('range', observeDay(nothingObserved, blocked(100, 40), plus(blocked(100, 40), all)), 10),
    ).toBeUndefined()
  })

  it('condemns nobody for few calls', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 1, max: 100 }), (attempts, numbers) => {
        expect(findRefusal('number', among(calls(attempts, 0)), numbers)).toBeUndefined()
        expect(
          findRefusal('number', among(calls(attempts, attempts, attempts, attempts)), numbers),
        ).toBeUndefined()
      }),
    )
  })

  it('condemns nobody on a day on which the whole trunk is bad, nor without siblings', () => {
    const bad = calls(30, 0)
    expect(findRefusal('number', observeDay(nothingObserved, bad, calls(3_000, 30)), 100)).toBeUndefined()
    expect(findRefusal('number', observeDay(nothingObserved, bad, bad), 100)).toBeUndefined()
    // One bad day of the trunk, and one good day on which this number did not call.
    expect(
      findRefusal('range', observeDay(nothingObserved, calls(900, 10), calls(3_000, 30)), 4),
    ).toBeUndefined()
  })

  it('finds planted numbers among ten thousand, and no other', () => {
    const random = sequence(7)
    const planted = new Set([42, 4_711, 9_000])
    const found = new Set<number>()
    for (let day = 0; day < 7; day++) {
      for (let number = 0; number < 10_000; number++) {
        let own = noCounts
        for (let call = 0; call < 4; call++) own = plus(own, draw(random, planted.has(number)))
        sums[number] = plus(sums[number] ?? noCounts, own)
      }
      const all = sums.reduce(plus, noCounts)
      for (const [number, own] of sums.entries())
        if (findRefusal('number', observeDay(nothingObserved, own, all), 10_000) !== undefined)
          found.add(number)
    }
    expect([...found].sort((one, other) => one - other)).toEqual([...planted])
  })
})

const sums: HealthCounts[] = []
function draw(random: () => number, isBlocked: boolean): HealthCounts {
  const rang = random() < (isBlocked ? 0.05 : 0.85) ? 1 : 0
  const declined = rang === 1 && random() < 0.05 ? 1 : 0
  const approved = rang === 1 && random() < 0.7 ? 1 : 0
  return calls(1, rang, declined, rang, approved)
}

/** The same numbers every time (Lehmer's generator, modulus 2^31 - 1). */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

describe('probation of a calling number', () => {
  it('is passed after enough good calls, failed by bad ones, and open before', () => {
    expect(judgeProbation('number', among(calls(9, 9)), 'not-ringing')).toBe('open')
    expect(judgeProbation('number', among(calls(10, 8)), 'not-ringing')).toBe('healthy')
    expect(judgeProbation('number', among(calls(9, 1)), 'not-ringing')).toMatchObject({ hits: 8, of: 9 })
    // It rang often enough, but whether people confirm is not known yet.
    expect(judgeProbation('number', among(calls(20, 18, 1, 4, 3)), 'not-confirmed')).toBe('open')
  })

  it('follows a quarantine that doubles up to two weeks', () => {
    expect([1, 2, 3, 5, 6, 50].map((strikes) => quarantineMs(strikes) / hourMs)).toEqual([
      12, 24, 48, 192, 336, 336,
    ])
    expect(Math.max(...periodDays)).toBe(14)
  })
})
