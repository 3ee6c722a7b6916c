import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Random, systemRandom } from '../../platform/random.ts'
import { CallerPool } from './caller-pool.ts'
import { type CallerRange, endingWith, judgePool, mergeRanges, parseCallerRange } from './caller-range.ts'
import { NumberUse, RecentCodes } from './number-use.ts'

const block: CallerRange = { first: 74951230000, last: 74951239999, trunks: ['north'] }

function poolOf(ranges: readonly CallerRange[], random: Random = systemRandom) {
  const use = new NumberUse()
  const recent = new RecentCodes()
  return { pool: new CallerPool(ranges, random, use, recent), use, recent }
}

/** Returns the given draws, then starts over. */
function drawing(...numbers: number[]): Random {
  let next = 0
  return { below: (bound) => numbers[next++ % numbers.length]! % bound, bytes: systemRandom.bytes }
}

describe('caller ranges', () => {
  it('are parsed from numbers and pairs of numbers', () => {
    expect(parseCallerRange('74951230000-74951239999')).toEqual({ first: '74951230000', last: '74951239999' })
    expect(parseCallerRange('+74951230042')).toEqual({ first: '74951230042', last: '74951230042' })
  })

  it.each([
    '',
    '123',
    '7495123000x',
    '74951230000-7495123',
    '74951239999-74951230000',
    '74950000000-74959999999',
  ])('are refused with the reason: %j', (text) => {
    expect(parseCallerRange(text)).toBeTypeOf('string')
  })

  it('find every number with an ending, and no other', () => {
    const ranges = fc
      .tuple(fc.integer({ min: 7_495_000_0000, max: 7_495_009_9999 }), fc.integer({ min: 0, max: 35_000 }))
      .map(([first, size]): CallerRange => ({ first, last: first + size, trunks: ['north'] }))
    fc.assert(
      fc.property(ranges, fc.integer({ min: 0, max: 9999 }), (range, code) => {
        const { first, count } = endingWith(range, code)
        const found = Array.from({ length: count }, (_, index) => first + index * 10_000)
        const expected: number[] = []
        for (let number = range.first; number <= range.last; number++)
          if (number % 10_000 === code) expected.push(number)
        expect(found).toEqual(expected)
      }),
      { numRuns: 40 },
    )
  })

  it('of several trunks are merged into one range with all of them', () => {
    const records = ['a', 'b'].map((trunk) => ({ first: '74951230000', last: '74951239999', trunk }))
    expect(mergeRanges(records)).toEqual([{ first: 74951230000, last: 74951239999, trunks: ['a', 'b'] }])
  })
})

describe('a caller pool', () => {
  it('shows a code with a number that really ends with it, leading zeros included', () => {
    const { pool } = poolOf([block])
    expect(pool.numberShowing('0042', 'north', 0)).toBe('74951230042')
    expect(pool.numberShowing('0042', 'south', 0)).toBeUndefined()
    expect(poolOf([{ ...block, last: 74951230041 }]).pool.numberShowing('0042', 'north', 0)).toBeUndefined()
  })

  it('never draws 0000 and draws everything else', () => {
    const { pool } = poolOf([block])
    expect(pool.showableCodes(['north'])).toHaveLength(9_999)
    expect(pool.showableCodes(['north'])[0]).toBe(1)
    expect(pool.showableCodes(['south'])).toHaveLength(0)
    expect(pool.drawCode(['south'], 'anyone', 0)).toBeUndefined()
  })

  it('does not draw a code that the subscriber had recently', () => {
    const { pool, recent } = poolOf([block], drawing(41, 41, 7))
    recent.note('79161234567', 42)
    expect(pool.drawCode(['north'], '79161234567', 0)).toBe('0008')
    expect(poolOf([block], drawing(41)).pool.drawCode(['north'], '79161234567', 0)).toBe('0042')
  })

  it('repeats a code rather than refusing when the pool is too small', () => {
    const { pool, recent } = poolOf([{ ...block, first: 74951230042, last: 74951230042 }])
    recent.note('79161234567', 42)
    expect(pool.drawCode(['north'], '79161234567', 0)).toBe('0042')
  })

  it('keeps a number in cooldown after it has called', () => {
    const { pool, use } = poolOf([block], drawing(41, 7))
    use.note('74951230042', 1_000)
    expect(pool.drawCode(['north'], 'anyone', 2_000)).toBe('0008')
    expect(use.counts).toEqual({ calls: 1, tooSoon: 0 })
    use.note('74951230042', 2_000)
    expect(use.counts).toEqual({ calls: 2, tooSoon: 1 })
  })

  it('uses the least recently used number when every drawn one is in cooldown', () => {
    const { pool, use } = poolOf([block], drawing(41, 7))
    use.note('74951230042', 1_000)
    use.note('74951230008', 2_000)
    expect(pool.drawCode(['north'], 'anyone', 3_000)).toBe('0042')
  })

  it('spreads the calls of one code over all numbers that show it', () => {
    const { pool, use } = poolOf([{ ...block, last: 74951259999 }])
    const shown = [1, 2, 3, 4].map((now) => {
      const number = pool.numberShowing('0042', 'north', 0)!
      use.note(number, now)
      return number
    })
    expect(shown).toEqual(['74951230042', '74951240042', '74951250042', '74951230042'])
  })

  it('[D4-71] does not reveal a voice code in the calling number', () => {
    const { pool } = poolOf([block], drawing(42, 42, 7))
    expect(pool.numberHiding('0042', 'north', 0)).toBe('74951230007')
    const single = poolOf([{ ...block, first: 74951230042, last: 74951230042 }])
    expect(single.pool.numberHiding('0042', 'north', 0)).toBeUndefined()
    expect(single.pool.numberHiding('0043', 'north', 0)).toBe('74951230042')
    for (const code of ['30042', '4951230042'])
      expect(single.pool.numberHiding(code, 'north', 0)).toBeUndefined()
    expect(single.pool.numberHiding('990042', 'north', 0)).toBe('74951230042')
  })
})

it('caller pool: raises an alarm below 1,000 codes and draws none below 100, except in the demo', () => {
  expect(judgePool(1_000, false)).toBe('enough')
  expect(judgePool(999, false)).toBe('alarm')
  expect(judgePool(100, false)).toBe('alarm')
  expect(judgePool(99, false)).toBe('refuse')
  expect(judgePool(99, true)).toBe('alarm')
  expect(judgePool(0, true)).toBe('refuse')
})
