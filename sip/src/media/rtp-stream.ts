import type { Clock, Timer } from '../clock.ts'
import type { Random } from '../random.ts'
import { convertG711, decodeG711, type G711Law } from './g711.ts'
import { type Codec, G722Decoder, G722Encoder } from './g722.ts'
import { MediaSource } from './media-source.ts'
import { Recording } from './recording.ts'
import { isRtcp, readGoodbyes, type SenderReport, writeGoodbye, writeSenderReport } from './rtcp.ts'
import { type RtpPacket, readRtp } from './rtp-packet.ts'
import { RtpReceiver, type RtpReceiverCounts } from './rtp-receiver.ts'
import { RtpSender, type Word } from './rtp-sender.ts'
import type { AgreedAudio, AgreedSrtp } from './sdp-offer-answer.ts'
import { SrtpReceiver, SrtpSender } from './srtp.ts'
import { type Digit, EventReader } from './telephone-event.ts'
import { packetIntervalMs, type Ticker } from './ticker.ts'

/** What a usual jitter buffer evens out: a packet that leaves later than this is late. */
const jitterBufferMs = 100
/** RFC 3550 6.2: 5 s is the least interval between reports. */
const reportIntervalMs = 5000

/** G.711 with the law it is in. */
export interface Audio {
  readonly law: G711Law
  readonly bytes: Uint8Array
  /** After a gap in sending, the word that was cut begins again. Without words the audio continues where it was. */
  readonly words?: readonly Word[]
}

/** Events of a stream. */
export interface RtpStreamEvents {
  /** The first valid packet: the far end is sending. */
  onFirstPacket?(): void
  onDigit?(digit: Digit): void
  /** Audio that came, in its order: linear samples at 8 kHz. Without this handler nothing is decoded. */
  onAudio?(samples: Int16Array): void
  /** Nothing was received for the configured time; called once per silence. */
  onSilence?(): void
  /** The far end sent RTCP BYE. */
  onGoodbye?(): void
}

export interface RtpStreamOptions extends RtpStreamEvents {
  readonly clock: Clock
  readonly ticker: Ticker
  readonly random: Random
  readonly send: (bytes: Buffer, port: number, address: string) => void
  readonly sendRtcp: (bytes: Buffer, port: number, address: string) => void
  /** RFC 3550 6.5.1. */
  readonly cname: string
  /** Trusted source addresses of the peer's media besides the described address. None when left out. */
  readonly trusts?: (address: string) => boolean
  /** How long silence may last before `onSilence`; 0 disables it. */
  readonly silenceMs?: number
  readonly whenIdle?: 'silence' | 'nothing'
  /** Records what is received, up to this many seconds; 0 records nothing. */
  readonly recordSeconds?: number
}

export interface RtpStreamCounts extends RtpReceiverCounts {
  /** Packets that are not RTP, or have a payload type that was not agreed. */
  notUnderstood: number
  /** Packets from an address that an older description named. */
  former: number
  /** Packets from an address that neither the newest description names nor the owner trusts. */
  stranger: number
  /** RTCP datagrams of the far end. */
  rtcp: number
}

/** One audio stream in both directions, without its sockets. */
export class RtpStream {
  readonly #options: RtpStreamOptions
  readonly #receiver: RtpReceiver
  readonly #events = new EventReader()
  readonly #ssrc: number
  readonly #source: MediaSource
  readonly recording: Recording | undefined
  readonly #encoder = new G722Encoder()
  readonly #decoder = new G722Decoder()
  #sender: RtpSender | undefined
  #agreed: AgreedAudio | undefined
  #sealer: SrtpSender | undefined
  #opener: SrtpReceiver | undefined
  #stopTicking: (() => void) | undefined
  #silenceTimer: Timer | undefined
  #lastHeardMs = 0
  #nextReportMs = 0
  /** When the last packet was due, and when it was sent. */
  #lastDueMs: number | undefined
  #lastSentMs = 0
  #lateMs = 0
  #earlierBrokenWords = 0
  #notUnderstood = 0
  #former = 0
  #stranger = 0
  #rtcp = 0
  #closed = false

  constructor(options: RtpStreamOptions, law: G711Law = 'pcma') {
    this.#options = options
    this.#ssrc = options.random.below(2 ** 32)
    this.#source = new MediaSource(options.trusts)
    this.#receiver = new RtpReceiver((packet) => this.#deliver(packet))
    if ((options.recordSeconds ?? 0) > 0) this.recording = new Recording(law, options.recordSeconds)
  }

  get counts(): RtpStreamCounts {
    return {
      ...this.#receiver.counts,
      notUnderstood: this.#notUnderstood,
      former: this.#former,
      stranger: this.#stranger,
      rtcp: this.#rtcp,
    }
  }

  get jitterMs(): number {
    return this.#receiver.jitterMs
  }

  get packetsSent(): number {
    return this.#sender?.report.packets ?? 0
  }

  /** How long the peer has waited for late packets, in sum. */
  get lateMs(): number {
    return this.#lateMs
  }

  /** Words that were cut by a gap in sending, and begun again. */
  get brokenWords(): number {
    return this.#earlierBrokenWords + (this.#sender?.brokenWords ?? 0)
  }

  /** Starts, or continues with the result of a later offer and answer. */
  agree(agreed: AgreedAudio): void {
    if (this.#closed) return
    const before = this.#agreed
    this.#agreed = agreed
    this.#useKeys(before?.srtp, agreed.srtp)
    const { remoteAddress: address, remotePort: port, remoteRtcpPort: rtcpPort } = agreed
    // RFC 3264 8.4: an address of zeros puts the call on hold. The peer's address is still the one it named before.
    if (!isUnspecified(address))
      this.#source.describe({ address, port, rtcpPort }, this.#options.clock.nowMs())
    const sameCodec =
      before?.payloadType === agreed.payloadType &&
      before.eventPayloadType === agreed.eventPayloadType &&
      before.packetMs === agreed.packetMs
    if (this.#sender === undefined || !sameCodec) this.#replaceSender(agreed, before)
    if (agreed.maySpeak) this.#startSpeaking()
    else this.#stopSpeaking()
    this.#lastHeardMs = this.#options.clock.nowMs()
    this.#watchSilence()
  }

  /**
   * Plays a clip; on hold it starts when the hold ends. Resolves true when the last packet was sent, false when it was
   * stopped.
   */
  play(audio: Audio): Promise<boolean> {
    const sender = this.#sender
    const agreed = this.#agreed
    if (sender === undefined || agreed === undefined) return Promise.resolve(false)
    const bytes = convertG711(audio.law, lawOf(agreed.codec), audio.bytes)
    return new Promise((resolve) => {
      if (!sender.play(bytes, resolve, audio.words)) resolve(false)
    })
  }

  /** Sends a key press; false when the far end accepts no events. */
  press(digit: Digit, durationMs = 100): Promise<boolean> {
    const sender = this.#sender
    if (sender === undefined) return Promise.resolve(false)
    return new Promise((resolve) => {
      if (!sender.press(digit, durationMs, resolve)) resolve(false)
    })
  }

  /** Drops what is still to be played. */
  hush(): void {
    this.#sender?.stop()
  }

  /** A datagram on the RTP port. */
  takeRtp(bytes: Buffer, port: number, address: string): void {
    const agreed = this.#agreed
    if (this.#closed || agreed === undefined) return
    const opened = agreed.srtp === undefined ? bytes : this.#opener?.open(bytes)
    const packet = opened === undefined ? undefined : readRtp(opened)
    if (packet === undefined || !agreed.receives.has(packet.payloadType)) {
      if (opened === undefined && !this.#source.knows(address)) this.#stranger++
      else this.#notUnderstood++
      return
    }
    const nowMs = this.#options.clock.nowMs()
    const owner = this.#source.take(port, address, nowMs)
    if (owner === 'former') this.#former++
    if (owner === 'stranger') this.#stranger++
    if (owner !== 'peer') return
    const first = this.#receiver.counts.received === 0
    this.#lastHeardMs = nowMs
    this.#watchSilence()
    this.#receiver.take(packet, nowMs)
    if (first) this.#options.onFirstPacket?.()
  }

  /** A datagram on the RTCP port. RFC 3550 6.6: BYE counts only from the source whose packets are accepted. */
  takeRtcp(bytes: Buffer, address: string): void {
    if (this.#closed || this.#agreed === undefined || !this.#source.knows(address)) return
    const opened = this.#agreed.srtp === undefined ? bytes : this.#opener?.openRtcp(bytes)
    if (opened === undefined || !isRtcp(opened)) return
    this.#rtcp++
    const { ssrc } = this.#receiver
    if (ssrc !== undefined && readGoodbyes(opened).includes(ssrc)) this.#options.onGoodbye?.()
  }

  /** Sends RTCP BYE and ends. */
  close(): void {
    if (this.#closed) return
    this.#receiver.flush()
    this.#closed = true
    this.#stopSpeaking()
    this.#silenceTimer?.clear()
    if (this.#sender === undefined) return
    this.#sender.stop()
    this.#sendRtcp(writeGoodbye(this.#report(this.#sender)))
  }

  #deliver(packet: RtpPacket): void {
    const codec = this.#agreed?.receives.get(packet.payloadType)
    if (codec === undefined) return
    if (codec === 'event') {
      const digit = this.#events.read(packet)
      if (digit !== undefined) this.#options.onDigit?.(digit)
    } else if (this.recording !== undefined || this.#options.onAudio !== undefined) {
      const audio = codec === 'g722' ? this.#decoder.decode(packet.payload) : packet.payload
      const { recording } = this
      recording?.add(convertG711(lawOf(codec), recording.law, audio), packet.timestamp)
      this.#options.onAudio?.(decodeG711(lawOf(codec), audio))
    }
  }

  #tick(dueMs: number): void {
    const sender = this.#sender
    if (sender === undefined) return
    const nowMs = this.#options.clock.nowMs()
    // A stall of the process, or a hold.
    const skipped = Math.round((dueMs - (this.#lastDueMs ?? dueMs)) / packetIntervalMs) - 1
    if (skipped > 0) sender.leap(skipped)
    const lateMs = nowMs - this.#lastSentMs - packetIntervalMs
    if (lateMs > jitterBufferMs) this.#lateMs += lateMs
    this.#lastDueMs = dueMs
    this.#lastSentMs = nowMs
    const { port, address } = this.#source.target
    for (const bytes of sender.packets())
      this.#options.send(this.#sealer?.protect(bytes) ?? bytes, port, address)
    if (nowMs >= this.#nextReportMs) {
      this.#nextReportMs = nowMs + reportIntervalMs
      this.#sendRtcp(writeSenderReport(this.#report(sender)))
    }
  }

  #sendRtcp(bytes: Buffer): void {
    const { rtcpPort, address } = this.#source.target
    this.#options.sendRtcp(this.#sealer?.protectRtcp(bytes) ?? bytes, rtcpPort, address)
  }

  /** RFC 3711 3.2.1: the counters of a direction are kept as long as its key. */
  #useKeys(before: AgreedSrtp | undefined, now: AgreedSrtp | undefined): void {
    const isSameSuite = before?.suite === now?.suite
    if (
      now === undefined ||
      before === undefined ||
      !isSameSuite ||
      !before.localMaster.equals(now.localMaster)
    )
      this.#sealer = now && new SrtpSender(now.suite, now.localMaster)
    if (
      now === undefined ||
      before === undefined ||
      !isSameSuite ||
      !before.remoteMaster.equals(now.remoteMaster)
    )
      this.#opener = now && new SrtpReceiver(now.suite, now.remoteMaster)
  }

  #watchSilence(): void {
    const silenceMs = this.#options.silenceMs ?? 0
    if (silenceMs === 0 || this.#silenceTimer !== undefined) return
    const wake = (delayMs: number): void => {
      this.#silenceTimer = this.#options.clock.after(delayMs, () => {
        this.#silenceTimer = undefined
        const leftMs = this.#lastHeardMs + silenceMs - this.#options.clock.nowMs()
        if (this.#agreed?.mayListen === false || leftMs > 0) return wake(leftMs > 0 ? leftMs : silenceMs)
        this.#options.onSilence?.()
      })
    }
    wake(silenceMs)
  }

  /** The codec has changed: the remaining audio is played in the new codec. */
  #replaceSender(agreed: AgreedAudio, agreedBefore: AgreedAudio | undefined): void {
    const before = this.#sender
    this.#earlierBrokenWords = this.brokenWords
    const sender = new RtpSender({
      law: lawOf(agreed.codec),
      ...(agreed.codec === 'g722' ? { encode: (frame) => this.#encoder.encode(frame) } : {}),
      payloadType: agreed.payloadType,
      packetMs: agreed.packetMs,
      ...(agreed.eventPayloadType === undefined ? {} : { eventPayloadType: agreed.eventPayloadType }),
      ssrc: this.#ssrc,
      // A receiver of SRTP takes the first packet that it hears for one of the first round (RFC 3711 3.3.1). Early media may
      // be a thousand packets that nobody took: they must not have gone round.
      firstSequence: before?.nextSequence ?? this.#options.random.below(2 ** 15),
      firstTimestamp: before?.report.timestamp ?? this.#options.random.below(2 ** 32),
      whenIdle: this.#options.whenIdle ?? 'silence',
    })
    this.#sender = sender
    if (before === undefined) this.#nextReportMs = this.#options.clock.nowMs() + reportIntervalMs
    for (const { audio, words, done } of before?.takeUnspoken() ?? []) {
      const law = lawOf((agreedBefore ?? agreed).codec)
      if (!sender.play(convertG711(law, lawOf(agreed.codec), audio), done, words)) done(false)
    }
  }

  #startSpeaking(): void {
    if (this.#stopTicking !== undefined) return
    // A hold does not make packets late.
    this.#lastSentMs = this.#options.clock.nowMs()
    this.#stopTicking = this.#options.ticker.add((dueMs) => this.#tick(dueMs))
  }

  #stopSpeaking(): void {
    this.#stopTicking?.()
    this.#stopTicking = undefined
  }

  #report(sender: RtpSender): SenderReport {
    return { ...sender.report, ssrc: this.#ssrc, cname: this.#options.cname }
  }
}

/** The law of the queue and of decoded audio. */
const lawOf = (codec: Codec): G711Law => (codec === 'g722' ? 'pcma' : codec)

const isUnspecified = (address: string): boolean => address === '0.0.0.0' || address === '::'
