import { describe, expect, it } from 'vitest'
import { EventReader, eventPayloads } from './telephone-event.ts'

const press = (digit: '5' | '9' | '#', timestamp: number, sequence = 0) =>
  eventPayloads(digit, 800, 160).map((payload, index) => ({
    marker: index === 0,
    payloadType: 101,
    sequence: sequence + index,
    timestamp,
    ssrc: 1,
    payload,
  }))

describe('telephone-event', () => {
  it('reports a key press once, whichever of its packets arrive', () => {
    const packets = press('5', 1000)
    for (let only = 0; only < packets.length; only++) {
      const reader = new EventReader()
      expect(packets.slice(only).flatMap((packet) => reader.read(packet) ?? [])).toEqual(['5'])
    }
  })

  it('reports the same key twice when it is pressed twice', () => {
    const reader = new EventReader()
    const packets = [...press('9', 1000), ...press('9', 5000), ...press('#', 9000)]
    expect(packets.flatMap((packet) => reader.read(packet) ?? [])).toEqual(['9', '9', '#'])
  })

  it('treats the segments of one long tone as one press', () => {
    const reader = new EventReader()
    const segment = (marker: boolean, timestamp: number, duration: number) => ({
      marker,
      payloadType: 101,
      sequence: 0,
      timestamp,
      ssrc: 1,
      payload: Uint8Array.of(5, 10, duration >> 8, duration & 0xff),
    })
    expect(reader.read(segment(true, 0, 0xffff))).toBe('5')
    expect(reader.read(segment(false, 0xffff, 160))).toBeUndefined()
  })

  it('ignores payloads that are too short or not a key', () => {
    const reader = new EventReader()
    const base = { marker: true, payloadType: 101, sequence: 0, ssrc: 1 }
    expect(reader.read({ ...base, timestamp: 1, payload: Uint8Array.of(5, 0, 0) })).toBeUndefined()
    expect(reader.read({ ...base, timestamp: 2, payload: Uint8Array.of(32, 0, 0, 0) })).toBeUndefined()
  })

  it('limits the length of a tone to what the field can hold', () => {
    const payloads = eventPayloads('5', 10_000_000, 160)
    expect(Buffer.from(payloads.at(-1)!).readUInt16BE(2)).toBe(0xffff)
  })
})
