import { expect, it } from 'vitest'
import { isWholeNumber } from './read-phone.ts'

it.each([
  ['74951230000', true],
  ['78001234567', true],
  ['77273123456', true],
  ['442079460958', true],
  ['7495123', false],
  ['1234567', false],
  ['84951240000', false],
  ['+84951240000', true],
  ['75951230000', false],
  ['749512300001', false],
])('%s: %s', (digits, isWhole) => {
  expect(isWholeNumber(digits)).toBe(isWhole)
})
