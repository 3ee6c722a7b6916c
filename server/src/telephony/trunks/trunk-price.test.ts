import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trunkFields } from '../../fields/trunk-fields.ts'
import { readWritten } from '../../fields/written.ts'
import { defaultTrunkSettings } from '../../storage/queries/trunks.ts'
import { costOf, parsePrice, trunkPrices } from './trunk-price.ts'
import { faultInTrunk } from './trunk-settings.ts'

const attempt = { sent: true, rang: false, answered: false, talkMs: 0 }
const rang = { ...attempt, rang: true }
const answered = (seconds: number) => ({ ...rang, answered: true, talkMs: seconds * 1000 })
const cost = (text: string, charged: Parameters<typeof costOf>[1]) => costOf(parsePrice(text)!, charged)

describe('price of a trunk', () => {
  it.each([
    ['0.30/attempt', attempt, 3_000],
    ['0.30/attempt', { ...attempt, sent: false }, 0],
    ['0.30/attempt + 0.10/ring', rang, 4_000],
    ['0.10/ring', attempt, 0],
    ['0.05/answer', rang, 0],
    ['0.05/answer+1.20/minute', answered(1), 12_500],
    ['1.20/minute', answered(61), 24_000],
    ['1.20/minute by 1/1', answered(7), 1_400],
    ['1.20/minute by 30/6', answered(31), 7_200],
    ['0.02/second', answered(7), 1_400],
    ['0.02/second by 0/1', answered(0), 0],
    ['1/minute by 1/1', answered(1), 167],
  ])('%s charges as agreed', (text, charged, units) => {
    expect(cost(text, charged)).toBe(units)
  })

  it('is refused when it cannot be understood or charges time twice', () => {
    for (const text of [
      '',
      '0.30',
      '0.30/call',
      '-1/attempt',
      '0.00001/attempt',
      '1/minute by 60/0',
      '1/attempt by 1/1',
      '1/minute+0.01/second',
      '1/ring+2/ring',
    ])
      expect(parsePrice(text), text).toBeUndefined()
  })

  it('is exact: never a fraction of a unit, never less for a longer call', () => {
    const money = fc.integer({ min: 0, max: 99_999 }).map((units) => (units / 10_000).toFixed(4))
    const steps = fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 1, max: 120 }))
    fc.assert(
      fc.property(money, steps, fc.integer({ min: 0, max: 600 }), (price, [first, step], seconds) => {
        const text = `${price}/minute by ${first}/${step}`
        const units = cost(text, answered(seconds))
        expect(Number.isSafeInteger(units)).toBe(true)
        expect(cost(text, answered(seconds + 1))).toBeGreaterThanOrEqual(units)
      }),
    )
  })

  it('is that of the longest prefix; a trunk without one costs nothing', () => {
    const prices = trunkPrices({ '*': '5/attempt', 7: '0.30/attempt', 77: '0.90/attempt' })
    const units = ['79161234567', '77011234567', '4915112345678'].map((e164) => prices(e164)?.attemptUnits)
    expect(units).toEqual([3_000, 9_000, 50_000])
    expect(trunkPrices({})('79161234567')).toBeUndefined()
  })
})

describe('written prices and rules of a trunk', () => {
  const faultIn = (field: 'prices' | 'routing', text: string) =>
    faultInTrunk({
      ...defaultTrunkSettings,
      host: '192.0.2.1',
      [field]: readWritten(trunkFields[field], text),
    })

  it('are read from one line', () => {
    const typed = '7:0.30/attempt, 77:0.05/answer+1.20/minute by 60/60'
    expect(readWritten(trunkFields.prices, typed)).toEqual({
      7: '0.30/attempt',
      77: '0.05/answer+1.20/minute by 60/60',
    })
    expect(faultIn('prices', '7:0.30/attempt,*:1/second by 1/1')).toBeUndefined()
    expect(faultIn('routing', '*:80%,ru:pin,RU/МегаФон:exclude')).toBeUndefined()
  })

  it('are refused with the expected form', () => {
    expect(faultIn('prices', '7:0.30')).toEqual({
      field: 'prices',
      expected: expect.stringMatching(/^prefix or \*/),
    })
    expect(faultIn('prices', 'ru:0.30/attempt')).toMatchObject({ field: 'prices' })
    expect(faultIn('prices', '7:0.30/attempt,7:0.40/attempt')).toMatchObject({ field: 'prices' })
    expect(faultIn('routing', 'ru:never')).toEqual({
      field: 'routing',
      expected: expect.stringMatching(/^destination and pin, exclude/),
    })
    expect(faultIn('routing', '7916:pin')).toMatchObject({ field: 'routing' })
    expect(faultIn('routing', 'ru:0%')).toMatchObject({ field: 'routing' })
  })
})
