import type { TrunkRecord, TrunkSettings } from '../../storage/trunk-records.ts'
import type { CallMode } from '../calls/verdict.ts'
import { type NumberFormat, parseNumberFormat, writeNumber } from '../trunks/number-format.ts'
import { type Breaker, closedBreaker, mayPass, pass, record } from './breaker.ts'
import { type Health, isReachable, optionsAnswered } from './health.ts'
import { measured, unmeasured } from './measured-success.ts'
import { RateWindow } from './rate-window.ts'
import { countShortCall, noShortCalls, type ShortCalls, shortCallsLeft } from './short-call-budget.ts'
import { TrunkHistory } from './trunk-history.ts'

/** How one call over a trunk ended, as routing sees it. */
export interface CallResult {
  readonly completed: boolean
  readonly routeFault: boolean
}

/** A trunk with what is known about it now. Survives a change of its record. */
export class LiveTrunk {
  readonly history = new TrunkHistory()
  #record: TrunkRecord
  #called: NumberFormat
  #caller: NumberFormat
  #breaker: Breaker = closedBreaker
  #health: Health
  #rate: RateWindow
  #shortCalls: ShortCalls = noShortCalls
  #success = unmeasured
  #inFlight = 0

  constructor(record: TrunkRecord) {
    this.#record = record
    this.#called = formatOf(record.settings.calledFormat)
    this.#caller = formatOf(record.settings.callerFormat)
    this.#rate = new RateWindow(record.settings.callsPerSecond)
    this.#health = { unanswered: 0, registration: record.settings.register ? 'wanted' : 'not-needed' }
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

  get success(): number {
    return this.#success
  }

  get inFlight(): number {
    return this.#inFlight
  }

  get breaker(): Breaker['kind'] {
    return this.#breaker.kind
  }

  /** When a breaker that is open lets the next call try; null otherwise. */
  get leftAloneUntil(): number | null {
    return this.#breaker.kind === 'open' ? this.#breaker.untilMs : null
  }

  get registration(): Health['registration'] {
    return this.#health.registration
  }

  get isReachable(): boolean {
    return isReachable(this.#health)
  }

  /** The operator changed the trunk; what was measured stays. */
  change(record: TrunkRecord): void {
    this.#record = record
    this.#called = formatOf(record.settings.calledFormat)
    this.#caller = formatOf(record.settings.callerFormat)
    if (record.settings.callsPerSecond !== this.#rate.perSecond)
      this.#rate = new RateWindow(record.settings.callsPerSecond)
    const { registration } = this.#health
    const wanted = registration === 'held' ? 'held' : 'wanted'
    this.#health = { ...this.#health, registration: record.settings.register ? wanted : 'not-needed' }
  }

  writeCalled(e164: string): string | undefined {
    return writeNumber(this.#called, e164)
  }

  writeCaller(e164: string): string | undefined {
    return writeNumber(this.#caller, e164)
  }

  isUsable(nowMs: number): boolean {
    return this.isReachable && mayPass(this.#breaker, nowMs)
  }

  hasRoom(mode: CallMode, nowMs: number): boolean {
    return this.lackOfRoom(mode, nowMs) === undefined
  }

  lackOfRoom(
    mode: CallMode,
    nowMs: number,
  ): 'too-many-calls' | 'too-fast' | 'short-calls-used-up' | undefined {
    const { callsAtOnce, shortCallsPerHour } = this.settings
    if (this.#inFlight >= callsAtOnce) return 'too-many-calls'
    if (!this.#rate.hasRoom(nowMs)) return 'too-fast'
    if (mode === 'voice' || shortCallsLeft(this.#shortCalls, shortCallsPerHour, nowMs)) return undefined
    return 'short-calls-used-up'
  }

  /** Sets a channel aside; the caller has asked `isUsable` and `hasRoom`. */
  take(mode: CallMode, nowMs: number): void {
    this.#inFlight += 1
    this.#rate.take(nowMs)
    this.#breaker = pass(this.#breaker, nowMs)
    if (mode !== 'voice') this.#shortCalls = countShortCall(this.#shortCalls, 1, nowMs)
  }

  /** The call was not placed after all. */
  giveBack(mode: CallMode, nowMs: number): void {
    this.#inFlight -= 1
    this.#rate.giveBack()
    if (mode !== 'voice') this.#shortCalls = countShortCall(this.#shortCalls, -1, nowMs)
  }

  /** What a call was worth; its channel stays counted until `release`. */
  note({ completed, routeFault }: CallResult, nowMs: number): void {
    this.#success = measured(this.#success, completed)
    this.#breaker = record(this.#breaker, routeFault, nowMs)
  }

  release(): void {
    this.#inFlight -= 1
  }

  noteOptions(answered: boolean): void {
    this.#health = optionsAnswered(this.#health, answered)
  }

  noteRegistration(held: boolean): void {
    if (this.#health.registration === 'not-needed') return
    this.#health = { ...this.#health, registration: held ? 'held' : 'wanted' }
  }
}

function formatOf(text: string): NumberFormat {
  const format = parseNumberFormat(text)
  if (format === undefined) throw new Error(`"${text}" is no number format`)
  return format
}
