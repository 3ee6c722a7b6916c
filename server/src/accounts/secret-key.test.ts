import { expect, it } from 'vitest'
import type { ServiceRecord } from '../storage/records.ts'
import { hashKey, keyMatches } from './secret-key.ts'

const current = 'a'.repeat(32)
const previous = 'b'.repeat(32)
const rotated = {
  keyHash: hashKey(current),
  previousKeyHash: hashKey(previous),
  previousKeyEndsAt: 1_000,
} as unknown as ServiceRecord

it('secret key: the right key is always accepted, and no other one in between', () => {
  for (let round = 0; round < 2; round++) {
    expect(keyMatches(rotated, current, 0)).toBe(true)
    for (const wrong of ['c'.repeat(32), current.slice(1), `${current}a`, ''])
      expect([wrong, keyMatches(rotated, wrong, 0)]).toEqual([wrong, false])
  }
})

it('secret key: the previous key is refused after its overlap, however often it was accepted', () => {
  expect([keyMatches(rotated, previous, 998), keyMatches(rotated, previous, 999)]).toEqual([true, true])
  expect(keyMatches(rotated, previous, 1_000)).toBe(false)
})

it('secret key: a key that was verified for one service is refused for another', () => {
  const other = { ...rotated, keyHash: hashKey(previous), previousKeyHash: null } as ServiceRecord
  expect([keyMatches(rotated, current, 0), keyMatches(other, current, 0)]).toEqual([true, false])
})
