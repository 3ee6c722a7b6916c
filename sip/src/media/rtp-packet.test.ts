import { describe, expect, it } from 'vitest'
import { readRtp, sequenceDistance, writeRtp } from './rtp-packet.ts'

const packet = {
  marker: true,
  payloadType: 8,
  sequence: 65535,
  timestamp: 0xffffff60,
  ssrc: 0x89abcdef,
  payload: Uint8Array.of(1, 2, 3, 4),
}

describe('RTP header', () => {
  it('has the bytes of RFC 3550 5.1', () => {
    expect(writeRtp(packet).toString('hex')).toBe('8088ffffffffff6089abcdef01020304')
  })

  it('reads what it writes', () => {
    const read = readRtp(writeRtp(packet))
    expect({ ...read, payload: [...read!.payload] }).toEqual({ ...packet, payload: [1, 2, 3, 4] })
  })

  it('excludes contributing sources, extension and padding from the payload', () => {
    const bytes = Buffer.from('b2080001000000010000000211111111222222220000000133333333aabb0002', 'hex')
    expect(Buffer.from(readRtp(bytes)!.payload).toString('hex')).toBe('aabb')
  })

  it.each([
    ['too short', '8008000100000001000000'],
    ['version 1', '400800010000000100000002aa'],
    ['sources beyond the end', '8f0800010000000100000002aa'],
    ['an extension beyond the end', '900800010000000100000002000000ff'],
    ['an extension header that is cut', '9008000100000001000000020000'],
    ['padding of zero', 'a00800010000000100000002aa00'],
    ['padding beyond the start', 'a00800010000000100000002aaff'],
  ])('is not found in a datagram with %s', (_, hex) => {
    expect(readRtp(Buffer.from(hex, 'hex'))).toBeUndefined()
  })

  it('computes the sequence distance across the wrap', () => {
    expect(sequenceDistance(2, 65534)).toBe(4)
    expect(sequenceDistance(65534, 2)).toBe(-4)
  })
})
