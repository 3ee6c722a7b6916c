import { callerSourceRule, earlyMediaRule, mediaSignRule } from '../../storage/queries/trunk-counts.ts'
import type { TrunkRecord, TrunkSettings } from '../../storage/queries/trunks.ts'
import type { CallMode } from '../calls/verdict.ts'
import { RateWindow, rateWindowMs } from '../limits/rate-window.ts'
import { partOf, type Share, wholeShare } from '../limits/share.ts'
import { noAttemptPrices } from '../pool/contracts.ts'
import { destinationRules } from '../trunks/destination-rule.ts'
import { parseNumberFormat, writeNumber } from '../trunks/number-format.ts'
import { trunkPrices } from '../trunks/trunk-price.ts'
import {
  type Breaker,
  closedBreaker,
  isAsked,
  mayPass,
  mayPassAlone,
  noteOptions,
  pass,
  pauseFor,
  progressed,
  type RouteFault,
  record,
} from './breaker.ts'
import { CountMemory } from './count-memory.ts'
import { earlyMediaRings, sendsMedia } from './learned-traits.ts'
import { RouteMemory } from './route-memory.ts'
import { hourOf, ShortCallSupply } from './short-call-budget.ts'
import { TrunkHistory } from './trunk-history.ts'

/** Elsewhere: another node registers the trunk; this node can still place calls over it. */
type Registration = 'not-needed' | 'elsewhere' | 'wanted' | 'held'

/** Each OPTIONS is sent three times within 2 s, so two failures mean six unanswered datagrams. */
const unansweredToFail = 2

/** A trunk with its current state. It survives changes of its record. All times are monotonic. */
export class LiveTrunk {
  readonly history = new TrunkHistory()
  readonly earlyMedia = new CountMemory(earlyMediaRule)
  readonly callerSources = new CountMemory(callerSourceRule)
  readonly mediaSigns = new CountMemory(mediaSignRule)
  /** The last codes spoken without a sign of media, in a row. */
  unheardCalls = 0
  /** It was reported as paused or unreachable, and is not back yet. */
  isLost = false
  /** Recent calls of all nodes by destination. */
  readonly routes = new RouteMemory()
  #record: TrunkRecord
  #read: ReturnType<typeof readSettings>
  #breaker: Breaker = closedBreaker
  /** Consecutive unanswered OPTIONS. */
  #unanswered = 0
  #registration: Registration
  #rate: RateWindow
  /** When a call last found no room among the calls of a second. */
  #tooFastAtMs = Number.NEGATIVE_INFINITY
  #share = wholeShare
  #channels: number
  #inFlight = 0
  readonly supply = new ShortCallSupply()
  /** What contracts about its calling numbers charge. */
  attemptPrices = noAttemptPrices
  readonly #sharedHour: (() => number) | undefined
  #registersHere: boolean
  #hasAnswered = false

  /** `sharedHour` is given when nodes share the budget of short calls: the clock hour by which all of them count. */
  constructor(record: TrunkRecord, sharedHour?: () => number) {
    this.#record = record
    this.#read = readSettings(record.settings)
    this.#rate = new RateWindow(record.settings.callsPerSecond)
    this.#channels = record.settings.callsAtOnce
    this.#sharedHour = sharedHour
    this.#registersHere = sharedHour === undefined
    this.#registration = this.#registrationWanted()
  }

  get name(): string {
    return this.#record.name
  }

  get demo(): boolean {
    return this.#record.demo
  }

  get settings(): TrunkSettings {
    return this.#record.settings
  }

  /** What it costs to call this number. */
  get priceOf() {
    return this.#read.priceOf
  }

  /** What the operator decided about it for a destination. */
  get ruleFor() {
    return this.#read.ruleFor
  }

  /** Whether a lasting 183 without a 180 means that the phone rings. */
  get earlyMediaRings(): boolean {
    return earlyMediaRings(this.settings.earlyMediaIsRinging, this.earlyMedia.counts)
  }

  /** Whether RTP or RTCP usually comes in answered calls. */
  get sendsMedia(): boolean {
    return sendsMedia(this.mediaSigns.counts)
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** This node's limit of concurrent calls. */
  get channels(): number {
    return this.#channels
  }

  get breaker(): Breaker['kind'] {
    return this.#breaker.kind
  }

  /** When an open circuit breaker allows the next call, in monotonic time; null when it is not open. */
  get leftAloneUntilMs(): number | null {
    return this.#breaker.kind === 'open' ? this.#breaker.untilMs : null
  }

  get registration(): Registration {
    return this.#registration
  }

  /** The trunk has answered an OPTIONS since the start. */
  get hasAnswered(): boolean {
    return this.#hasAnswered
  }

  get isReachable(): boolean {
    return this.#unanswered < unansweredToFail && this.#registration !== 'wanted'
  }

  /** Calls are kept from it, or are probes. One request for a pause keeps no call that has no other trunk. */
  get isPaused(): boolean {
    return isAsked(this.#breaker) ? this.#breaker.asked.isInsistent : this.#breaker.kind !== 'closed'
  }

  /** It is reached, and its calls need be no probes. */
  get isWorking(): boolean {
    return this.isReachable && !this.isPaused
  }

  /** The operator changed the trunk; measured values are kept. */
  change(record: TrunkRecord): void {
    this.#record = record
    this.#read = readSettings(record.settings)
    this.hold(this.#share)
    this.#registration = this.#registrationWanted()
  }

  /** Whether this node is the one that registers the shared trunk. */
  registerHere(isHere: boolean): void {
    this.#registersHere = isHere
    this.#registration = this.#registrationWanted()
  }

  /** This node's part of the trunk's limits, from now on. Calls in progress continue. */
  hold(share: Share): void {
    const { callsPerSecond, callsAtOnce } = this.settings
    this.#share = share
    this.#channels = partOf(callsAtOnce, share.channels)
    this.#rate.change(callsPerSecond, partOf(callsPerSecond, share.rate))
  }

  /** Whether more channels are in use than this share would allow. */
  overhangs(share: Share): boolean {
    return this.#inFlight > partOf(this.settings.callsAtOnce, share.channels)
  }

  /** How many calls per second this node would place, as far as it shows; 0 while half of its part is enough. */
  wantedPerSecond(nowMs: number): number {
    const refused = nowMs - this.#tooFastAtMs < rateWindowMs ? 1 : 0
    const wanted = this.#rate.taken(nowMs) + refused
    return wanted > this.#rate.part / 2 ? wanted : 0
  }

  writeCalled(e164: string): string | undefined {
    return writeNumber(this.#read.called, e164)
  }

  writeCaller(e164: string): string | undefined {
    return writeNumber(this.#read.caller, e164)
  }

  /**
   * The length of the longest prefix that the trunk names for this number; undefined when it does not serve the number.
   */
  prefixLength(e164: string): number | undefined {
    const { prefixes } = this.settings
    if (prefixes.length === 0) return 0
    let longest: number | undefined
    for (const prefix of prefixes) {
      if (e164.startsWith(prefix) && prefix.length > (longest ?? 0)) longest = prefix.length
    }
    return longest
  }

  /** Flash and mix calls need a visible calling number; a carrier that is asked for privacy hides it. */
  showsNumber(mode: CallMode): boolean {
    return mode === 'voice' || this.settings.privacy !== 'id'
  }

  isUsable(nowMs: number): boolean {
    return this.isReachable && mayPass(this.#breaker, nowMs)
  }

  /** Whether it may carry a call that no other trunk can. */
  isUsableAlone(): boolean {
    return this.isReachable && mayPassAlone(this.#breaker, this.#inFlight)
  }

  /** The carrier asked for a pause: its calls are possible again in a moment. */
  get isAskedToWait(): boolean {
    return this.isReachable && isAsked(this.#breaker)
  }

  hasRoom(mode: CallMode, nowMs: number): boolean {
    return this.lackOfRoom(mode, nowMs) === undefined
  }

  lackOfRoom(
    mode: CallMode,
    nowMs: number,
  ): 'too-many-calls' | 'too-fast' | 'short-calls-used-up' | undefined {
    if (this.#inFlight >= this.#channels) return 'too-many-calls'
    if (!this.#rate.hasRoom(nowMs)) {
      this.#tooFastAtMs = nowMs
      return 'too-fast'
    }
    if (mode === 'voice' || this.#hasShortCall(nowMs)) return undefined
    return 'short-calls-used-up'
  }

  /** Reserves a channel; the caller has checked `isUsable` and `hasRoom`. */
  take(mode: CallMode, nowMs: number): void {
    this.#inFlight += 1
    this.#rate.take(nowMs)
    this.#breaker = pass(this.#breaker, nowMs)
    if (mode !== 'voice') this.supply.count(this.#hourOf(nowMs), 1)
  }

  /** The call was not placed after all. */
  release(mode: CallMode, nowMs: number): void {
    this.#inFlight -= 1
    this.#rate.release()
    if (mode !== 'voice') this.supply.count(this.#hourOf(nowMs), -1)
  }

  /**
   * Takes the result of a call; its channel stays in use until `freeChannel`. `routeFault` is undefined when the route did its
   * part.
   */
  note(routeFault: RouteFault | undefined, nowMs: number, retryAfterMs = 0): void {
    this.#breaker = record(this.#breaker, routeFault, nowMs)
    if (retryAfterMs > 0) this.#breaker = pauseFor(this.#breaker, retryAfterMs, nowMs)
  }

  /** A call over the trunk rings, or has early media. */
  noteProgress(): void {
    this.#breaker = progressed(this.#breaker)
  }

  freeChannel(): void {
    this.#inFlight -= 1
  }

  noteOptions(answered: boolean): void {
    this.#hasAnswered ||= answered
    this.#unanswered = answered ? 0 : this.#unanswered + 1
    this.#breaker = noteOptions(this.#breaker, answered)
  }

  noteRegistration(held: boolean): void {
    if (this.#registration === 'not-needed' || this.#registration === 'elsewhere') return
    this.#registration = held ? 'held' : 'wanted'
  }

  #registrationWanted(): Registration {
    if (!this.settings.register) return 'not-needed'
    if (!this.#registersHere) return 'elsewhere'
    return this.#registration === 'held' ? 'held' : 'wanted'
  }

  #hasShortCall(nowMs: number): boolean {
    const { shortCallsPerHour: perHour } = this.settings
    const hour = this.#hourOf(nowMs)
    if (perHour === 0) return true
    return this.#sharedHour === undefined ? this.supply.usedIn(hour) < perHour : this.supply.leftIn(hour) > 0
  }

  #hourOf(nowMs: number): number {
    return this.#sharedHour?.() ?? hourOf(nowMs)
  }
}

function readSettings({ calledFormat, callerFormat, prices, routing }: TrunkSettings) {
  return {
    called: parseNumberFormat(calledFormat)!,
    caller: parseNumberFormat(callerFormat)!,
    priceOf: trunkPrices(prices),
    ruleFor: destinationRules(routing),
  }
}
