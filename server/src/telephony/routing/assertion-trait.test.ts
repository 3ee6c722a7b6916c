import { expect, it } from 'vitest'
import { callerSourceRule } from '../../storage/queries/trunk-counts.ts'
import { CountMemory } from './count-memory.ts'
import { assertionTraitOf } from './learned-traits.ts'

const { none } = callerSourceRule

it('trait of asserting: known after twenty calls, with one exception in twenty', () => {
  expect(assertionTraitOf({ ...none, asserted: 19 })).toBe('unknown')
  expect(assertionTraitOf({ ...none, asserted: 20 })).toBe('asserts')
  expect(assertionTraitOf({ ...none, asserted: 19, from: 1 })).toBe('asserts')
  expect(assertionTraitOf({ ...none, asserted: 18, from: 2 })).toBe('mixed')
  expect(assertionTraitOf({ ...none, from: 15, 'remote-party': 5 })).toBe('never-asserts')
})

it('trait of asserting: is learned again when a carrier stops asserting', () => {
  const memory = new CountMemory(callerSourceRule)
  for (let call = 0; call < 400; call++) memory.note('asserted')
  expect(assertionTraitOf(memory.counts)).toBe('asserts')
  for (let call = 0; call < 4_000; call++) memory.note('from')
  expect(assertionTraitOf(memory.counts)).toBe('never-asserts')
})
