// The arithmetic of the cabinet's plots: round ticks, labels that fit, the step that is pointed at.
import { describe, expect, it } from 'vitest'
import { labelDistance, roundTicks, stepAfterKey, stepUnder } from '../../cabinet/src/parts/plots/scale.ts'

describe('ticks of a plot', () => {
  it.each([
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [37, [0, 10, 20, 30, 40]],
    [100, [0, 50, 100]],
    [1_234, [0, 500, 1_000, 1_500]],
  ])('of whole things up to %d are round and whole', (highest, ticks) => {
    expect(roundTicks(highest, 4, 1)).toEqual(ticks)
  })

  it('of money are round below one rouble, without the noise of binary fractions', () => {
    expect(roundTicks(0.35, 4, 0)).toEqual([0, 0.1, 0.2, 0.3, 0.4])
  })

  it('exist even when all values are zero', () => {
    expect(roundTicks(0, 4, 1)).toEqual([0, 1])
  })

  it('reach the highest value with few steps, whatever it is', () => {
    for (let highest = 0.01; highest < 1e9; highest *= 1.37) {
      const ticks = roundTicks(highest, 4)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-9))
      expect(ticks.at(-2)).toBeLessThan(highest)
      expect(ticks.length).toBeLessThanOrEqual(5)
    }
  })
})

describe('step labels of a plot', () => {
  it('are all shown when they fit', () => {
    expect(labelDistance(60, 55)).toBe(1)
  })

  it('thin out to familiar distances', () => {
    expect(labelDistance(12, 55)).toBe(6)
    expect(labelDistance(5, 100)).toBe(24)
  })

  it('thin out to halves of days in long ranges', () => {
    expect(labelDistance(1.7, 136)).toBe(84)
    expect(labelDistance(0.1, 100)).toBe(1_008)
  })
})

describe('the selected step of a plot', () => {
  it('is the one under the pointer, the outermost beside the plot', () => {
    expect([-30, 0, 9.9, 10, 239, 500].map((x) => stepUnder(x, 10, 24))).toEqual([0, 0, 0, 1, 23, 23])
  })

  it('is moved by arrow keys and stays inside', () => {
    expect(stepAfterKey('ArrowRight', 3, 24)).toBe(4)
    expect(stepAfterKey('ArrowRight', 23, 24)).toBe(23)
    expect(stepAfterKey('ArrowLeft', 0, 24)).toBe(0)
    expect(stepAfterKey('ArrowLeft', null, 24)).toBe(23)
    expect(stepAfterKey('Home', 7, 24)).toBe(0)
    expect(stepAfterKey('End', 7, 24)).toBe(23)
    expect(stepAfterKey('Enter', 7, 24)).toBeNull()
  })
})
