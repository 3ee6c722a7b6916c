import { describe, expect, it } from 'vitest'
import { silenceByte } from './g711.ts'
import { readRtp } from './rtp-packet.ts'
import { RtpSender, type RtpSenderOptions } from './rtp-sender.ts'

const options: RtpSenderOptions = {
  law: 'pcma',
  payloadType: 8,
  eventPayloadType: 101,
  ssrc: 7,
  firstSequence: 65534,
  firstTimestamp: 0xffffff00,
}
const next = (sender: RtpSender) => readRtp(sender.packets()[0]!)!

describe('RTP sender', () => {
  it('numbers packets and samples across their wraps, with one marker at the start', () => {
    const sender = new RtpSender(options)
    sender.play(new Uint8Array(480).fill(1), () => {})
    const packets = [next(sender), next(sender), next(sender)]
    expect(packets.map((packet) => [packet.sequence, packet.timestamp, packet.marker])).toEqual([
      [65534, 0xffffff00, true],
      [65535, 0xffffffa0, false],
      [0, 0x40, false],
    ])
    expect(packets.every((packet) => packet.payload.length === 160 && packet.ssrc === 7)).toBe(true)
  })

  it('fills the last packet of a clip with silence and reports when it was sent', () => {
    const sender = new RtpSender(options)
    const heard: boolean[] = []
    sender.play(new Uint8Array(170).fill(1), (whole) => heard.push(whole))
    next(sender)
    expect(heard).toEqual([])
    const last = next(sender)
    expect(heard).toEqual([true])
    expect([...last.payload.subarray(8, 12)]).toEqual([1, 1, silenceByte.pcma, silenceByte.pcma])
  })

  it('sends silence between clips', () => {
    expect(new Set(next(new RtpSender(options)).payload)).toEqual(new Set([silenceByte.pcma]))
  })

  it('can send nothing between clips; its timestamps go on and the next talk spurt is marked', () => {
    const sender = new RtpSender({ ...options, whenIdle: 'nothing' })
    sender.play(new Uint8Array(160), () => {})
    const first = next(sender)
    expect(sender.packets()).toEqual([])
    expect(sender.packets()).toEqual([])
    sender.play(new Uint8Array(160), () => {})
    const second = next(sender)
    expect(second.marker).toBe(true)
    expect(second.sequence).toBe((first.sequence + 1) & 0xffff)
    expect((second.timestamp - first.timestamp) >>> 0).toBe(480)
  })

  it('sends a key as RFC 4733 events, and its timestamps go on', () => {
    const sender = new RtpSender(options)
    sender.play(new Uint8Array(160), () => {})
    const before = next(sender)
    expect(sender.press('#', 60, () => {})).toBe(true)
    const events = Array.from({ length: 5 }, () => next(sender))
    expect(events.map((event) => [event.marker, event.timestamp === events[0]!.timestamp])).toEqual([
      [true, true],
      [false, true],
      [false, true],
      [false, true],
      [false, true],
    ])
    expect(events.map((event) => Buffer.from(event.payload).toString('hex'))).toEqual([
      '0b0a00a0',
      '0b0a0140',
      '0b8a01e0',
      '0b8a01e0',
      '0b8a01e0',
    ])
    expect(events.every((event) => event.payloadType === 101)).toBe(true)
    const after = next(sender)
    expect((after.timestamp - before.timestamp) >>> 0).toBe(6 * 160)
    expect(after.marker).toBe(false)
  })

  it('refuses a key when events were not agreed', () => {
    const { eventPayloadType: _, ...without } = options
    expect(new RtpSender(without).press('1', 100, () => {})).toBe(false)
  })

  it('refuses audio and keys beyond its limits', () => {
    const sender = new RtpSender(options)
    const tenMinutes = new Uint8Array(600 * 8000)
    expect(sender.play(tenMinutes, () => {})).toBe(true)
    expect(sender.play(new Uint8Array(1), () => {})).toBe(false)
    const many = new RtpSender(options)
    const accepted = Array.from({ length: 100 }, () => many.play(new Uint8Array(1), () => {}))
    expect(accepted.filter(Boolean)).toHaveLength(64)
  })

  it('reports to waiting clips that they were cut off', () => {
    const sender = new RtpSender(options)
    const heard: boolean[] = []
    sender.play(new Uint8Array(1600), (whole) => heard.push(whole))
    sender.play(new Uint8Array(1600), (whole) => heard.push(whole))
    next(sender)
    sender.stop()
    expect(heard).toEqual([false, false])
    expect(next(sender).payload[0]).toBe(silenceByte.pcma)
  })
})
