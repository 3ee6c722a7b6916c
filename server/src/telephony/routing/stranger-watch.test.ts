import { expect, it } from 'vitest'
import { StrangerWatch } from './stranger-watch.ts'

it('packets of strangers: too many within a minute are told, few are not, and a new minute begins at none', () => {
  const watch = new StrangerWatch()
  expect(watch.note(20, 1_000)).toBe(0)
  expect(watch.note(1, 60_000)).toBe(21)
  expect(watch.note(20, 61_000)).toBe(0)
})
