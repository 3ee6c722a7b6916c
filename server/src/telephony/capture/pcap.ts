import { isIPv6 } from 'node:net'
import { groupsOfIpv6 } from '../../platform/client-address.ts'

/** One message between us and a peer. */
export interface Captured {
  /** Unix milliseconds, with fractions. */
  readonly at: number
  readonly direction: 'sent' | 'received'
  readonly own: Endpoint
  readonly peer: Endpoint
  readonly bytes: Uint8Array
}

interface Endpoint {
  readonly address: string
  readonly port: number
}

const linkTypeRaw = 101
const maxPacketBytes = 65_535
const udp = 17

/**
 * A capture file for Wireshark (libpcap format, raw IP). Messages over TCP and TLS are written as UDP too: what was said is
 * wanted, not how the stream was cut.
 */
export function pcap(messages: readonly Captured[]): Uint8Array {
  const header = Buffer.alloc(24)
  header.writeUInt32LE(0xa1b2c3d4, 0)
  header.writeUInt16LE(2, 4)
  header.writeUInt16LE(4, 6)
  header.writeUInt32LE(maxPacketBytes, 16)
  header.writeUInt32LE(linkTypeRaw, 20)
  return Buffer.concat([header, ...messages.flatMap(record)])
}

function record({ at, direction, own, peer, bytes }: Captured): Uint8Array[] {
  const [from, to] = direction === 'sent' ? [own, peer] : [peer, own]
  const datagram = Buffer.alloc(8)
  datagram.writeUInt16BE(from.port, 0)
  datagram.writeUInt16BE(to.port, 2)
  datagram.writeUInt16BE(8 + bytes.length, 4)
  const isV6 = isIPv6(peer.address)
  const ip = isV6 ? ipv6(from, to, bytes.length) : ipv4(from, to, bytes.length)
  if (isV6)
    datagram.writeUInt16BE(checksum([ip.subarray(8), pseudoTail(8 + bytes.length), datagram, bytes]), 6)
  const length = ip.length + datagram.length + bytes.length
  if (length > maxPacketBytes) return []
  const head = Buffer.alloc(16)
  head.writeUInt32LE(Math.floor(at / 1000), 0)
  head.writeUInt32LE(Math.floor((at % 1000) * 1000), 4)
  head.writeUInt32LE(length, 8)
  head.writeUInt32LE(length, 12)
  return [head, ip, datagram, bytes]
}

/** UDP over IPv4 may go without a checksum (RFC 768). */
function ipv4(from: Endpoint, to: Endpoint, payload: number): Buffer {
  const ip = Buffer.alloc(20)
  ip[0] = 0x45
  ip.writeUInt16BE(28 + payload, 2)
  ip[8] = 64
  ip[9] = udp
  ip.set(from.address.split('.').map(Number), 12)
  ip.set(to.address.split('.').map(Number), 16)
  ip.writeUInt16BE(checksum([ip]), 10)
  return ip
}

function ipv6(from: Endpoint, to: Endpoint, payload: number): Buffer {
  const ip = Buffer.alloc(40)
  ip[0] = 0x60
  ip.writeUInt16BE(8 + payload, 4)
  ip[6] = udp
  ip[7] = 64
  ip.set(bytesOfIpv6(from.address), 8)
  ip.set(bytesOfIpv6(to.address), 24)
  return ip
}

/** The last eight bytes of the pseudo-header of RFC 8200 8.1. */
function pseudoTail(length: number): Buffer {
  const tail = Buffer.alloc(8)
  tail.writeUInt32BE(length, 0)
  tail[7] = udp
  return tail
}

/** RFC 1071. */
function checksum(parts: readonly Uint8Array[]): number {
  const all = Buffer.concat(parts)
  let sum = 0
  for (let at = 0; at < all.length; at += 2) sum += (all[at]! << 8) | (all[at + 1] ?? 0)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  return ~sum & 0xffff || 0xffff
}

function bytesOfIpv6(address: string): Buffer {
  // An IPv4 address at the end stands for two groups.
  const text = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts) => {
    const [a, b, c, d] = parts.slice(0, 4).map(Number) as [number, number, number, number]
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const bytes = Buffer.alloc(16)
  for (const [index, group] of groupsOfIpv6(text).entries())
    bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2)
  return bytes
}
