import { expect, it } from 'vitest'
import { maxIdAgeMs, VendorIds } from './vendor-ids.ts'

let nowMs = 0
const numbers = (ids: VendorIds, count = 10) => ids.take(count).map(({ vendorId }) => vendorId)

it('kept ids: the next batch uses them in order, while they are young', () => {
  const ids = new VendorIds(() => nowMs)
  ids.release([7, 5], [])
  nowMs += maxIdAgeMs
  expect(numbers(ids, 1)).toEqual([5])
  expect(numbers(ids)).toEqual([7])
})

it('kept ids: an id older than the maximum age is not used', () => {
  const ids = new VendorIds(() => nowMs)
  ids.release([5], [])
  nowMs += maxIdAgeMs / 2
  ids.release([6], [])
  nowMs += maxIdAgeMs / 2 + 1
  expect(numbers(ids)).toEqual([6])
})

it('kept ids: an id whose requests are refused again and again keeps its age', () => {
  const ids = new VendorIds(() => nowMs)
  ids.release([5], [])
  for (let tries = 0; tries < 4; tries++) {
    nowMs += maxIdAgeMs / 4
    const taken = ids.take(1)
    expect(taken).toMatchObject([{ vendorId: 5 }])
    ids.release([5, 6 + tries], taken)
  }
  nowMs += 1
  expect(numbers(ids)).toEqual([6, 7, 8, 9])
})
