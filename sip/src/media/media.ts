import { isIP } from 'node:net'
import { type Clock, systemClock } from '../clock.ts'
import { type Random, systemRandom } from '../random.ts'
import type { Resolver } from '../resolve/resolver.ts'
import type { Codec } from './g722.ts'
import { type MediaSession, openMediaSession } from './media-session.ts'
import { type PortRange, RtpPorts } from './rtp-ports.ts'
import type { Audio, RtpStream, RtpStreamEvents } from './rtp-stream.ts'
import { type AgreedAudio, type LocalAudio, readAnswer, writeAnswer, writeOffer } from './sdp-offer-answer.ts'
import { masterBytes, srtpSuites } from './srtp.ts'
import type { Digit } from './telephone-event.ts'
import { Ticker } from './ticker.ts'

export interface MediaOptions {
  /** The local address that RTP is received on. */
  readonly bindAddress: string
  /** The address in our SDP, behind NAT. Needed when `bindAddress` is a wildcard. */
  readonly advertisedAddress?: string
  /** One pair of ports for each call. */
  readonly ports: PortRange
  /** Codecs, preferred first; A-law before mu-law when left out. */
  readonly codecs?: readonly Codec[]
  /** Looks up host names in SDP. Without it such a description is refused. */
  readonly resolver?: Pick<Resolver, 'addresses'>
  readonly clock?: Clock
  readonly random?: Random
}

/** The lookup of a host name fails after this time. */
const lookUpMs = 2_000

export interface CallMediaOptions extends RtpStreamEvents {
  /** The host name in the newest description has no address that we can reach. */
  onUnresolved?(): void
  /** Trusted source addresses of the far end's media besides the address in the SDP. None when left out. */
  readonly trusts?: (address: string) => boolean
  /** The address in our SDP instead of that of `Media`: our address as this peer sees it. */
  readonly address?: string | undefined
  /** Codecs of this call, preferred first, instead of those of `Media`. */
  readonly codecs?: readonly Codec[]
  /** `onSilence` is called when nothing was received for this long; never when left out. */
  readonly silenceMs?: number
  /** What is sent between clips: packets of silence when left out. */
  readonly whenIdle?: 'silence' | 'nothing'
  /** SRTP with the keys in the SDP (RFC 4568). Use it only over TLS, where nobody else can read the SDP. `offered`: plain RTP is taken too. */
  readonly secure?: boolean | 'offered'
  /** Records what is received, up to this many seconds. */
  readonly recordSeconds?: number
}

/** The audio of all calls of one process: its ports, and the single ticker that paces every stream. */
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

  /** Pairs of ports in use, and in total. */
  get ports(): { readonly inUse: number; readonly pairs: number } {
    return this.#ports
  }

  /** Opens the ports of one call. Rejects with `NoMediaPort` when all are in use. */
  async open(options: CallMediaOptions = {}): Promise<CallMedia> {
    const codecs = options.codecs ?? this.#options.codecs ?? ['pcma', 'pcmu']
    const law = codecs.find((codec) => codec !== 'g722')
    const session = await openMediaSession({
      ...options,
      clock: this.#clock,
      random: this.#random,
      ticker: this.#ticker,
      ports: this.#ports,
      bindAddress: this.#options.bindAddress,
      cname: this.#random.hex(8),
      ...(law === undefined ? {} : { law }),
    })
    // RFC 8866 5.2: a number that is unlikely to be used again.
    const sessionId = this.#random.below(2 ** 31)
    const newCryptos = () =>
      srtpSuites.map((suite) => ({ suite, master: Buffer.from(this.#random.hex(masterBytes), 'hex') }))
    const local = {
      address: options.address ?? this.#address,
      port: session.port,
      codecs,
      sessionId,
      version: 1,
      ...(options.secure === true || options.secure === 'offered'
        ? { cryptos: newCryptos(), mayBePlain: options.secure === 'offered' }
        : {}),
    }
    return new CallMedia(session, local, {
      find: this.#options.resolver === undefined ? undefined : (agreed) => this.#find(agreed),
      onUnresolved: () => options.onUnresolved?.(),
    })
  }

  /** The address of a host name; undefined when none is found in time. */
  async #find({ remoteAddress, remoteFamily }: AgreedAudio): Promise<string | undefined> {
    const late = Promise.withResolvers<undefined>()
    const timer = this.#clock.after(lookUpMs, () => late.resolve(undefined))
    const found = await Promise.race([
      this.#options.resolver!.addresses(remoteAddress).catch(() => undefined),
      late.promise,
    ])
    timer.clear()
    return found?.records.find((address) => isIP(address) === remoteFamily)
  }
}

interface HostNames {
  /** Undefined: names cannot be looked up. */
  readonly find: ((agreed: AgreedAudio) => Promise<string | undefined>) | undefined
  onUnresolved(): void
}

/** The audio of one call: its SDP, and the audio in both directions. */
export class CallMedia {
  readonly #session: MediaSession
  readonly #names: HostNames
  #local: LocalAudio
  /** Settles after the lookup of the host name in the newest description; undefined when it contains an address. */
  #lookUp: Promise<void> | undefined
  /** Our newest description. */
  #described: string | undefined

  constructor(session: MediaSession, local: LocalAudio, names: HostNames) {
    this.#session = session
    this.#local = local
    this.#names = names
  }

  /** Counts, jitter and the recording. */
  get stream(): RtpStream {
    return this.#session.stream
  }

  /** ICMP says that nobody listens where our audio is sent to. */
  get isRefused(): boolean {
    return this.#session.isRefused
  }

  get port(): number {
    return this.#session.port
  }

  /** The SDP for an INVITE, or for the 200 to a re-INVITE without an offer. */
  offer(): string {
    return this.#describe((local) => writeOffer(local))
  }

  /** Takes the SDP that answers our offer; playback may then begin. False when there is no common codec. */
  accept(answer: string): boolean {
    const read = readAnswer(answer, this.#local)
    return read.kind === 'agreed' && this.#agree(read.agreed)
  }

  /** The SDP that answers an offer of the first INVITE or of a later one; undefined: refuse it (488). */
  answer(offer: string): string | undefined {
    const answered = writeAnswer(offer, this.#local)
    if (answered.kind !== 'answered' || !this.#agree(answered.agreed)) return undefined
    return this.#describe((local) => {
      const again = writeAnswer(offer, local)
      return again.kind === 'answered' ? again.sdp : answered.sdp
    })
  }

  /** An offer for one of many calls that share this port and neither send nor receive audio. */
  offerUnheard(address = this.#local.address, codecs = this.#local.codecs): string {
    return writeOffer({ ...this.#local, address, codecs })
  }

  /**
   * The SDP that answers an offer in such a call. `version` grows with each answer of the call, from 2. Undefined:
   * refuse it (488).
   */
  answerUnheard(offer: string, version: number, address = this.#local.address): string | undefined {
    const answered = writeAnswer(offer, { ...this.#local, version, address })
    return answered.kind === 'answered' ? answered.sdp : undefined
  }

  /** Plays a clip; resolves true when the last packet was sent, false when it was stopped before. */
  async play(audio: Audio): Promise<boolean> {
    await this.#lookUp
    return this.#session.stream.play(audio)
  }

  /** Sends a key press; false when the far end accepts no events. */
  press(digit: Digit, durationMs?: number): Promise<boolean> {
    return this.#session.stream.press(digit, durationMs)
  }

  /** Drops what is still to be played. */
  hush(): void {
    this.#session.stream.hush()
  }

  /** Sends RTCP BYE and returns the ports. Harmless when called twice. */
  close(): void {
    this.#session.close()
  }

  /** RFC 3264 8: a changed description gets the next version, an unchanged one keeps its version. */
  #describe(write: (local: LocalAudio) => string): string {
    let sdp = write(this.#local)
    if (this.#described !== undefined && sdp !== this.#described) {
      this.#local = { ...this.#local, version: this.#local.version + 1 }
      sdp = write(this.#local)
    }
    this.#described = sdp
    return sdp
  }

  /** False when the description contains a host name and no resolver was given. */
  #agree(agreed: AgreedAudio): boolean {
    this.#lookUp = undefined
    if (isIP(agreed.remoteAddress) !== 0) {
      this.#session.stream.agree(agreed)
      return true
    }
    const found = this.#names.find?.(agreed)
    if (found === undefined) return false
    const lookUp = found.then((remoteAddress) => {
      // A newer description has replaced this one during the lookup.
      if (this.#lookUp !== lookUp) return
      if (remoteAddress === undefined) this.#names.onUnresolved()
      else this.#session.stream.agree({ ...agreed, remoteAddress })
    })
    this.#lookUp = lookUp
    return true
  }
}
