import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DestinationConversion, judgeConversion } from './conversion-collapse.ts'

const rules = { alarmCalls: 30, pauseCalls: 150 }
/** Ten days after the first verification. */
const hour = 241
const pastHours = 240

type Line = readonly [prefix: string, operator: string, delivered: number, approved: number]
const lines = (given: readonly Line[]): DestinationConversion[] =>
  given.map(([prefix, operator, delivered, approved]) => ({ prefix, operator, delivered, approved }))
const judged = (past: readonly Line[], now: readonly Line[], known: readonly string[] = []) =>
  judgeConversion(
    { firstHour: 0, destinations: lines(past) },
    { hour, destinations: lines(now), knownPrefixes: new Set(known) },
    rules,
  ).map(({ prefix, reason, level }) => [prefix, reason, level])

/** Ten an hour, 80 % of them approved. */
const steady = (prefix: string, operator: string): Line => [prefix, operator, 10 * pastHours, 8 * pastHours]
const past = [steady('7916', 'MTS'), steady('7903', 'Beeline')]

describe('a collapse of conversion', () => {
  it('is many more verifications of a prefix of which far fewer are approved', () => {
    const quiet: Line = ['7903', 'Beeline', 20, 16]
    expect(judged(past, [['7916', 'MTS', 400, 20], quiet])).toEqual([['7916', 'conversion', 'pause']])
    expect(judged(past, [['7916', 'MTS', 100, 5], quiet])).toEqual([
      ['7916', 'conversion', 'alarm'],
      ['operator:MTS', 'conversion', 'alarm'],
    ])
  })

  it('is neither growth alone nor a lower conversion alone', () => {
    expect(judged(past, [['7916', 'MTS', 400, 300]])).toEqual([])
    expect(judged(past, [['7916', 'MTS', 25, 0]])).toEqual([])
    expect(judged(past, [['7916', 'MTS', 40, 0]])).toEqual([])
  })

  it('is none when a busy time or a broken form of the integrator hits all destinations alike', () => {
    expect(
      judged(past, [
        ['7916', 'MTS', 200, 0],
        ['7903', 'Beeline', 200, 0],
      ]),
    ).toEqual([])
  })

  it('is seen by operator when it is spread over many prefixes, and not because of a prefix that is paused', () => {
    const many = Array.from({ length: 10 }, (_, index) => `791${index}`)
    const spread = [...many.map((prefix) => steady(prefix, 'MTS')), steady('7903', 'Beeline')]
    const flood = many.map((prefix): Line => [prefix, 'MTS', 48, 2])
    expect(judged(spread, [...flood, ['7903', 'Beeline', 20, 16]])).toEqual([
      ['operator:MTS', 'conversion', 'pause'],
    ])
    const one: Line[] = [
      ['7910', 'MTS', 2_000, 20],
      ['7911', 'MTS', 20, 16],
    ]
    expect(judged(spread, one)).toEqual([['7910', 'conversion', 'pause']])
    expect(judged(past, [['7916', 'MTS', 100, 5]], ['7916'])).toEqual([['7916', 'conversion', 'alarm']])
  })

  it('needs a past of a day and of enough verifications', () => {
    const now: Line[] = [['7916', 'MTS', 400, 0]]
    const young = { firstHour: hour - 10, destinations: lines(past) }
    expect(
      judgeConversion(young, { hour, destinations: lines(now), knownPrefixes: new Set() }, rules),
    ).toEqual([])
    expect(judged([['7916', 'MTS', 40, 40]], now)).toEqual([])
    expect(judged(past, [['7999', 'Other', 400, 0]])).toEqual([])
    // One that never converted cannot collapse.
    expect(judged([['7916', 'MTS', 2_400, 0]], now)).toEqual([])
  })

  it('never names a destination that is below the settings or converts as well as before', () => {
    const line = fc.tuple(
      fc.constantFrom('7916', '7903', '77011'),
      fc.constantFrom('MTS', 'Beeline', ''),
      fc.nat(3_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    const some = fc.array(
      line.map(
        ([prefix, operator, delivered, share]): Line => [
          prefix,
          operator,
          delivered,
          Math.floor(delivered * share),
        ],
      ),
      { maxLength: 8 },
    )
    const of = (all: readonly Line[], name: string) => {
      const its = lines(all).filter((each) => each.prefix === name || `operator:${each.operator}` === name)
      const sum = (field: 'delivered' | 'approved') => its.reduce((so, each) => so + each[field], 0)
      return { delivered: sum('delivered'), approved: sum('approved') }
    }
    fc.assert(
      fc.property(some, some, (before, now) => {
        for (const [name, , level] of judged(before, now)) {
          const [then, today] = [of(before, name!), of(now, name!)]
          expect(today.delivered).toBeGreaterThanOrEqual(level === 'pause' ? 150 : 30)
          if (!name!.startsWith('operator:'))
            expect(today.approved / today.delivered).toBeLessThan(then.approved / then.delivered)
        }
      }),
    )
  })
})
