import { isIPv6 } from 'node:net'
import { canonicalAddress } from './canonical-address.ts'

/** The unit of the per-peer limits: an IPv4 address, or an IPv6 /64, whose addresses all belong to one customer. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = canonicalAddress(address).split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  return `${[...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, 4).join(':')}::/64`
}
