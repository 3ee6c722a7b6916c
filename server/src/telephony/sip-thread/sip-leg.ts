import {
  type Body,
  type CallEnd,
  type CallMedia,
  type Clock,
  type Destination,
  type Digit,
  failureText,
  infoDigit,
  type OutgoingCall,
  type OutgoingCallHandlers,
  parseDeltaSeconds,
  parseUri,
  type Recording,
  type SipRequest,
  type SipResponse,
  sdpBody,
  sdpOf,
  type Timer,
  type UserAgent,
} from '@ringkey/sip'
import { AddressList } from '../../platform/address-list.ts'
import { withoutNumbers } from '../../platform/written-numbers.ts'
import type { MediaSign } from '../../storage/queries/trunk-counts.ts'
import type { CallEvent } from '../calls/call-events.ts'
import { endedEvent, provisionalEvent, q850Cause } from '../calls/from-wire.ts'
import { machineSpeechMs, OtherSide } from '../calls/other-side.ts'
import { longestWaitMs, type TimerName } from '../calls/timers.ts'
import type { CallMode } from '../calls/verdict.ts'
import type { Speech } from '../prompts/speech.ts'
import { inviteOf } from './invite.ts'
import type { SipRoute, SipTrunk } from './messages.ts'
import type { FamilyMedia } from './sip-media.ts'
import type { TrunkPaces } from './trunk-paces.ts'

export interface LegDeps {
  readonly agent: UserAgent
  readonly clock: Clock
  readonly paces: TrunkPaces
  /** The audio of calls over this trunk. */
  mediaOf(trunk: string): FamilyMedia
  /** The proxies that the registrar of the trunk requires for calls (RFC 3608). */
  serviceRouteOf(trunk: string): readonly string[]
  /** Our address as the trunk sees it, when it was learned. */
  publicHostOf(trunk: string): string | undefined
  /** This server of the trunk has answered an INVITE. */
  onHeard(trunk: string, server: Destination): void
  /** The trunk has refused a call with this status. */
  onRefused(trunk: string, status: number): void
  /** Nobody answers at the Contact that the trunk named; `contact` is its host. */
  onDetour(trunk: string, contact: string): void
  /** Receives the recorded audio, when it is wanted. */
  readonly onRecording?: (recording: Recording) => void
}

/** A flash call has about eight lines; a peer that sends many messages gets no more than this. */
const maxLadderLines = 24

/** The most phones of one forked call whose SDP answers are kept separately. */
const maxForks = 16
/**
 * When a server sends nothing for this long, the next one that DNS names is tried: by then the INVITE was sent twice,
 * and a response time of 5 s is enough for three servers.
 */
const serverPatienceMs = 1_500

/** A side that is to speak first, and does not. */
const awaitsSpeechMs = 3_000
const listenEveryMs = 40
/** The code is said again to an assistant until then, after the answer. */
const repeatWithinMs = 25_000
/** Facsimile machines say what they are within this time. */
const listensForMs = 12_000
const bytesPerMs = 8

const timesSaid = 2
/** When a digit was cut. The limit of the speech ends longer ones. */
const mostTimesSaid = 3

/** Somebody who knows the key presses it before the robot asks. */
const mostEarlyKeys = 8

/** How long somebody who was asked for a key may take to press it. */
const keyWaitMs = 7_000

/** The call ended before its INVITE was sent: there was no room, or we gave it up. */
const trunkFull: CallEvent = { kind: 'ended', ending: { kind: 'unsent', why: 'full' } }
const leftUnsent: CallEvent = { kind: 'ended', ending: { kind: 'left', crossed: false, confirmed: false } }

/** The offers of flash calls over a trunk are the same: each would take 430 bytes and 8 µs. */
const unheardOffers = new WeakMap<
  SipTrunk,
  { readonly media: CallMedia; readonly host: string | undefined; readonly body: Body }
>()

/** Longer than any speech with its echo. */
const recordSeconds = 60

/**
 * One call over one trunk: carries out the effects of its state machine and feeds it events, which it hears from the agent
 * itself. Ten functions for each open call would take 700 bytes.
 */
export class SipLeg implements OutgoingCallHandlers {
  readonly route: SipRoute
  readonly ladder: string[] = []
  callId = ''
  /** A channel of its trunk is reserved for it. */
  isClaimed = false
  /** Its progress was reported. */
  isReported = false
  retryAfterMs = 0
  readonly #deps: LegDeps
  readonly #trunk: SipTrunk | undefined
  readonly #notify: (event: CallEvent) => void
  readonly #timers: Partial<Record<TimerName, Timer | undefined>> = {}
  #placedAtMs: number
  /** Leaves the queue of calls that wait for the trunk's rate limit. */
  #stopWaiting: (() => void) | undefined
  #call: OutgoingCall | undefined
  #media: CallMedia | undefined
  #left = false
  /** The SDP answer of each phone that a proxy forked the call to, by To tag. A call without audio has none. */
  #answers: Map<string, string> | undefined
  #quietVersion = 1
  /** Early media is no sign of a person. */
  #heardAtAnswer = 0
  #answeredAtMs = 0
  /** Whoever answered; undefined where nobody listens. */
  #otherSide: OtherSide | undefined
  #isMachineTold = false
  #isOurTurn = false
  #lateBeforeSpeechMs = 0
  /** The key that the person is asked for now; `tries` are left. */
  #asked: { readonly key: string; tries: number; onWrong: () => void } | undefined
  #pressedBy: 'rtp' | 'info' | undefined
  /** Keys that were pressed after the answer, before the question began. */
  #pressedEarly = ''
  #typed = ''

  constructor(
    deps: LegDeps,
    trunk: SipTrunk | undefined,
    route: SipRoute,
    notify: (event: CallEvent) => void,
  ) {
    this.#deps = deps
    this.#trunk = trunk
    this.route = route
    this.#notify = notify
    this.#placedAtMs = deps.clock.nowMs()
  }

  place(mode: CallMode): void {
    // The operator has removed the trunk since the call was planned.
    if (this.#trunk === undefined) this.#notify(trunkFull)
    else if (this.#left) this.#notify(leftUnsent)
    else if (mode === 'flash') this.#inviteInTurn(this.#trunk, this.#unheardOffer(this.#trunk))
    else void this.#inviteToTalk(this.#trunk)
  }

  /** The INVITE was sent: it leaves a moment after the call was begun, and never when that is given up before. */
  get isSent(): boolean {
    return this.#call?.isSent ?? false
  }

  get strangerPackets(): number {
    return this.#media?.stream.counts.stranger ?? 0
  }

  get #quiet(): CallMedia {
    const { quiet } = this.#deps.mediaOf(this.route.trunk)
    return this.#trunk?.settings.srtp === 'yes' ? quiet.secure : quiet.plain
  }

  /** The address in SDP behind NAT, when no setting names it. */
  get #ownHost(): string | undefined {
    return this.#deps.publicHostOf(this.route.trunk)
  }

  /** RTP and RTCP of the peer. */
  get #packetsHeard(): number {
    const counts = this.#media?.stream.counts
    return counts === undefined ? 0 : counts.received + counts.rtcp
  }

  /** How long the listener has waited for late packets of the speech, in sum. */
  get lateMs(): number {
    return Math.round((this.#media?.stream.lateMs ?? 0) - this.#lateBeforeSpeechMs)
  }

  get #mediaSign(): MediaSign {
    if (this.#media?.isRefused === true) return 'refused'
    return this.#packetsHeard > this.#heardAtAnswer ? 'heard' : 'silent'
  }

  /** What shows so far whether the speech was heard. */
  get #listening() {
    return { media: this.#mediaSign, lateMs: this.lateMs }
  }

  setTimer(timer: TimerName, delayMs: number): void {
    this.clearTimer(timer)
    this.#timers[timer] = this.#deps.clock.after(delayMs, () => this.#notify({ kind: 'timer', timer }))
  }

  clearTimer(timer: TimerName): void {
    this.#timers[timer]?.clear()
    this.#timers[timer] = undefined
  }

  hangUp(): void {
    this.#left = true
    if (this.#call === undefined) {
      if (this.#stopWaiting === undefined) return
      this.#stopWaiting()
      return void this.#notify(leftUnsent)
    }
    if (this.#call.session !== undefined) {
      this.#note('> BYE')
      // RFC 3261 15.1.1: no audio is sent after our BYE, although the peer may not have received it yet.
      this.#media?.close()
    }
    // Without a Reason: RFC 3326 lets a phone drop a call from its list that was completed elsewhere, and people look
    // for the code in that list.
    this.#call.hangUp()
  }

  async speak({ greeting, announcement, code, again, farewell }: Speech): Promise<void> {
    const media = this.#media
    if (media === undefined) return void this.#notify({ kind: 'no-audio' })
    const { stream } = media
    await this.#ourTurn()
    this.#lateBeforeSpeechMs = stream.lateMs
    // Whoever speaks for us may listen for some time yet.
    const isScreened = this.#otherSide?.hasSpokenLong ?? false
    const repeatMs = (again.bytes.length + code.bytes.length) / bytesPerMs
    const mayRepeat = () => isScreened && this.#sinceAnswerMs + repeatMs <= repeatWithinMs
    if (!(await media.play(isScreened ? announcement : greeting))) return
    for (let time = 1, times = timesSaid; time <= times || mayRepeat(); time++) {
      if (time > 1 && !(await media.play(again))) return
      const brokenBefore = stream.brokenWords
      if (!(await media.play(code))) return
      // A digit that was cut and begun again sounds like two: the code is said once more.
      if (stream.brokenWords > brokenBefore) times = mostTimesSaid
      else this.#notify({ kind: 'code-spoken', ...this.#listening })
    }
    if (!(await media.play(farewell))) return
    if (this.lateMs > 0) this.#note(`! speech ${this.lateMs} ms late`)
    this.#notify({ kind: 'speech-over', ...this.#listening })
  }

  get #sinceAnswerMs(): number {
    return this.#deps.clock.nowMs() - this.#answeredAtMs
  }

  /** What comes after the answer. Our own speech may come back as an echo, so speech counts until then; tones always do. */
  #listen(samples: Int16Array): void {
    const other = this.#otherSide
    if (other === undefined || this.#sinceAnswerMs > listensForMs) return
    const nowMs = this.#deps.clock.nowMs()
    other.take(samples, nowMs)
    if (this.#isMachineTold || (!other.isTone && (this.#isOurTurn || other.runMs(nowMs) < machineSpeechMs)))
      return
    this.#isMachineTold = true
    this.#note(other.isTone ? '! facsimile tone' : '! a machine speaks')
    this.#notify({ kind: 'machine-heard', isTone: other.isTone })
  }

  /** Waits until whoever answered has finished, but not for ever. */
  async #ourTurn(): Promise<void> {
    const isWaited = this.#trunk?.settings.listensFirst === 'yes'
    for (let other = this.#otherSide; other !== undefined && this.#sinceAnswerMs < longestWaitMs; ) {
      const isAwaited = isWaited && !other.hasSpoken && this.#sinceAnswerMs < awaitsSpeechMs
      if (!isAwaited && other.state(this.#deps.clock.nowMs()) === 'quiet') break
      await this.#wait(listenEveryMs)
    }
    this.#isOurTurn = true
  }

  /** Asks twice at most; whoever knows the key need not hear the question to its end. */
  async askForKey({ press, again }: Speech, key: string): Promise<void> {
    const media = this.#media
    if (media === undefined) return void this.#notify({ kind: 'no-audio' })
    await this.#ourTurn()
    this.#lateBeforeSpeechMs = media.stream.lateMs
    this.#notify({ kind: 'key-asked' })
    // Somebody quick presses again before the robot has asked once more.
    const asked = { key, tries: timesSaid, onWrong: () => {} }
    this.#asked = asked
    const early = this.#pressedEarly
    this.#pressedEarly = ''
    for (const digit of early) this.#take(digit)
    for (let time = 1; time <= timesSaid && asked.tries > 0; time++) {
      const wrong = Promise.withResolvers<boolean>()
      asked.onWrong = () => wrong.resolve(true)
      if (time > 1 && !(await media.play(again))) return
      if (!(await media.play(press))) return
      this.#notify({ kind: 'code-spoken', ...this.#listening })
      const isWrong = await Promise.race([wrong.promise, this.#wait(keyWaitMs).then(() => false)])
      // Whoever stopped in the middle begins anew when the robot asks again.
      if (!isWrong) this.#typed = ''
    }
    this.#asked = undefined
    this.#notify({ kind: 'key-missed', ...this.#listening })
  }

  /** Some networks report a press twice, as RTP and as INFO: the first way that was used counts. */
  #pressed(digit: Digit, by: 'rtp' | 'info'): void {
    if (this.#call?.session === undefined || (this.#pressedBy ?? by) !== by) return
    this.#pressedBy = by
    if (this.#asked !== undefined) this.#take(digit)
    else if (this.#pressedEarly.length < mostEarlyKeys) this.#pressedEarly += digit
  }

  #take(digit: string): void {
    const asked = this.#asked
    if (asked === undefined) return
    this.#typed += digit
    if (this.#typed.length < asked.key.length) return
    const isRight = this.#typed === asked.key
    this.#typed = ''
    asked.tries -= 1
    if (isRight || asked.tries === 0) this.#asked = undefined
    this.#note(isRight ? '! right key' : '! wrong key')
    this.#notify({ kind: 'key-pressed', isRight })
    if (!isRight) asked.onWrong()
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#deps.clock.after(ms, resolve))
  }

  /** The channel is free. */
  release(): void {
    for (const timer of Object.values(this.#timers)) timer?.clear()
    const recording = this.#media?.stream.recording
    if (recording !== undefined) this.#deps.onRecording?.(recording)
    this.#media?.close()
  }

  async #inviteToTalk(trunk: SipTrunk): Promise<void> {
    const trusted = new AddressList(trunk.settings.trustedSources)
    try {
      this.#media = await this.#deps.mediaOf(trunk.name).media.open({
        onDigit: (digit) => this.#pressed(digit, 'rtp'),
        onAudio: (samples) => this.#listen(samples),
        onFirstPacket: () => this.#notify({ kind: 'media-heard' }),
        onUnresolved: () => this.#onUnresolved(),
        silenceMs: 0,
        secure: trunk.settings.srtp === 'offered' ? 'offered' : trunk.settings.srtp === 'yes',
        codecs: trunk.settings.codecs,
        address: this.#ownHost,
        ...(this.#deps.onRecording === undefined ? {} : { recordSeconds }),
        trusts: (address) => trusted.has(address),
      })
    } catch {
      // Every RTP port is in use, which counts as a full trunk.
      return void this.#notify(trunkFull)
    }
    if (this.#left) return void this.#notify(leftUnsent)
    this.#inviteInTurn(trunk, sdpBody(this.#media.offer()))
  }

  #unheardOffer(trunk: SipTrunk): Body {
    const [media, host] = [this.#quiet, this.#ownHost]
    const known = unheardOffers.get(trunk)
    if (known?.media === media && known.host === host) return known.body
    const body = sdpBody(media.offerUnheard(host, trunk.settings.codecs))
    unheardOffers.set(trunk, { media, host, body })
    return body
  }

  /** The trunk's calls per second are limited here, where the INVITEs are sent. */
  #inviteInTurn(trunk: SipTrunk, offer: Body): void {
    const enteredAtMs = this.#deps.clock.nowMs()
    this.#stopWaiting = this.#deps.paces.enter(
      trunk.name,
      () => {
        this.#placedAtMs = this.#deps.clock.nowMs()
        this.#invite(trunk, offer)
        // The response timeout begins when the INVITE was sent.
        if (this.#placedAtMs > enteredAtMs) this.#notify({ kind: 'sent' })
      },
      () => this.#notify(trunkFull),
    )
  }

  #invite(trunk: SipTrunk, offer: Body): void {
    this.#note('> INVITE')
    const options = {
      ...inviteOf(trunk, this.route, this.#deps.serviceRouteOf(trunk.name)),
      body: offer,
      // Speech ends before the shortest session timer (90 s, RFC 4028 4) needs a refresh by us, so we request none. The
      // agent handles a timer that the carrier requests.
      sessionIntervalS: 0,
      serverPatienceMs,
    }
    this.#call = this.#deps.agent.call(options, this)
    this.callId = this.#call.callId
  }

  onHeard(server: Destination): void {
    this.#deps.onHeard(this.route.trunk, server)
  }

  onTrying(): void {
    this.#note('< 100')
    this.#notify({ kind: 'provisional', status: 100, cause: undefined })
  }

  onProgress(response: SipResponse): void {
    this.#note(`< ${response.status}${this.#becauseOf(response)}`)
    // Early media may begin with the first answer to our offer.
    this.#takeAnswer(response, sdpOf(response))
    this.#notify(provisionalEvent(response))
  }

  onAnswer(response: SipResponse): void {
    this.#note('< 200')
    this.#note('> ACK')
    this.#heardAtAnswer = this.#packetsHeard
    this.#answeredAtMs = this.#deps.clock.nowMs()
    if (this.#trunk?.settings.listensFirst !== 'no') this.#otherSide = new OtherSide()
    this.#notify({ kind: 'answered' })
    // RFC 3262 5: the SDP answer in a reliable 183 of the same phone stays valid; the 200 need not repeat it.
    const sdp = sdpOf(response) ?? this.#answers?.get(response.toTag ?? '')
    if (!this.#takeAnswer(response, sdp) && this.#media !== undefined) this.#notify({ kind: 'no-audio' })
  }

  makeOffer(): Body | undefined {
    return this.#media === undefined ? undefined : sdpBody(this.#media.offer())
  }

  onNewAnswer({ content }: Body): void {
    if (this.#media?.accept(Buffer.from(content).toString()) === false) this.#notify({ kind: 'no-audio' })
  }

  onInfo(request: SipRequest): void {
    const digit = infoDigit(request)
    if (digit !== undefined) this.#pressed(digit, 'info')
  }

  onDetour(contact: string): void {
    this.#note(`! no answer at the Contact ${hostOf(contact)}`)
    this.#note('> ACK to the source of the 200')
    this.#deps.onDetour(this.route.trunk, hostOf(contact))
  }

  onAckLost(): void {
    this.#note('! 200 again: no ACK arrives')
    this.#notify({ kind: 'ack-lost' })
  }

  onCancelSent(): void {
    this.#note('> CANCEL')
  }

  onEnd(end: CallEnd): void {
    if (end.kind === 'rejected') {
      this.#note(`< ${end.response.status}${this.#becauseOf(end.response)}`)
      this.#deps.onRefused(this.route.trunk, end.response.status)
      // RFC 3261 21.5.4: nothing more is sent to a server that is overloaded or in maintenance.
      if (end.response.status === 503)
        this.retryAfterMs = 1_000 * (parseDeltaSeconds(end.response.headers.get('Retry-After') ?? '') ?? 0)
    } else if (end.kind === 'hung-up' && end.by === 'peer') this.#note('< BYE')
    else if (end.kind === 'failed') this.#note(`! ${failureText(end.failure)}`)
    this.#notify(endedEvent(end))
  }

  /** The newest SDP answer to our offer gives the destination of media. False when there is no common codec. */
  #takeAnswer({ toTag }: SipResponse, sdp: string | undefined): boolean {
    if (sdp === undefined || this.#media === undefined) return false
    this.#answers ??= new Map()
    if (this.#answers.size < maxForks) this.#answers.set(toTag ?? '', sdp)
    return this.#media.accept(sdp)
  }

  /** A re-INVITE or UPDATE: hold, resume or moved media. An unsupported offer (T.38) is refused with 488. */
  onOffer({ content }: Body, request: SipRequest): Body | undefined {
    const sdp = Buffer.from(content).toString()
    const answer =
      this.#media === undefined
        ? this.#quiet.answerUnheard(sdp, ++this.#quietVersion, this.#ownHost)
        : this.#media.answer(sdp)
    this.#note(`< ${request.method}`)
    this.#note(answer === undefined ? '> 488' : '> 200')
    if (answer === undefined) return undefined
    const tag = request.fromTag ?? ''
    if (this.#answers?.has(tag)) this.#answers.set(tag, sdp)
    return sdpBody(answer)
  }

  #onUnresolved(): void {
    // Before the answer there is only early media, which nobody hears.
    if (this.#call?.session !== undefined) this.#notify({ kind: 'no-audio' })
  }

  #becauseOf({ headers }: SipResponse): string {
    const lines = headers.lines('Reason')
    if (lines.length === 0) return ''
    const cause = q850Cause(lines)
    const said = lines.filter((line) => !plainCause.test(line.trim()))
    const { called, caller } = this.route
    const reason = withoutNumbers(said.join(', ').slice(0, longestReason), [called, caller])
    return `${cause === undefined ? '' : ` q${cause}`}${reason === '' ? '' : ` Reason: ${reason}`}`
  }

  #note(line: string): void {
    if (this.ladder.length >= maxLadderLines) return
    this.ladder.push(`${Math.round(this.#deps.clock.nowMs() - this.#placedAtMs)} ${line}`)
  }
}

/** Without the user part, which is a phone number. */
function hostOf(contact: string): string {
  const uri = parseUri(contact)
  return uri?.scheme === 'sip' || uri?.scheme === 'sips' ? withoutNumbers(uri.host) : '?'
}

/** A network may write a long text, and numbers into it. */
const longestReason = 1_024
/** The short form of the cause says all of it. */
const plainCause = /^Q\.850\s*;\s*cause\s*=\s*\d+$/i
