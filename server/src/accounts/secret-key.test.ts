import { expect, it } from 'vitest'
import type { KeyRecord } from '../storage/queries/service-keys.ts'
import type { ServiceRecord } from '../storage/queries/services.ts'
import { hashKey, mainKeys, matchingKey } from './secret-key.ts'

const current = 'a'.repeat(32)
const previous = 'b'.repeat(32)
const further = 'd'.repeat(32)
const service = {
  id: 7,
  keyHash: hashKey(current),
  previousKeyHash: hashKey(previous),
  previousKeyEndsAt: 1_000,
  keyUsedAt: 5,
  previousKeyUsedAt: 4,
} as unknown as ServiceRecord
const readOnly = { id: 3, scope: 'read', keyHash: hashKey(further), endsAt: null } as unknown as KeyRecord
const keys = [...mainKeys(service), readOnly]
const scopeOf = (key: string, now: number, of = keys) => matchingKey(of, key, now)?.scope

it('secret key: the right key is always accepted, and no other one in between', () => {
  for (let round = 0; round < 2; round++) {
    expect([scopeOf(current, 0), scopeOf(further, 0)]).toEqual(['all', 'read'])
    for (const wrong of ['c'.repeat(32), current.slice(1), `${current}a`, ''])
      expect([wrong, scopeOf(wrong, 0)]).toEqual([wrong, undefined])
  }
})

it('secret key: the previous key is refused after its overlap, however often it was accepted', () => {
  expect([scopeOf(previous, 998), scopeOf(previous, 999)]).toEqual(['all', 'all'])
  expect(scopeOf(previous, 1_000)).toBeUndefined()
})

it('secret key: a key that was verified for one service is refused for another', () => {
  const other = mainKeys({ ...service, keyHash: hashKey(previous), previousKeyHash: null } as ServiceRecord)
  expect([scopeOf(current, 0), scopeOf(current, 0, other)]).toEqual(['all', undefined])
})
