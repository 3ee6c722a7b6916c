// RFC 4733 2.3, the payload of a named event:
//
//   0                   1                   2                   3
//   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//  |     event     |E|R| volume    |          duration             |
//  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+

import type { RtpPacket } from './rtp-packet.ts'

/** RFC 4733 3.2, table 3: the codes 0 to 15 in order. */
const digits = '0123456789*#ABCD'
export type Digit =
  | ('0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9')
  | ('*' | '#' | 'A' | 'B' | 'C' | 'D')

const payloadBytes = 4
const endBit = 0x80
/** Power in -dBm0; 10 is what phones send. */
const volume = 10
/** RFC 4733 2.5.1.3: the field has 16 bits, so a tone of more than 8 s would need segments. */
const longestDurationSamples = 0xffff
/** RFC 4733 2.5.1.4: the last packet is sent three times in total, because its loss would lengthen the tone. */
const endPackets = 3

export function isDigit(text: string): text is Digit {
  return text.length === 1 && digits.includes(text)
}

interface EventPayload {
  readonly code: number
  readonly end: boolean
  readonly durationSamples: number
}

function readEvent(payload: Uint8Array): EventPayload | undefined {
  if (payload.length < payloadBytes) return undefined
  return {
    code: payload[0]!,
    end: (payload[1]! & endBit) !== 0,
    durationSamples: (payload[2]! << 8) | payload[3]!,
  }
}

function writeEvent(event: EventPayload): Uint8Array {
  const { code, end, durationSamples } = event
  return Uint8Array.of(code, (end ? endBit : 0) | volume, durationSamples >> 8, durationSamples & 0xff)
}

/**
 * The payloads of one key press, one per packet interval: with growing duration while the key is down, then the end
 * packet three times. All packets of a press have the timestamp of the first (RFC 4733 2.5.1.2).
 */
export function eventPayloads(digit: Digit, durationSamples: number, samplesPerPacket: number): Uint8Array[] {
  const code = digits.indexOf(digit)
  const total = Math.min(Math.max(durationSamples, samplesPerPacket), longestDurationSamples)
  const payloads: Uint8Array[] = []
  for (let elapsed = samplesPerPacket; elapsed < total; elapsed += samplesPerPacket) {
    payloads.push(writeEvent({ code, end: false, durationSamples: elapsed }))
  }
  const last = writeEvent({ code, end: true, durationSamples: total })
  for (let copy = 0; copy < endPackets; copy++) payloads.push(last)
  return payloads
}

/** Turns packets into key presses: each press is reported once, at its first packet, despite losses and copies. */
export class EventReader {
  #code = -1
  #startTimestamp = -1
  #durationSamples = 0

  /** The key pressed with this packet, if it is the first packet of its press. */
  read(packet: RtpPacket): Digit | undefined {
    const event = readEvent(packet.payload)
    if (event === undefined) return undefined
    if (event.code === this.#code && packet.timestamp === this.#startTimestamp) {
      this.#durationSamples = Math.max(this.#durationSamples, event.durationSamples)
      return undefined
    }
    // RFC 4733 2.5.1.3: a long tone continues in a segment that begins where the last one ended.
    const goesOn =
      event.code === this.#code &&
      !packet.marker &&
      packet.timestamp === (this.#startTimestamp + this.#durationSamples) >>> 0
    this.#code = event.code
    this.#startTimestamp = packet.timestamp
    this.#durationSamples = event.durationSamples
    if (goesOn) return undefined
    const digit = digits[event.code]
    return digit !== undefined && isDigit(digit) ? digit : undefined
  }
}
