import type { IncomingMessage } from 'node:http'
import { isIP, SocketAddress } from 'node:net'
import type { AddressList } from './address-list.ts'

/**
 * The address of the peer. Behind a trusted proxy: the last address in `X-Forwarded-For` that is not one of our
 * proxies.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: AddressList): string {
  let address = plainAddress(request.socket.remoteAddress ?? '')
  if (trustedProxies.isEmpty || !trustedProxies.has(address)) return address
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  for (const entry of forwarded.reverse()) {
    const candidate = plainAddress(entry.trim())
    if (isIP(candidate) === 0) return address
    address = candidate
    if (!trustedProxies.has(address)) return address
  }
  return address
}

/** Whether the connection is encrypted up to us, or up to a trusted proxy that says so. */
export function isHttps(request: IncomingMessage, trustedProxies: AddressList): boolean {
  if ('encrypted' in request.socket) return true
  const peer = plainAddress(request.socket.remoteAddress ?? '')
  return trustedProxies.has(peer) && request.headers['x-forwarded-proto'] === 'https'
}

/** An IPv4 address that arrived on an IPv6 socket is written as IPv4. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
}

/** The same for an address that somebody wrote, in any of the forms that IPv6 allows. */
export function writtenLimitKey(written: string): string {
  const [address = ''] = written.split('%')
  if (isIP(address) !== 6) return address
  return limitKey(plainAddress(new SocketAddress({ address, family: 'ipv6' }).address))
}

/** The key under which limits count an address. For IPv6 it is the /64 network, because one client owns all of it. */
export function limitKey(address: string): string {
  return address.includes(':') ? groupsOfIpv6(address).slice(0, 4).join(':') : address
}

/** The eight groups of an address without an IPv4 part. */
export function groupsOfIpv6(address: string): string[] {
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - rest.length }, () => '0')
  return [...groups, ...zeros, ...rest]
}
