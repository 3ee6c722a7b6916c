import { expect, it } from 'vitest'
import { completionFell } from './attention.ts'

const of = (delivered: number, attempts: number) => ({ attempts, delivered })

it('completion rate: a fall that is large and not chance is reported', () => {
  expect(completionFell(of(77, 100), of(90, 100))).toEqual({ today: 0.77, yesterday: 0.9 })
})

it.each([
  ['a rise', of(90, 100), of(77, 100)],
  ['a fall of a few points', of(9_500, 10_000), of(9_900, 10_000)],
  ['what chance explains', of(17, 22), of(20, 22)],
  ['few calls today', of(0, 19), of(100, 100)],
  ['few calls yesterday', of(50, 100), of(19, 19)],
  ['no calls', of(0, 0), of(0, 0)],
])('completion rate: nothing is reported for %s', (_, today, yesterday) => {
  expect(completionFell(today, yesterday)).toBeUndefined()
})
