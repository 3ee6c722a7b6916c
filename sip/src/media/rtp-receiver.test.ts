import { describe, expect, it } from 'vitest'
import type { RtpPacket } from './rtp-packet.ts'
import { RtpReceiver } from './rtp-receiver.ts'

function listen(sequences: readonly number[], ssrc = 1) {
  const heard: number[] = []
  const receiver = new RtpReceiver((packet) => heard.push(packet.sequence))
  for (const sequence of sequences) receiver.take(packet(sequence, ssrc), sequence * 20)
  return { heard, receiver }
}

function packet(sequence: number, ssrc = 1): RtpPacket {
  const timestamp = (sequence * 160) >>> 0
  return { marker: false, payloadType: 8, sequence, timestamp, ssrc, payload: new Uint8Array(160) }
}

describe('RTP receiver', () => {
  it('reorders swapped packets across the wrap', () => {
    const { heard, receiver } = listen([65533, 65535, 65534, 1, 0, 2])
    expect(heard).toEqual([65533, 65534, 65535, 0, 1, 2])
    expect(receiver.counts.lost).toBe(0)
  })

  it('gives up a missing packet after five others and counts it as lost', () => {
    const { heard, receiver } = listen([10, 12, 13, 14, 15, 16])
    expect(heard).toEqual([10])
    receiver.take(packet(17), 0)
    expect(heard).toEqual([10, 12, 13, 14, 15, 16, 17])
    expect(receiver.counts.lost).toBe(1)
    receiver.take(packet(11), 0)
    expect([heard.length, receiver.counts.late]).toEqual([7, 1])
  })

  it('delivers a repeated packet once', () => {
    const { heard, receiver } = listen([1, 1, 3, 3, 2, 2])
    expect(heard).toEqual([1, 2, 3])
    expect(receiver.counts.late + receiver.counts.duplicate).toBe(3)
  })

  it('delivers the waiting packets at the end', () => {
    const { heard, receiver } = listen([1, 3, 5])
    receiver.flush()
    expect(heard).toEqual([1, 3, 5])
    expect(receiver.counts.lost).toBe(2)
  })

  it('follows a new source at once', () => {
    const { heard, receiver } = listen([100, 101])
    receiver.take(packet(7, 2), 0)
    receiver.take(packet(8, 2), 0)
    expect(heard).toEqual([100, 101, 7, 8])
    expect([receiver.ssrc, receiver.counts.restarts]).toEqual([2, 1])
  })

  it('accepts a large jump in the sequence only when a second packet continues it', () => {
    const { heard } = listen([100, 20_000, 101, 30_000, 30_001, 30_002])
    expect(heard).toEqual([100, 101, 30_001, 30_002])
  })

  it('measures no jitter on an even stream, and some on an uneven one', () => {
    const even = listen(Array.from({ length: 100 }, (_, index) => index))
    expect(even.receiver.jitterMs).toBe(0)
    const receiver = new RtpReceiver(() => {})
    for (let index = 0; index < 500; index++) receiver.take(packet(index), index * 20 + (index % 2) * 8)
    expect(receiver.jitterMs).toBeCloseTo(8, 0)
  })

  it('never holds more packets than its window', () => {
    const heard: number[] = []
    const receiver = new RtpReceiver((one) => heard.push(one.sequence))
    for (let index = 0; index < 2000; index += 2) receiver.take(packet(index), 0)
    expect(heard.length).toBeGreaterThanOrEqual(1000 - 5)
  })
})
