import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../../../sip/test/simulation/seeded-random.ts'
import type { NumberQuarantine, QuarantineState } from '../../storage/queries/number-quarantines.ts'
import { CallerPool } from './caller-pool.ts'
import type { CallerRange } from './caller-range.ts'
import { NumberQuarantines } from './number-quarantines.ts'
import { NumberUse, RecentCodes } from './number-use.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const blocks: CallerRange[] = [
  { first: 74951230000, last: 74951239999, trunks: ['north'] },
  { first: 74951240000, last: 74951240999, trunks: ['north'] },
]

function quarantine(first: string, last: string, state: QuarantineState = 'quarantined'): NumberQuarantine {
  const finding = { refusal: 'not-ringing', hits: 9, of: 9, usual: 0.1 } as const
  const times = { strikes: 1, since: 0, until: 1, fromDay: 0, before: null }
  return { first, last, trunk: 'north', state, ...times, finding }
}

function poolWith(ranges: readonly CallerRange[], ...quarantines: NumberQuarantine[]) {
  const use = new NumberUse()
  const seeded = new SeededRandom(7)
  const random = {
    below: (bound: number) => seeded.below(bound),
    bytes: (count: number) => Buffer.alloc(count),
  }
  const pool = new CallerPool(ranges, random, use, new RecentCodes(), new NumberQuarantines(quarantines))
  return { pool, use }
}

describe('numbers that are quarantined', () => {
  it('are not shown while another number shows the code', () => {
    const { pool, use } = poolWith(blocks, quarantine('74951230042', '74951230042'))
    use.note('74951240042', 1_000)
    expect(pool.numberShowing('0042', 'north', 1_001)).toBe('74951240042')
    expect(pool.isQuarantined('74951230042', 'north')).toBe(true)
    expect(pool.isQuarantined('74951230042', 'south')).toBe(false)
    // Only one block has this code: a wanted code is shown all the same.
    const alone = poolWith(blocks, quarantine('74951235678', '74951235678')).pool
    expect(alone.numberShowing('5678', 'north', 0)).toBe('74951235678')
  })

  it('take their codes out of the draw, and hide no voice code', () => {
    const { pool } = poolWith(blocks, quarantine('74951230000', '74951239999'))
    expect(pool.showableCodes(['north'])).toHaveLength(9_999)
    expect(pool.freshCodes(['north'])).toHaveLength(999)
    const wide = [blocks[0]!, { ...blocks[1]!, last: 74951242499 }]
    const { pool: larger } = poolWith(wide, quarantine('74951230000', '74951239999'))
    for (let draw = 0; draw < 200; draw++) {
      const code = larger.drawCode(['north'], `7916${draw}`, 0)!
      expect(larger.numberShowing(code, 'north', 0)).toBe(`7495124${code}`)
    }
    const few = poolWith(wide, quarantine('74951230000', '74951237499')).pool
    for (let draw = 0; draw < 50; draw++)
      expect(few.isQuarantined(few.numberHiding('0042', 'north', 0)!, 'north')).toBe(false)
  })

  it('are drawn when so many are quarantined that the codes left could be guessed', () => {
    const { pool } = poolWith(blocks, quarantine('74951230000', '74951239999'))
    const drawn = new Set(Array.from({ length: 300 }, (_, nth) => pool.drawCode(['north'], `7916${nth}`, 0)))
    expect([...drawn].some((code) => Number(code) > 999)).toBe(true)
  })

  it('on probation call first, but an hour apart; a range on probation a minute apart', () => {
    const { pool, use } = poolWith(blocks, quarantine('74951230042', '74951230042', 'probation'))
    use.note('74951240042', 1_000)
    expect(pool.numberShowing('0042', 'north', 2_000)).toBe('74951230042')
    pool.note('74951230042', 'north', 2_000)
    expect(pool.numberShowing('0042', 'north', 2_000 + hourMs - 1)).toBe('74951240042')
    expect(pool.numberShowing('0042', 'north', 2_000 + hourMs)).toBe('74951230042')

    const range = poolWith(blocks, quarantine('74951230000', '74951239999', 'probation')).pool
    range.note('74951230007', 'north', 5_000)
    expect(range.numberShowing('0042', 'north', 6_000)).toBe('74951240042')
    expect(range.numberShowing('0042', 'north', 5_000 + minuteMs)).toBe('74951230042')
  })

  it('are used as before when they are healthy', () => {
    const { pool } = poolWith(blocks, quarantine('74951230000', '74951239999', 'healthy'))
    expect(pool.freshCodes(['north'])).toBe(pool.showableCodes(['north']))
  })
})
