import { describe, expect, it } from 'vitest'
import { judgeCurve } from './curve.ts'

const sizes = [1_000, 10_000, 100_000, 1_000_000]
const kindOf = (cost: (size: number) => number) =>
  judgeCurve(sizes.map((size) => [size, cost(size)] as const)).kind

describe('judging a curve of costs', () => {
  it('calls small differences level', () => {
    expect(kindOf((size) => 100 + (size % 7))).toBe('level')
    expect(kindOf((size) => 100 - Math.log10(size))).toBe('level')
  })

  it('accepts what adds the same with each decade', () => {
    expect(kindOf((size) => 20 * Math.log10(size))).toBe('logarithmic or better')
  })

  it('names a root and a line worse than logarithmic', () => {
    expect(kindOf((size) => 10 + Math.sqrt(size))).toBe('worse than logarithmic')
    expect(kindOf((size) => 50 + size / 1_000)).toBe('worse than logarithmic')
  })

  it('goes on as the last decade did', () => {
    const { tenTimes } = judgeCurve(sizes.map((size) => [size, 20 * Math.log10(size)] as const))
    expect(tenTimes).toBeCloseTo(140)
  })
})
