import { describe, expect, it } from 'vitest'
import type { NumberContract } from '../../storage/queries/number-contracts.ts'
import { attemptPrices, endingContracts, lackingNumbers } from './contracts.ts'

const base: NumberContract = {
  document: '1',
  ranges: ['74951230000-74951239999'],
  country: 'RU',
  network: 'МТС',
  trunk: '',
  lastDay: '2026-12-31',
  label: '',
  attemptUnits: 0,
  note: '',
}
const at = Date.parse('2026-11-19T12:00:00Z')
const afterwards = Date.parse('2027-01-01T00:00:00Z')
const everywhere = () => true
const pool = (first: string, last: string, trunk = 'north') => ({ first, last, trunk })

describe('contracts about calling numbers', () => {
  it('the last day counts', () => {
    const ranges = [pool('74951230000', '74951239999')]
    expect(lackingNumbers([base], ranges, afterwards - 1, everywhere)).toEqual([])
    expect(lackingNumbers([base], ranges, afterwards, everywhere)).toMatchObject([
      { network: 'МТС', first: '74951230000', ended: { document: '1', lastDay: '2026-12-31' } },
    ])
  })

  it('numbers are named about which a network that has contracts has none, and no others', () => {
    const ranges = [
      pool('74951230000', '74951249999'),
      pool('74951230000', '74951249999', 'south'),
      pool('74959990000', '74959990000'),
    ]
    const carrier = { ...base, document: '2', country: '', network: '', trunk: 'south' }
    const ended = { ...base, document: '3', ranges: ['74951245000'], lastDay: '2026-11-18' }
    expect(lackingNumbers([base, carrier, ended], ranges, at, everywhere)).toEqual([
      {
        ...{ country: 'RU', network: 'МТС', trunk: '', trunks: ['north', 'south'] },
        ...{ first: '74951240000', last: '74951249999' },
        ended: { document: '3', lastDay: '2026-11-18' },
      },
      {
        ...{ country: 'RU', network: 'МТС', trunk: '', trunks: ['north'] },
        ...{ first: '74959990000', last: '74959990000', ended: null },
      },
      {
        ...{ country: '', network: '', trunk: 'south', trunks: ['south'] },
        ...{ first: '74951240000', last: '74951249999', ended: null },
      },
    ])
    expect(lackingNumbers([], ranges, at, everywhere)).toEqual([])
  })

  it('one that ends needs nothing when others of the same party follow for all of its numbers', () => {
    const halves = ['74951230000-74951234999', '74951235000-74951239999'].map((range, place) => ({
      ...{ ...base, document: `next ${place}`, ranges: [range], lastDay: '2027-12-31' },
    }))
    const others = { ...base, document: 'other', network: 'МегаФон', lastDay: '2027-12-31' }
    expect(endingContracts([base], at)).toEqual([])
    expect(endingContracts([base, ...halves], afterwards)).toEqual([])
    expect(endingContracts([base, halves[0]!, others], afterwards)).toEqual([base])
  })

  it('each attempt costs what the network and the carrier charge for the number that is shown', () => {
    const charged = { ...base, attemptUnits: 100 }
    const carrier = { ...base, document: '2', network: '', country: '', trunk: 'north', attemptUnits: 7 }
    const later = { ...charged, document: '3', attemptUnits: 60, lastDay: '2027-12-31' }
    const ranges = [pool('74951230000', '74951239999'), pool('74951250000', '74951279999')]
    const mts = { country: 'RU', operator: 'МТС' }
    const prices = attemptPrices([charged, carrier], ranges, 'north')
    expect(prices.of(mts, '74951230042', at)).toBe(107)
    expect(prices.of(mts, '74951250042', at)).toBe(0)
    expect(prices.of({ ...mts, operator: 'Билайн' }, '74951230042', at)).toBe(7)
    expect(prices.of(mts, '74951230042', afterwards)).toBe(0)
    // A quarter of the numbers of the trunk is under contract.
    expect(prices.expected(mts, at)).toBe(107 / 4)
    expect(prices.expected(mts, afterwards)).toBe(0)
    expect(attemptPrices([charged, later], ranges, 'north').of(mts, '74951230042', at)).toBe(60)
    expect(attemptPrices([carrier], ranges, 'south').expected(mts, at)).toBe(0)
  })
})
