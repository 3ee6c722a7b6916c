import { expect, it } from 'vitest'
import { pageClosedMs } from './page-calls.ts'

const hour = 3_600_000
const calls = (count: number) => Array.from({ length: count }, (_, nth) => nth * 1_000)

it('sign-in page: sixty calls without an approval close it for a client until the oldest is an hour old', () => {
  expect(pageClosedMs([], 0)).toBe(0)
  expect(pageClosedMs(calls(59), 60_000)).toBe(0)
  expect(pageClosedMs(calls(60), 60_000)).toBe(hour - 60_000)
  expect(pageClosedMs(calls(60).reverse(), 60_000)).toBe(hour - 60_000)
  expect(pageClosedMs(calls(60), hour)).toBe(0)
  // Two more than the limit: two have to go before there is room for one.
  expect(pageClosedMs(calls(62), 62_000)).toBe(hour - 60_000)
})
