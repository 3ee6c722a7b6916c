import type { NetworkBlock } from '../books/call-details.ts'
import { machineReason } from '../books/settlement.ts'
import type { Random } from '../platform/random.ts'
import { withoutTheseNumbers } from '../platform/written-numbers.ts'
import { networkName } from '../quality/network-name.ts'
import type { NumberContract } from '../storage/queries/number-contracts.ts'
import type { NumberQuarantine } from '../storage/queries/number-quarantines.ts'
import type { CallerRangeKey, TrunkRecord } from '../storage/queries/trunks.ts'
import type { CallMetrics } from './call-metrics.ts'
import type { Verdict } from './calls/verdict.ts'
import { simulatorTrunk } from './demo-trunk.ts'
import { CallerPool } from './pool/caller-pool.ts'
import { mergeRanges } from './pool/caller-range.ts'
import { attemptPrices } from './pool/contracts.ts'
import { NumberQuarantines } from './pool/number-quarantines.ts'
import { NumberUse, RecentCodes } from './pool/number-use.ts'
import { type Coverage, coverageOf } from './pool/pool-coverage.ts'
import type { OwnVoices } from './prompts/own-voices.ts'
import { languageOfCountry } from './prompts/voice.ts'
import { choiceOf, explainRoutes } from './routing/explain-routes.ts'
import type { ExplainedRouting } from './routing/explained-routing.ts'
import { LiveTrunk } from './routing/live-trunk.ts'
import { findRoutes, type Route, type RoutingDeps, type RoutingRequest } from './routing/router.ts'
import { hourOf } from './routing/short-call-budget.ts'
import { TrunkShares } from './sharing/trunk-shares.ts'
import type { LegResult, SipCommand, SipEvent } from './sip-thread/messages.ts'
import type { CallOutcome, CallPlan, CallRequest, Telephony } from './telephony.ts'
import { TrunkFaults, type TrunkFaultsDeps } from './trunk-faults.ts'
import { costOf } from './trunks/trunk-price.ts'

export interface SwitchboardDeps extends Pick<TrunkFaultsDeps, 'clock' | 'alarm'> {
  readonly random: Random
  readonly metrics: CallMetrics
  /** Other nodes use the same trunks. */
  readonly isShared: boolean
  /** A trunk with this share of the best one's quality is good enough to be taken for its price. */
  readonly wantedQuality: () => number
  /** A keyed hash of a calling number, by which its calls are counted. */
  readonly callerHashOf: (callerNumber: string, isCodeHidden: boolean) => string
  /** Brings recordings to the SIP thread. */
  readonly voices?: Pick<OwnVoices, 'arrive'>
  /** Sends a command to the SIP thread. */
  send(command: SipCommand): void
  /** A call of a demo account is about to ring, with both numbers as E.164 digits. */
  onDemoCall?(call: {
    readonly from: string
    readonly to: string
    readonly accountId: number
    readonly mode: CallRequest['mode']
  }): void
}

/** A code is the last four digits of the calling number. */
const codeDigits = 4

/** A call that was passed to the SIP thread. */
interface OpenCall {
  readonly request: CallRequest
  readonly routes: readonly Route[]
  /** Why this trunk: what is stored of it, not the whole ranking, which has an entry for every trunk. */
  readonly choice: ReturnType<typeof choiceOf>
  readonly legs: (LegResult & { readonly callerNumber: string; readonly costUnits: number })[]
  readonly settle: (outcome: CallOutcome) => void
  channels: number
  isSettled: boolean
}

/** The main thread's side of telephony: plans calls, counts channels, keeps the trunks' health. */
export class Switchboard implements Telephony {
  readonly #deps: SwitchboardDeps
  /** This node's share of the trunks. */
  readonly shared: TrunkShares
  readonly #use = new NumberUse()
  readonly #recent = new RecentCodes()
  readonly #calls = new Map<number, OpenCall>()
  readonly #faults: TrunkFaults
  #trunks: readonly LiveTrunk[] = []
  #pool: CallerPool
  #lastId = 0

  constructor(deps: SwitchboardDeps) {
    this.#deps = deps
    this.#faults = new TrunkFaults(deps, (wanted) => this.#trunks.find(({ name }) => name === wanted))
    this.shared = new TrunkShares(deps.isShared, (held) => deps.send({ kind: 'share', held }))
    this.#pool = new CallerPool([], deps.random, this.#use, this.#recent)
    deps.metrics.watch(this)
  }

  get trunks(): readonly LiveTrunk[] {
    return this.#trunks
  }

  get numberCounts() {
    return this.#use.counts
  }

  /** Codes that all trunks together can show, either those of the demo or all others. */
  showableCodes(demo: boolean): number {
    const names = this.#trunks.filter((trunk) => trunk.demo === demo && trunk.settings.enabled)
    return this.#pool.showableCodes(names.map(({ name }) => name)).length
  }

  /** The codes that can be shown at each destination. */
  coverage(): Coverage[] {
    return coverageOf(this.#trunks, this.#pool)
  }

  /** Sets the operator's trunks and numbers; the state of a trunk that remains is kept. */
  load(
    records: readonly TrunkRecord[],
    ranges: readonly CallerRangeKey[],
    quarantines: readonly NumberQuarantine[],
    contracts: readonly NumberContract[] = [],
  ): void {
    const { clock, isShared } = this.#deps
    this.#trunks = records.map((record) => {
      const known = this.#trunks.find(({ name }) => name === record.name)
      known?.change(record)
      const trunk = known ?? new LiveTrunk(record, isShared ? () => hourOf(clock.now()) : undefined)
      trunk.attemptPrices = attemptPrices(contracts, ranges, trunk.name)
      return trunk
    })
    this.shared.load(this.#trunks)
    this.#pool = new CallerPool(
      mergeRanges(ranges),
      this.#deps.random,
      this.#use,
      this.#recent,
      new NumberQuarantines(quarantines),
    )
  }

  plan(request: CallRequest): CallPlan {
    const { clock } = this.#deps
    const plannedAtMs = clock.monotonicMs()
    this.shared.endLease(plannedAtMs)
    const { mode, phone } = request
    const routing = findRoutes(
      this.#routing(),
      {
        e164: phone.e164,
        country: phone.countryIso,
        operator: networkName(phone.countryIso, request.operator),
        mode,
        code: request.code,
        demo: request.demo,
      },
      plannedAtMs,
    )
    if (routing.kind !== 'routed') {
      this.#deps.metrics.refused.inc({ reason: routing.kind })
      return routing
    }
    const { code, codes } = routing
    const shown =
      request.shownDigits === undefined ? '' : routing.routes[0].callerNumber.slice(-request.shownDigits)
    const routes = routing.routes.filter(({ callerNumber }) => callerNumber.endsWith(shown))
    const choice = choiceOf(routing.ranking)
    const [first] = routing.routes
    first.trunk.take(mode, plannedAtMs)
    // Recorded now and not when the call is placed: the next plan must not draw the same number.
    this.#pool.note(first.callerNumber, first.trunk.name, plannedAtMs)
    let id = 0
    return {
      kind: 'planned',
      code,
      codes,
      callerNumber: first.callerNumber,
      place: () => {
        id = ++this.#lastId
        return this.#place(id, request, code, { routes, choice }, plannedAtMs)
      },
      release: () => first.trunk.release(mode, clock.monotonicMs()),
      hangUp: (unlessAnswered) => this.#hangUp(id, unlessAnswered),
    }
  }

  /** The routes of a call to this number now. No call is placed, and the number is not kept. */
  explain(request: RoutingRequest): ExplainedRouting {
    return explainRoutes(this.#routing(), request, this.#deps.clock.monotonicMs())
  }

  #routing(): RoutingDeps {
    const { clock, random, wantedQuality } = this.#deps
    return {
      trunks: this.#trunks,
      pool: this.#pool,
      random,
      wantedQuality: wantedQuality(),
      now: clock.now(),
    }
  }

  /** A call that is not over may say this own voice yet. */
  usesVoice(key: string): boolean {
    return this.#calls.values().some(({ request }) => request.voices?.some((voice) => voice.key === key))
  }

  healthy(): boolean {
    return this.#trunks.some(
      ({ name, settings, isWorking }) =>
        settings.enabled && isWorking && this.#pool.showableCodes([name]).length > 0,
    )
  }

  /** The simulated carrier has answered once, or the operator has switched off the carrier or its probes. */
  simulatorAnswered(): boolean {
    const asked = this.#trunks.filter(
      ({ name, demo, settings }) =>
        demo && name === simulatorTrunk && settings.enabled && settings.optionsSeconds > 0,
    )
    return asked.length === 0 || asked.some(({ hasAnswered }) => hasAnswered)
  }

  troubledTrunks(): string[] {
    return this.#trunks
      .filter(({ settings, isWorking }) => settings.enabled && !isWorking)
      .map(({ name }) => name)
  }

  /** Handles the events of the SIP thread about its calls and trunks. */
  take(event: SipEvent): void {
    switch (event.kind) {
      case 'decided':
        return void this.#decided(event.id, event.leg, event.result)
      case 'progressed':
        return void this.#progressed(event.id, event.leg)
      case 'settled':
        return void this.#settled(event.id, event.verdict)
      case 'released':
        return void this.#released(event.id, event.leg)
      case 'wrong-key':
        return void this.#calls.get(event.id)?.request.key?.onWrong()
      case 'claim':
        return void this.#claim(event.id, event.leg)
      case 'share-known':
        return void this.shared.sipThreadKnows(event, this.#deps.clock.monotonicMs())
      case 'rang-after-all':
        return void this.#deps.metrics.rangAfterAll.inc()
      case 'options':
      case 'contact-unreachable':
      case 'foreign-answer':
      case 'public-address':
      case 'registration':
        return void this.#faults.take(event)
      default:
        return
    }
  }

  /** The SIP thread has ended: no result of these calls will come any more. */
  abandon(): void {
    for (const [id, call] of this.#calls) {
      if (!call.isSettled) call.settle({ completed: false, reason: 'stopped' })
      this.#calls.delete(id)
    }
  }

  #hangUp(id: number, unlessAnswered: boolean): void {
    if (this.#calls.get(id)?.isSettled === false) this.#deps.send({ kind: 'give-up', id, unlessAnswered })
  }

  #place(
    id: number,
    request: CallRequest,
    code: string,
    { routes, choice }: Pick<OpenCall, 'routes' | 'choice'>,
    plannedAtMs: number,
  ): Promise<CallOutcome> {
    const to = request.phone.e164
    this.#recent.note(to, Number(code))
    const { accountId, mode, voices = [] } = request
    // They arrive while the phone rings.
    if (voices.length > 0) void this.#deps.voices?.arrive(voices)
    if (request.demo) this.#deps.onDemoCall?.({ from: routes[0]!.callerNumber, to, accountId, mode })
    return new Promise((settle) => {
      this.#calls.set(id, { request, routes, choice, legs: [], settle, channels: 1, isSettled: false })
      this.#deps.send({
        kind: 'place',
        id,
        mode: request.mode,
        code,
        key: request.key?.digits,
        language: request.voiceLanguage ?? languageOfCountry(request.phone.countryIso),
        ...(voices.length === 0 ? {} : { voices: voices.map(({ key }) => key) }),
        routes: routes.map(({ trunk, called, caller }) => ({
          trunk: trunk.name,
          called,
          caller,
          earlyMediaRings: trunk.earlyMediaRings,
          sendsMedia: trunk.sendsMedia,
          // Only a probe needs it: the other calls spare the message.
          ...(trunk.breaker === 'closed' ? {} : { reportsProgress: true as const }),
        })),
        ageMs: Math.round(this.#deps.clock.monotonicMs() - plannedAtMs),
      })
    })
  }

  /** A further trunk is to be tried: like the first one it needs room at this moment. */
  #claim(id: number, leg: number): void {
    const call = this.#calls.get(id)
    const route = call?.routes[leg]
    const nowMs = this.#deps.clock.monotonicMs()
    this.shared.endLease(nowMs)
    const granted =
      call !== undefined &&
      route !== undefined &&
      this.#trunks.includes(route.trunk) &&
      route.trunk.settings.enabled &&
      route.trunk.isUsable(nowMs) &&
      route.trunk.hasRoom(call.request.mode, nowMs)
    if (granted) {
      route.trunk.take(call.request.mode, nowMs)
      this.#pool.note(route.callerNumber, route.trunk.name, nowMs)
      call.channels += 1
    }
    this.#deps.send({ kind: 'claimed', id, leg, granted })
  }

  #progressed(id: number, leg: number): void {
    const trunk = this.#calls.get(id)?.routes[leg]?.trunk
    if (trunk !== undefined) this.#faults.noteProgress(trunk)
  }

  #decided(id: number, leg: number, result: LegResult): void {
    const call = this.#calls.get(id)
    if (call === undefined) return
    const { trunk, callerNumber } = call.routes[leg]!
    const costUnits =
      costOfLeg(trunk, call.request, result) + this.#contractUnits(call.request, trunk, callerNumber, result)
    call.legs.push({ ...result, callerNumber, costUnits })
    this.#deps.metrics.decided(call.request, result)
    if (result.verdict.reason !== 'trunk full') this.#faults.noteCall(trunk, call.request.operator, result)
  }

  #contractUnits({ phone, operator }: CallRequest, trunk: LiveTrunk, shown: string, { stage }: LegResult) {
    if (stage === 'unsent') return 0
    const called = { country: phone.countryIso, operator: networkName(phone.countryIso, operator) }
    return trunk.attemptPrices.of(called, shown, this.#deps.clock.now())
  }

  #settled(id: number, { completed, reason, suspect }: Verdict): void {
    const call = this.#calls.get(id)
    if (call === undefined || call.isSettled) return
    call.isSettled = true
    const last = call.legs.at(-1)
    call.settle({
      completed,
      reason,
      unheard: suspect && (call.request.mode === 'voice' || reason === machineReason),
      details: {
        ...(last === undefined ? {} : { trunk: last.trunk, pddMs: last.pddMs, ringMs: last.ringMs }),
        ...(suspect ? { suspect } : {}),
        ...call.choice,
        attempts: call.legs.map((leg) => this.#attemptOf(leg, leg === last, call.request)),
      },
    })
    this.#forgetWhenOver(id, call)
  }

  /** The calling number itself is not stored: its last four digits may be a code that somebody still has to type. */
  #attemptOf(
    leg: OpenCall['legs'][number],
    isLast: boolean,
    { hidesCode = false, phone: { e164: to } }: CallRequest,
  ): Readonly<Record<string, unknown>> {
    const { trunk, verdict, placedMs, callId, ladder, stage, answered, talkMs, pddMs, ringMs, callerNumber } =
      leg
    const { costUnits } = leg
    return {
      trunk,
      reason: verdict.reason,
      placedMs,
      callId,
      ladder,
      stage,
      ...(answered ? { answered, talkMs } : {}),
      ...(isLast ? {} : { pddMs, ringMs }),
      ...(verdict.block === undefined ? {} : { block: withoutThese(verdict.block, [to, callerNumber]) }),
      callerBlock: callerNumber.slice(0, -codeDigits),
      callerHash: this.#deps.callerHashOf(callerNumber, hidesCode),
      ...(costUnits === 0 ? {} : { costUnits }),
    }
  }

  #released(id: number, leg: number): void {
    const call = this.#calls.get(id)
    if (call === undefined) return
    call.routes[leg]!.trunk.freeChannel()
    call.channels -= 1
    this.#forgetWhenOver(id, call)
  }

  #forgetWhenOver(id: number, call: OpenCall): void {
    if (call.isSettled && call.channels === 0) this.#calls.delete(id)
  }
}

/** A network may write the number that was called, or the one that it blocks, into what it says. */
function withoutThese(block: NetworkBlock, numbers: readonly string[]): Readonly<Record<string, string>> {
  const said = Object.entries(block).filter(([, text]) => text !== '')
  return Object.fromEntries(said.map(([name, text]) => [name, withoutTheseNumbers(text, numbers)]))
}

function costOfLeg(trunk: LiveTrunk, { phone }: CallRequest, { stage, answered, talkMs }: LegResult): number {
  const price = trunk.priceOf(phone.e164)
  if (price === undefined) return 0
  return costOf(price, { sent: stage !== 'unsent', rang: stage === 'ringing', answered, talkMs })
}
