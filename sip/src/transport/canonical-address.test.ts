import { expect, it } from 'vitest'
import { canonicalAddress } from './canonical-address.ts'

it.each([
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['203.0.113.7', '203.0.113.7'],
  ['sip.example', 'sip.example'],
  ['12:34', '12:34'],
])('canonical form of %s: %s', (address, canonical) => {
  expect(canonicalAddress(address)).toBe(canonical)
})
