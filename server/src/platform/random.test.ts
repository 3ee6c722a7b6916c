import { expect, it } from 'vitest'
import { systemRandom } from './random.ts'

it('random bytes taken ahead are given once, and a later taking does not change them', () => {
  const taken = Array.from({ length: 2_000 }, () => systemRandom.bytes(12))
  const texts = taken.map((bytes) => bytes.toString('hex'))
  expect(new Set(texts).size).toBe(taken.length)
  expect(systemRandom.bytes(16)).toHaveLength(16)
  expect(taken.map((bytes) => bytes.toString('hex'))).toEqual(texts)
})
