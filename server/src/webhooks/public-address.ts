import { isIP } from 'node:net'
import { AddressList } from '../platform/address-list.ts'

// Two lists, because Node's BlockList also matches an IPv4 address against IPv6 ranges that cover ::ffff:0:0/96.

/** Ranges without public receivers: the IANA IPv4 special-purpose address registry. */
const notPublicIPv4 = new AddressList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/**
 * Only 2000::/3 is assigned for public use (RFC 4291 2.4). That excludes loopback, private, link-local and multicast
 * space, IPv4 addresses embedded in IPv6 (::ffff:0:0/96, ::/96, NAT64 of RFC 6052) and everything unassigned. The other
 * entries are its special-purpose ranges in the IANA registry.
 */
const notPublicIPv6 = new AddressList([
  '::/3',
  '4000::/2',
  '8000::/1',
  // RFC 2928: Teredo, ORCHID and other protocols.
  '2001::/23',
  '2001:db8::/32',
  // RFC 3056: 6to4 carries an IPv4 address.
  '2002::/16',
  '3fff::/20',
])

/** RFC 5214 6.1: an ISATAP interface id ends any IPv6 address with `[02]00:5efe` and an IPv4 address. */
const isatap = /:(?:0|200)?:5efe:[0-9a-f]{1,4}:[0-9a-f]{1,4}$/i

/** Text that is not an address, or an address of a local scope (`fe80::1%eth0`), is not public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublicIPv4.has(address)
  return family === 6 && !address.includes('%') && !notPublicIPv6.has(address) && !isatap.test(address)
}
