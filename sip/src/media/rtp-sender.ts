import { type G711Law, sampleRateHz, silenceByte } from './g711.ts'
import { writeRtp } from './rtp-packet.ts'
import { type Digit, eventPayloads } from './telephone-event.ts'
import { packetIntervalMs } from './ticker.ts'

/** Ten minutes: longer than any prompt. It limits the memory of one call. */
const maxQueuedBytes = 600 * sampleRateHz
/** Key presses and clips that may wait at once. */
const maxQueuedItems = 64

export interface RtpSenderOptions {
  /** What `play` takes. */
  readonly law: G711Law
  /** From the law to the payload of a packet, in the order of the packets; unchanged when left out. */
  readonly encode?: (frame: Uint8Array) => Uint8Array
  readonly payloadType: number
  /** The payload type agreed for telephone-event; without it keys cannot be sent. */
  readonly eventPayloadType?: number
  readonly ssrc: number
  /** RFC 3550 5.1: both should be random. */
  readonly firstSequence: number
  readonly firstTimestamp: number
  /** The length of a packet: a divisor of the interval. */
  readonly packetMs?: number
  /** Between clips: packets of silence (they keep NAT bindings open and the peer's timeout from firing), or nothing. */
  readonly whenIdle?: 'silence' | 'nothing'
}

/** Audio that must be heard in one piece, in bytes from the start of its clip. */
export interface Word {
  readonly start: number
  readonly end: number
}

interface Clip {
  readonly kind: 'clip'
  readonly audio: Uint8Array
  readonly words: readonly Word[]
  offset: number
  readonly done: (whole: boolean) => void
}

interface KeyPress {
  readonly kind: 'key'
  readonly payloads: readonly Uint8Array[]
  sent: number
  startTimestamp: number
  readonly done: (whole: boolean) => void
}

/** The sending side of one stream, packet by packet. It has no timer and no socket: `packets` is called every 20 ms. */
export class RtpSender {
  readonly #options: RtpSenderOptions
  readonly #samplesPerPacket: number
  readonly #silence: Uint8Array
  readonly #queue: Array<Clip | KeyPress> = []
  #queuedBytes = 0
  #sequence: number
  #timestamp: number
  #markNext = true
  #packets = 0
  #octets = 0
  #brokenWords = 0

  constructor(options: RtpSenderOptions) {
    this.#options = options
    this.#sequence = options.firstSequence & 0xffff
    this.#timestamp = options.firstTimestamp >>> 0
    this.#samplesPerPacket = (sampleRateHz * (options.packetMs ?? packetIntervalMs)) / 1000
    this.#silence = new Uint8Array(this.#samplesPerPacket).fill(silenceByte[options.law])
  }

  /** The position from which a replacing sender continues. */
  get nextSequence(): number {
    return this.#sequence
  }

  /** For the sender report of RTCP. */
  get report(): { readonly packets: number; readonly octets: number; readonly timestamp: number } {
    return { packets: this.#packets, octets: this.#octets, timestamp: this.#timestamp }
  }

  /** Words that a gap has cut; each was begun again. */
  get brokenWords(): number {
    return this.#brokenWords
  }

  /** Queues audio that is already in the stream's law. False when a limit is reached; then `done` is not called. */
  play(audio: Uint8Array, done: (whole: boolean) => void, words: readonly Word[] = []): boolean {
    if (this.#queue.length >= maxQueuedItems || this.#queuedBytes + audio.length > maxQueuedBytes)
      return false
    if (audio.length === 0) {
      done(true)
      return true
    }
    this.#queuedBytes += audio.length
    this.#queue.push({ kind: 'clip', audio, words, offset: 0, done })
    return true
  }

  /** Queues a key press. False when the peer accepts no events or a limit is reached. */
  press(digit: Digit, durationMs: number, done: (whole: boolean) => void): boolean {
    if (this.#options.eventPayloadType === undefined || this.#queue.length >= maxQueuedItems) return false
    const payloads = eventPayloads(
      digit,
      Math.round((durationMs * sampleRateHz) / 1000),
      this.#samplesPerPacket,
    )
    this.#queue.push({ kind: 'key', payloads, sent: 0, startTimestamp: 0, done })
    return true
  }

  /** Hands over the audio still to be played, for a replacing sender. Queued key presses are dropped. */
  takeUnspoken(): Pick<Clip, 'audio' | 'words' | 'done'>[] {
    this.#queuedBytes = 0
    return this.#queue.splice(0).flatMap((item) => {
      if (item.kind === 'clip') {
        const { audio, words, offset, done } = item
        const left = words.map(({ start, end }) => ({ start: start - offset, end: end - offset }))
        return [{ audio: audio.subarray(offset), words: left.filter(({ start }) => start >= 0), done }]
      }
      item.done(false)
      return []
    })
  }

  /** Drops the queue; each waiting item is notified that it was not played completely. */
  stop(): void {
    this.#queuedBytes = 0
    for (const item of this.#queue.splice(0)) item.done(false)
  }

  /** Nothing was sent in these intervals. RFC 3550 5.1: the timestamp follows the time. A word that was cut begins again. */
  leap(intervals: number): void {
    this.#timestamp = (this.#timestamp + (intervals * packetIntervalMs * sampleRateHz) / 1000) >>> 0
    this.#markNext = true // RFC 3551 4.1
    const item = this.#queue[0]
    if (item?.kind !== 'clip') return
    const cut = item.words.find(({ start, end }) => start < item.offset && item.offset < end)
    if (cut === undefined) return
    this.#brokenWords++
    this.#queuedBytes += item.offset - cut.start
    item.offset = cut.start
  }

  /** The datagrams of one interval; none when nothing is sent. */
  packets(): Buffer[] {
    const count = packetIntervalMs / (this.#options.packetMs ?? packetIntervalMs)
    return Array.from({ length: count }, () => this.#next()).filter((bytes) => bytes !== undefined)
  }

  #next(): Buffer | undefined {
    const item = this.#queue[0]
    const bytes =
      item === undefined ? this.#idle() : item.kind === 'clip' ? this.#clip(item) : this.#key(item)
    this.#timestamp = (this.#timestamp + this.#samplesPerPacket) >>> 0
    return bytes
  }

  #idle(): Buffer | undefined {
    if (this.#options.whenIdle !== 'nothing') return this.#audio(this.#silence)
    // RFC 3551 4.1: the first packet after a pause without packets has the marker bit.
    this.#markNext = true
    return undefined
  }

  #clip(clip: Clip): Buffer {
    let frame = clip.audio.subarray(clip.offset, clip.offset + this.#samplesPerPacket)
    clip.offset += frame.length
    this.#queuedBytes -= frame.length
    if (frame.length < this.#samplesPerPacket) {
      const padded = this.#silence.slice()
      padded.set(frame)
      frame = padded
    }
    if (clip.offset >= clip.audio.length) {
      this.#queue.shift()
      clip.done(true)
    }
    return this.#audio(frame)
  }

  #key(key: KeyPress): Buffer {
    if (key.sent === 0) key.startTimestamp = this.#timestamp
    const payload = key.payloads[key.sent]!
    key.sent++
    const marker = key.sent === 1 // RFC 4733 2.5.1.1
    if (key.sent === key.payloads.length) {
      this.#queue.shift()
      key.done(true)
    }
    return this.#packet(marker, this.#options.eventPayloadType!, key.startTimestamp, payload)
  }

  #audio(payload: Uint8Array): Buffer {
    const marker = this.#markNext
    this.#markNext = false
    const encoded = this.#options.encode?.(payload) ?? payload
    return this.#packet(marker, this.#options.payloadType, this.#timestamp, encoded)
  }

  #packet(marker: boolean, payloadType: number, timestamp: number, payload: Uint8Array): Buffer {
    const sequence = this.#sequence
    this.#sequence = (sequence + 1) & 0xffff
    this.#packets++
    this.#octets += payload.length
    return writeRtp({ marker, payloadType, sequence, timestamp, ssrc: this.#options.ssrc, payload })
  }
}
