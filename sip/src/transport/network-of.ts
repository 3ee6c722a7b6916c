import { isIPv6 } from 'node:net'

/** Whom a bound counts: an IPv4 address, or the IPv6 network of 64 bits, of which one customer has all addresses. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  // URL writes an IPv6 address in its one canonical form, without the zone.
  const [head = '', tail] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  return `${[...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, 4).join(':')}::/64`
}
