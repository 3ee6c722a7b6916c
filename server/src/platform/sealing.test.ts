import { expect, it } from 'vitest'
import { systemRandom } from './random.ts'
import { Sealer } from './sealing.ts'

const sealer = new Sealer(systemRandom.bytes(32), systemRandom)

it('sealing: opens what it sealed, and seals the same text differently every time', () => {
  const first = sealer.seal('whsec_ключ', 'webhook')
  expect(sealer.open(first, 'webhook')).toBe('whsec_ключ')
  expect(sealer.seal('whsec_ключ', 'webhook').equals(first)).toBe(false)
  expect(first.includes('whsec_')).toBe(false)
})

it('sealing: refuses another purpose, another key, and every changed byte', () => {
  const sealed = sealer.seal('secret', 'webhook')
  expect(() => sealer.open(sealed, 'trunk')).toThrow()
  expect(() => new Sealer(systemRandom.bytes(32), systemRandom).open(sealed, 'webhook')).toThrow()
  for (let place = 0; place < sealed.length; place++) {
    const changed = Buffer.from(sealed)
    changed[place]! ^= 1
    expect(() => sealer.open(changed, 'webhook')).toThrow()
  }
  expect(() => sealer.open(sealed.subarray(0, 20), 'webhook')).toThrow('not a sealed secret')
})
