import { expect, it } from 'vitest'
import { monthName, monthOf, monthStartMs } from './months.ts'

it('months: named and bounded in UTC', () => {
  const january = Date.UTC(2025, 0, 31, 23, 59, 0)
  expect(monthName(monthOf(january))).toBe('2025-01')
  expect(monthStartMs(monthOf(january) + 1)).toBe(Date.UTC(2025, 1, 1))
  expect(monthName(monthOf(Date.UTC(2025, 11, 31)) + 1)).toBe('2026-01')
})
