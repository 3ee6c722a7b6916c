import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AccountPast, type HourOfAccount, judgeHour, prefixOf } from './velocity.ts'

const rules = { alarmCalls: 30, pauseCalls: 150 }
const now = 1_000

type Counts = Readonly<Record<string, number>>
const countryOf = (prefix: string) => (prefix.startsWith('7') ? 'RU' : 'LV')
function sums(counts: Counts): Map<string, number> {
  const byCountry = new Map<string, number>()
  for (const [prefix, calls] of Object.entries(counts))
    byCountry.set(countryOf(prefix), (byCountry.get(countryOf(prefix)) ?? 0) + calls)
  return byCountry
}
const total = (counts: Counts) => Object.values(counts).reduce((sum, calls) => sum + calls, 0)
function pastOf(counts: Counts, firstHour = 0): AccountPast {
  const prefixes = Object.entries(counts).map(
    ([prefix, busiestHour]) => [prefix, { country: countryOf(prefix), busiestHour }] as const,
  )
  return { firstHour, busiestHour: total(counts), byPrefix: new Map(prefixes), byCountry: sums(counts) }
}
function hourOf(counts: Counts): HourOfAccount {
  const prefixes = Object.entries(counts).map(
    ([prefix, calls]) => [prefix, { country: countryOf(prefix), calls }] as const,
  )
  return { hour: now, calls: total(counts), byPrefix: new Map(prefixes), byCountry: sums(counts) }
}
const judged = (past: Counts, hour: Counts) =>
  judgeHour(pastOf(past), hourOf(hour), rules).map(({ prefix, reason, level }) => [prefix, reason, level])

describe('unusual traffic', () => {
  it('is reported for a country that the account never called, from a minimum of calls', () => {
    expect(judged({ 7916: 50 }, { 7916: 40, 37120: 29 })).toEqual([])
    expect(judged({ 7916: 50 }, { 7916: 40, 37120: 15, 37121: 15 })).toEqual([['LV', 'new-country', 'alarm']])
    expect(judged({ 7916: 50 }, { 37120: 80, 37121: 80 })).toEqual([['LV', 'new-country', 'pause']])
  })

  it('is reported for a new prefix with more calls than the known prefixes of that country get', () => {
    expect(judged({ 7916: 50, 7903: 60 }, { 7916: 40, 7999: 160 })).toEqual([])
    expect(judged({ 7916: 5, 7903: 5 }, { 7916: 4, 7999: 160 })).toEqual([
      ['RU', 'burst', 'alarm'],
      ['7999', 'new-prefix', 'pause'],
    ])
  })

  it('is reported for a burst to a known prefix, but not for small numbers, however often they double', () => {
    expect(judged({ 7916: 2 }, { 7916: 28 })).toEqual([])
    expect(judged({ 7916: 10, 7903: 1_000 }, { 7916: 600, 7903: 900 })).toEqual([['7916', 'burst', 'pause']])
    expect(judged({ 7916: 100, 7903: 1_000 }, { 7916: 500, 7903: 900 })).toEqual([['7916', 'burst', 'alarm']])
  })

  it('is not reported on a day that is busy for all destinations', () => {
    const past = { 7916: 20, 7903: 20, 7905: 20, 7909: 20 }
    const busy = Object.fromEntries(Object.keys(past).map((prefix) => [prefix, 200]))
    expect(judged(past, busy)).toEqual([['RU', 'burst', 'alarm']])
    expect(judged(past, { ...busy, 7916: 2_000 })).toContainEqual(['7916', 'burst', 'pause'])
  })

  it('is judged only when the account has a day of history', () => {
    const hour = hourOf({ 37120: 1_000 })
    expect(judgeHour(pastOf({}, now - 23), hour, rules)).toEqual([])
    expect(judgeHour({ ...pastOf({}), firstHour: null }, hour, rules)).toEqual([])
    expect(judgeHour(pastOf({}, now - 24), hour, rules)).toHaveLength(1)
  })

  it('is never reported for an hour no busier than an earlier one, nor below the minimum of calls', () => {
    const counts = fc.dictionary(fc.constantFrom('7916', '7903', '37120', '37121'), fc.nat(5_000))
    fc.assert(
      fc.property(counts, (hour) => {
        expect(judged(hour, hour)).toEqual([])
      }),
    )
    fc.assert(
      fc.property(counts, counts, (past, hour) => {
        for (const { calls, level } of judgeHour(pastOf(past), hourOf(hour), rules))
          expect(calls).toBeGreaterThanOrEqual(level === 'pause' ? rules.pauseCalls : rules.alarmCalls)
      }),
    )
  })
})

it('traffic prefix: leaves at least seven digits of the number open', () => {
  expect(prefixOf('79161234567')).toBe('7916')
  expect(prefixOf('447400123456')).toBe('44740')
  expect(prefixOf('37120123456')).toBe('3712')
  expect(prefixOf('2901234')).toBe('2')
})
