// How tables of the cabinet are sorted.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortedBy } from '../../cabinet/src/parts/sorted-by.ts'

const itself = (value: string | number | null) => value

describe('sorting of a table', () => {
  it('orders numbers by size and words as a reader does, unknown values last', () => {
    expect(sortedBy([10, null, 9], itself, 'ascending')).toEqual([9, 10, null])
    expect(sortedBy([10, null, 9], itself, 'descending')).toEqual([10, 9, null])
    expect(sortedBy(['trunk 10', 'Trunk 9', 'Ель', 'ёж'], itself, 'ascending')).toEqual([
      'Trunk 9',
      'trunk 10',
      'ёж',
      'Ель',
    ])
  })

  it('loses no row and turns around with the direction', () => {
    const numbers = fc.uniqueArray(fc.integer())
    fc.assert(
      fc.property(numbers, (values) => {
        const up = sortedBy(values, itself, 'ascending')
        expect(up.toSorted()).toEqual(values.toSorted())
        expect(sortedBy(values, itself, 'descending')).toEqual(up.toReversed())
      }),
    )
  })
})
