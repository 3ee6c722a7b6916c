import { type Clock, systemClock } from '../clock.ts'
import { type Random, systemRandom } from '../random.ts'
import type { G711Law } from './g711.ts'
import { type MediaSession, openMediaSession } from './media-session.ts'
import { type PortRange, RtpPorts } from './rtp-ports.ts'
import type { Audio, RtpStream, RtpStreamEvents } from './rtp-stream.ts'
import { type LocalAudio, readAnswer, writeAnswer, writeOffer } from './sdp-offer-answer.ts'
import type { Digit } from './telephone-event.ts'
import { Ticker } from './ticker.ts'

export interface MediaOptions {
  /** The local address that RTP is received on. */
  readonly bindAddress: string
  /** What SDP says instead, behind NAT. Needed when `bindAddress` is a wildcard. */
  readonly advertisedAddress?: string
  /** One pair of ports for each call. */
  readonly ports: PortRange
  /** Best first; A-law before mu-law when left out. */
  readonly laws?: readonly G711Law[]
  readonly clock?: Clock
  readonly random?: Random
}

export interface CallMediaOptions extends RtpStreamEvents {
  /** Besides the address of the SDP: where the far end's media may come from. Nowhere else when left out. */
  readonly trusts?: (address: string) => boolean
  /** Nothing heard for so long calls `onSilence`; never when left out. */
  readonly silenceMs?: number
  /** What is sent between clips: packets of silence when left out. */
  readonly whenIdle?: 'silence' | 'nothing'
  /** Keeps what is heard, up to so many seconds. */
  readonly recordSeconds?: number
}

/** The audio of all calls of one process: its ports, and the one ticker that paces every stream. */
export class Media {
  readonly #options: MediaOptions
  readonly #ports: RtpPorts
  readonly #clock: Clock
  readonly #random: Random
  readonly #ticker: Ticker
  readonly #address: string

  constructor(options: MediaOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#random = options.random ?? systemRandom
    this.#ports = new RtpPorts(options.ports, this.#random)
    this.#ticker = new Ticker(this.#clock)
    this.#address = options.advertisedAddress ?? options.bindAddress
    if (this.#address === '0.0.0.0' || this.#address === '::') {
      throw new Error(`RTP listens on ${this.#address}: say which address peers are to be told`)
    }
  }

  /** Pairs of ports in use, and how many there are. */
  get ports(): { readonly inUse: number; readonly pairs: number } {
    return this.#ports
  }

  /** Opens the ports of one call. Rejects with `NoMediaPort` when all are in use. */
  async open(options: CallMediaOptions = {}): Promise<CallMedia> {
    const laws = this.#options.laws ?? ['pcma', 'pcmu']
    const session = await openMediaSession({
      ...options,
      clock: this.#clock,
      random: this.#random,
      ticker: this.#ticker,
      ports: this.#ports,
      bindAddress: this.#options.bindAddress,
      cname: this.#random.hex(8),
      ...(laws[0] === undefined ? {} : { law: laws[0] }),
    })
    // RFC 8866 5.2: any number that is unlikely to come again.
    const sessionId = this.#random.below(2 ** 31)
    return new CallMedia(session, { address: this.#address, port: session.port, laws, sessionId, version: 1 })
  }
}

/** The audio of one call: its SDP, what is said and what is heard. */
export class CallMedia {
  readonly #session: MediaSession
  #local: LocalAudio

  constructor(session: MediaSession, local: LocalAudio) {
    this.#session = session
    this.#local = local
  }

  /** Counts, jitter and the recording. */
  get stream(): RtpStream {
    return this.#session.stream
  }

  get port(): number {
    return this.#session.port
  }

  /** The SDP to be sent in an INVITE. */
  offer(): string {
    return writeOffer(this.#local)
  }

  /** Takes the SDP that answers our offer; speaking may begin. False when nothing was agreed on. */
  accept(answer: string): boolean {
    const read = readAnswer(answer, this.#local)
    if (read.kind !== 'agreed') return false
    this.#session.stream.agree(read.agreed)
    return true
  }

  /** The SDP that answers an offer, of the first INVITE or of a later one; undefined: refuse it (488). */
  answer(offer: string): string | undefined {
    const answered = writeAnswer(offer, this.#local)
    if (answered.kind !== 'answered') return undefined
    this.#local = { ...this.#local, version: this.#local.version + 1 }
    this.#session.stream.agree(answered.agreed)
    return answered.sdp
  }

  /** Speaks; resolves true when the last packet has left, false when it was stopped before. */
  play(audio: Audio): Promise<boolean> {
    return this.#session.stream.play(audio)
  }

  /** Presses a key; false when the far end takes no events. */
  press(digit: Digit, durationMs?: number): Promise<boolean> {
    return this.#session.stream.press(digit, durationMs)
  }

  /** Drops what is still to be spoken. */
  hush(): void {
    this.#session.stream.hush()
  }

  /** Says RTCP BYE and gives the ports back. Twice is harmless. */
  close(): void {
    this.#session.close()
  }
}
