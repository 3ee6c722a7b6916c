// RFC 3550 5.1:
//
//   0                   1                   2                   3
//   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//  |V=2|P|X|  CC   |M|     PT      |       sequence number         |
//  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//  |                           timestamp                           |
//  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//  |           synchronization source (SSRC) identifier            |
//  +=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
//  |            contributing source (CSRC) identifiers, 0 to 15    |
//  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+

const rtpHeaderBytes = 12
const version2 = 0b10 << 6
const paddingBit = 0b0010_0000
const extensionBit = 0b0001_0000
const markerBit = 0b1000_0000

export interface RtpPacket {
  readonly marker: boolean
  readonly payloadType: number
  /** 16 bits, wraps. */
  readonly sequence: number
  /** 32 bits, wraps; in samples. */
  readonly timestamp: number
  readonly ssrc: number
  readonly payload: Uint8Array
}

/** Writes header and payload into a new buffer. */
export function writeRtp(packet: RtpPacket): Buffer {
  const bytes = Buffer.allocUnsafe(rtpHeaderBytes + packet.payload.length)
  bytes[0] = version2
  bytes[1] = (packet.marker ? markerBit : 0) | (packet.payloadType & 0x7f)
  bytes.writeUInt16BE(packet.sequence & 0xffff, 2)
  bytes.writeUInt32BE(packet.timestamp >>> 0, 4)
  bytes.writeUInt32BE(packet.ssrc >>> 0, 8)
  bytes.set(packet.payload, rtpHeaderBytes)
  return bytes
}

/** Reads a datagram; undefined when it is not RTP. The payload is a view, not a copy. */
export function readRtp(bytes: Buffer): RtpPacket | undefined {
  if (bytes.length < rtpHeaderBytes) return undefined
  const first = bytes[0]!
  const second = bytes[1]!
  if ((first & 0b1100_0000) !== version2) return undefined
  let start = rtpHeaderBytes + (first & 0x0f) * 4
  let end = bytes.length
  if ((first & extensionBit) !== 0) {
    // RFC 3550 5.3.1: two bytes of profile, then the count of 32-bit words that follow.
    if (start + 4 > end) return undefined
    start += 4 + bytes.readUInt16BE(start + 2) * 4
  }
  if (start > end) return undefined
  if ((first & paddingBit) !== 0) {
    // RFC 3550 5.1: the last byte is the length of the padding, that byte included.
    const padding = bytes[end - 1]!
    if (padding === 0 || start + padding > end) return undefined
    end -= padding
  }
  return {
    marker: (second & markerBit) !== 0,
    payloadType: second & 0x7f,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    ssrc: bytes.readUInt32BE(8),
    payload: bytes.subarray(start, end),
  }
}

/** How far sequence `a` is ahead of `b`, from -32768 to 32767 (RFC 3550 A.1: arithmetic modulo 2^16). */
export function sequenceDistance(a: number, b: number): number {
  return ((a - b) << 16) >> 16
}
