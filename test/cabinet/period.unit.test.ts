// The period of a list: a preset of the address, or two times.
import { expect, it } from 'vitest'
import { periodIn, timed } from '../../cabinet/src/parts/period.ts'

const hourMs = 3_600_000
const now = new Date(2026, 2, 1, 0, 30).getTime()
const startOfDay = (at: number) => new Date(at).setHours(0, 0, 0, 0)
const asked = (address: string, at = now) => timed(periodIn(new URLSearchParams(address)), at, startOfDay)

it('period: a preset ends now, and is counted anew whenever the list is read', () => {
  expect(asked('period=day')).toEqual({ from: now - 24 * hourMs })
  expect(asked('period=day', now + 5)).toEqual({ from: now - 24 * hourMs + 5 })
  expect(asked('period=today')).toEqual({ from: new Date(2026, 2, 1).getTime() })
  expect(asked('period=yesterday')).toEqual({
    from: new Date(2026, 1, 28).getTime(),
    to: new Date(2026, 2, 1).getTime(),
  })
})

it('period: times of the address replace a preset and the usual one; what is no time is not set', () => {
  expect(asked('period=day&from=5')).toEqual({ from: 5 })
  expect(asked('to=7&mode=flash')).toEqual({ to: 7 })
  expect(periodIn(new URLSearchParams('from=5'), 'day')).toEqual({ period: null, from: 5, to: null })
  expect(periodIn(new URLSearchParams('period=century'), 'day')).toEqual({
    period: 'day',
    from: null,
    to: null,
  })
  expect(asked('period=century&from=soon')).toEqual({})
})
