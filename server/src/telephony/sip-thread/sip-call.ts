import type { Clock, Timer } from '@ringkey/sip'
import type { StageOfAttempt } from '../../books/call-details.ts'
import type { TrunkSettings } from '../../storage/queries/trunks.ts'
import {
  type Attempts,
  type AttemptsEffect,
  type AttemptsEvent,
  advanceAttempts,
  areOver,
  startAttempts,
} from '../calls/attempts.ts'
import type { CallEffect, CallEvent } from '../calls/call-events.ts'
import type { CallTerms } from '../calls/call-machine.ts'
import type { Heard } from '../calls/facts.ts'
import { defaultTimers } from '../calls/timers.ts'
import { type CallMode, defaultRules, type Override, type Row, type TrunkRules } from '../calls/verdict.ts'
import type { Speech } from '../prompts/speech.ts'
import type { VoiceLanguage } from '../prompts/voice.ts'
import type { PlaceCommand, SipEvent, SipRoute, SipTrunk } from './messages.ts'
import type { SipLeg } from './sip-leg.ts'

/** A call over one trunk, as the machine of its calls drives it. */
export type Leg = Pick<
  SipLeg,
  | 'route'
  | 'ladder'
  | 'callId'
  | 'isClaimed'
  | 'isReported'
  | 'isSent'
  | 'retryAfterMs'
  | 'strangerPackets'
  | 'lateMs'
  | 'place'
  | 'hangUp'
  | 'speak'
  | 'askForKey'
  | 'setTimer'
  | 'clearTimer'
  | 'release'
>

export interface CallDeps {
  readonly clock: Clock
  openLeg(trunk: SipTrunk | undefined, route: SipRoute, notify: (event: CallEvent) => void): Leg
  trunk(name: string): SipTrunk | undefined
  speechOf(language: VoiceLanguage, code: string, voices?: readonly string[]): Speech
  emit(event: SipEvent): void
  /** All calls of this call have ended. */
  over(id: number): void
}

/** The calls of one call: drives the attempts machine and carries out its effects. */
export class SipCall {
  readonly #deps: CallDeps
  readonly #command: PlaceCommand
  #legs: readonly Leg[] = []
  /** Events that arrived while effects are carried out. */
  readonly #waiting: AttemptsEvent[] = []
  #attempts: Attempts
  #deadline: Timer | undefined
  #busy = false

  constructor(deps: CallDeps, command: PlaceCommand) {
    this.#deps = deps
    this.#command = command
    const nowMs = deps.clock.nowMs()
    const [attempts, effects] = startAttempts(
      {
        admittedAtMs: nowMs - command.ageMs,
        routes: command.routes.map((route) =>
          termsOf(deps.trunk(route.trunk)?.settings, command.mode, route),
        ),
      },
      nowMs,
    )
    this.#attempts = attempts
    this.#busy = true
    this.#carryOut(effects)
    this.#drain()
    // It came too late to be placed: the reserved channel is returned.
    if (this.#legs.length === 0) deps.emit({ kind: 'released', id: command.id, leg: 0 })
  }

  /** The main thread's answer about a further trunk. */
  claimed(leg: number, granted: boolean): void {
    const sipLeg = this.#legs[leg]
    if (granted && sipLeg !== undefined) {
      sipLeg.isClaimed = true
      sipLeg.place(this.#command.mode)
    } else if (!granted) {
      this.#notify({ kind: 'leg', leg, event: { kind: 'ended', ending: { kind: 'unsent', why: 'full' } } })
    }
  }

  /** Every channel is free and the outcome was reported. */
  get isOver(): boolean {
    return areOver(this.#attempts)
  }

  stop(unlessAnswered = false): void {
    this.#notify({ kind: 'stop', unlessAnswered })
  }

  #notify(event: AttemptsEvent): void {
    if (this.#busy) return void this.#waiting.push(event)
    this.#busy = true
    this.#drain(event)
  }

  #drain(first?: AttemptsEvent): void {
    let event = first ?? this.#waiting.shift()
    for (; event !== undefined; event = this.#waiting.shift()) {
      const [next, effects] = advanceAttempts(this.#attempts, event, this.#deps.clock.nowMs())
      this.#attempts = next
      this.#carryOut(effects)
    }
    this.#busy = false
    if (this.isOver) this.#deps.over(this.#command.id)
  }

  #carryOut(effects: readonly AttemptsEffect[]): void {
    for (const effect of effects) {
      switch (effect.kind) {
        case 'set-deadline':
          this.#deadline = this.#deps.clock.after(effect.delayMs, () => this.#notify({ kind: 'deadline' }))
          break
        case 'clear-deadline':
          this.#deadline?.clear()
          break
        case 'place':
          this.#place(effect.leg)
          break
        case 'leg':
          this.#carryOutLeg(effect.leg, effect.effect)
          break
        case 'settle':
          this.#deps.emit({ kind: 'settled', id: this.#command.id, verdict: effect.verdict })
          break
      }
    }
  }

  #place(leg: number): void {
    const route = this.#command.routes[leg]!
    const notify = (event: CallEvent) => {
      this.#notify({ kind: 'leg', leg, event })
      if (route.reportsProgress && event.kind === 'provisional') this.#reportProgress(leg)
    }
    this.#legs = this.#legs.concat(this.#deps.openLeg(this.#deps.trunk(route.trunk), route, notify))
    // A channel of the first trunk was reserved when the call was planned.
    if (leg === 0) this.claimed(0, true)
    else this.#deps.emit({ kind: 'claim', id: this.#command.id, leg })
  }

  #reportProgress(leg: number): void {
    const sipLeg = this.#legs[leg]!
    if (sipLeg.isReported || this.#attempts.legs[leg]?.progressAtMs === undefined) return
    sipLeg.isReported = true
    this.#deps.emit({ kind: 'progressed', id: this.#command.id, leg })
  }

  #carryOutLeg(leg: number, effect: CallEffect): void {
    const sipLeg = this.#legs[leg]!
    switch (effect.kind) {
      case 'set-timer':
        return void sipLeg.setTimer(effect.timer, effect.delayMs)
      case 'clear-timer':
        return void sipLeg.clearTimer(effect.timer)
      case 'hang-up':
        return void sipLeg.hangUp()
      case 'speak':
        return void this.#speak(sipLeg)
      case 'wrong-key':
        return void this.#deps.emit({ kind: 'wrong-key', id: this.#command.id })
      case 'decided':
        return void this.#emitLeg(leg, effect)
      case 'rang-after-all':
        return void this.#deps.emit({ kind: 'rang-after-all', id: this.#command.id, leg })
      case 'released':
        sipLeg.release()
        if (sipLeg.isClaimed) this.#deps.emit({ kind: 'released', id: this.#command.id, leg })
        return
    }
  }

  #speak(leg: Leg): void {
    const { language, code, key, voices } = this.#command
    const speech = this.#deps.speechOf(language, code, voices)
    void (key === undefined ? leg.speak(speech) : leg.askForKey(speech, key))
  }

  #emitLeg(
    leg: number,
    { verdict, afterEarlyMedia, mediaSign }: Extract<CallEffect, { kind: 'decided' }>,
  ): void {
    const { terms, placedAtMs, progressAtMs, answeredAtMs, decidedAtMs, ...call } = this.#attempts.legs[leg]!
    const ringingAtMs = call.ringingAtMs ?? (terms.rules.earlyMediaRings ? call.earlyAtMs : undefined)
    const endMs = answeredAtMs ?? decidedAtMs ?? this.#deps.clock.nowMs()
    const sipLeg = this.#legs[leg]!
    this.#deps.emit({
      kind: 'decided',
      id: this.#command.id,
      leg,
      result: {
        trunk: sipLeg.route.trunk,
        verdict,
        placedMs: Math.round(placedAtMs - this.#attempts.plan.admittedAtMs),
        pddMs: progressAtMs === undefined ? undefined : Math.round(progressAtMs - placedAtMs),
        ringMs: ringingAtMs === undefined ? 0 : Math.round(endMs - ringingAtMs),
        stage: stageOf(sipLeg.isSent, call.heard, ringingAtMs !== undefined),
        answered: answeredAtMs !== undefined,
        talkMs:
          answeredAtMs === undefined
            ? 0
            : Math.round((decidedAtMs ?? this.#deps.clock.nowMs()) - answeredAtMs),
        afterEarlyMedia,
        mediaSign,
        lateMs: sipLeg.lateMs,
        retryAfterMs: sipLeg.retryAfterMs,
        strangerPackets: sipLeg.strangerPackets,
        callId: sipLeg.callId,
        ladder: sipLeg.isSent ? sipLeg.ladder : [],
      },
    })
  }
}

function stageOf(isSent: boolean, heard: Heard, rang: boolean): StageOfAttempt {
  if (!isSent) return 'unsent'
  if (rang) return 'ringing'
  return heard === 'nothing' || heard === 'trying' ? 'sent' : 'progress'
}

/** What was learned of a trunk's calls. */
type LearnedTraits = Pick<TrunkRules, 'earlyMediaRings' | 'sendsMedia'>

/** Calls under the same settings share their terms: thousands of them are open at once. */
const known = new WeakMap<TrunkSettings, CallTerms[]>()

/** The settings of a trunk in the form of the call machines; a trunk that was removed since needs none. */
function termsOf(settings: TrunkSettings | undefined, mode: CallMode, traits: LearnedTraits): CallTerms {
  if (settings === undefined) return { mode, timers: defaultTimers, rules: defaultRules }
  const own = known.get(settings) ?? []
  const found = own.find(
    ({ rules, ...terms }) =>
      terms.mode === mode &&
      rules.earlyMediaRings === traits.earlyMediaRings &&
      rules.sendsMedia === traits.sendsMedia,
  )
  if (found !== undefined) return found
  const terms = newTerms(settings, mode, traits)
  known.set(settings, [...own, terms])
  return terms
}

function newTerms(
  settings: TrunkSettings,
  mode: CallMode,
  { earlyMediaRings, sendsMedia }: LearnedTraits,
): CallTerms {
  return {
    mode,
    timers: {
      ...defaultTimers,
      responseMs: settings.responseTimeoutMs,
      progressMs: settings.ringingTimeoutMs,
      flashRingMs: settings.flashRingMs,
      earlyMediaWaitMs: settings.earlyMediaWaitMs,
      voiceRingMs: settings.voiceRingMs,
      speechDelayMs: settings.speechDelayMs,
    },
    rules: {
      earlyMediaRings,
      listensFirst: settings.listensFirst,
      sendsMedia,
      retryUnreachable: settings.unreachableTriesNext,
      overrides: Object.entries(settings.overrides).map(([code, meaning]) => overrideOf(code, meaning)),
    },
  }
}

const textMark = 'text:'

/** `603` is a status, `q21` a cause, `text:no credit` a part of a reason text. */
function overrideOf(code: string, meaning: string): Override {
  const row = meaning.replace('-', ' ') as Row
  if (code.startsWith(textMark)) return { by: 'text', text: code.slice(textMark.length), row }
  return /^q/i.test(code)
    ? { by: 'cause', code: Number(code.slice(1)), row }
    : { by: 'status', code: Number(code), row }
}
