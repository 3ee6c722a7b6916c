import { expect, it } from 'vitest'
import { StrangerWatch } from './stranger-watch.ts'

it('RTP packets from unknown sources: too many within a minute are reported, few are not, and each minute starts at 0', () => {
  const watch = new StrangerWatch()
  expect(watch.note(20, 1_000)).toBe(0)
  expect(watch.note(1, 60_000)).toBe(21)
  expect(watch.note(20, 61_000)).toBe(0)
})
