import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideNumber, type NumberHistory, noHistory } from './number-limit.ts'

const rules = { gapMs: 15_000, perMinute: 4, perDay: 30, blockMs: 36_000_000 }
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Tries to call at each time; returns the times at which a call was allowed. */
function allowedOf(times: readonly number[]): number[] {
  let history: NumberHistory = noHistory
  return times.filter((time) => {
    const verdict = decideNumber(history, time, rules)
    if (verdict.kind === 'allowed') history = verdict.history
    return verdict.kind === 'allowed'
  })
}

describe('number limit', () => {
  it('requires 15 seconds between calls and says how long to wait', () => {
    const first = decideNumber(noHistory, 0, rules)
    if (first.kind !== 'allowed') throw new Error('the first call is always allowed')
    expect(decideNumber(first.history, 14_999, rules)).toEqual({ kind: 'wait', retryAfterMs: 1 })
    expect(decideNumber(first.history, 15_000, rules).kind).toBe('allowed')
  })

  it('allows four calls in a minute, also without a minimum gap', () => {
    const noGap = { ...rules, gapMs: 0 }
    let history: NumberHistory = noHistory
    for (const time of [0, 1_000, 2_000, 3_000]) {
      const verdict = decideNumber(history, time, noGap)
      if (verdict.kind === 'allowed') history = verdict.history
    }
    expect(decideNumber(history, 4_000, noGap)).toEqual({ kind: 'limit', retryAfterMs: 56_000 })
    expect(decideNumber(history, 60_000, noGap).kind).toBe('allowed')
  })

  it('after thirty calls in a day rests for ten hours, and until the first of them is a day old', () => {
    const every = (ms: number) => Array.from({ length: 30 }, (_, n) => n * ms)
    const quick = every(minute)
    expect(allowedOf([...quick, 10.5 * hour, day - 1, day]).slice(30)).toEqual([day])
    const slow = every(40 * minute)
    const rested = slow.at(-1)! + 10 * hour
    expect(allowedOf([...slow, day, rested - 1, rested, rested + minute]).slice(30)).toEqual([
      rested,
      rested + minute,
    ])
  })

  it('without a block time refuses until the oldest call is a day old', () => {
    const noRest = { ...rules, perDay: 3, blockMs: 0 }
    let history: NumberHistory = noHistory
    for (const time of [0, minute, hour]) {
      const verdict = decideNumber(history, time, noRest)
      if (verdict.kind !== 'allowed') throw new Error('three are allowed')
      history = verdict.history
    }
    expect(decideNumber(history, 2 * hour, noRest)).toEqual({ kind: 'limit', retryAfterMs: 22 * hour })
    const next = decideNumber(history, day, noRest)
    if (next.kind !== 'allowed') throw new Error('the first call is a day old')
    expect(next.history.calls).toEqual([minute, hour, day])
    expect(decideNumber(next.history, day + 15_000, noRest).kind).toBe('limit')
  })

  it('never allows more calls than its windows, at any times', () => {
    const gap = fc.oneof(fc.integer({ min: 0, max: 2 * minute }), fc.integer({ min: 0, max: 2 * hour }))
    const gaps = fc.array(gap, { maxLength: 250, size: 'max' })
    fc.assert(
      fc.property(gaps, (steps) => {
        let now = 0
        const allowed = allowedOf(steps.map((step) => (now += step)))
        for (const [index, time] of allowed.entries()) {
          const within = (windowMs: number) =>
            allowed.filter((other) => other <= time && time - other < windowMs).length
          if (index > 0 && time - allowed[index - 1]! < rules.gapMs) return false
          if (within(minute) > rules.perMinute || within(day) > rules.perDay) return false
          const next = allowed[index + 1] ?? Infinity
          if (within(day) === rules.perDay && next - time < rules.blockMs) return false
        }
        return true
      }),
    )
  })
})

it('forgetting an expired history changes no decision', () => {
  const verdict = decideNumber(noHistory, 0, rules)
  if (verdict.kind !== 'allowed') throw new Error('the first call is always allowed')
  expect(verdict.endsAt).toBe(day)
  expect(decideNumber(verdict.history, day, rules)).toMatchObject({
    kind: 'allowed',
    history: { calls: [day] },
  })
})
