// One call over one trunk: flash, voice and mix. Each phase is a function, and each event is a line in it.

import type { MediaSign } from '../../storage/queries/trunk-counts.ts'
import { afterEarlyMedia } from './after-early-media.ts'
import type { CallEffect, CallEvent } from './call-events.ts'
import { classify } from './classify.ts'
import type { Ending, Heard, KeyPressed, Leaving, LegFacts } from './facts.ts'
import { causeRow } from './row-of-code.ts'
import type { CallTimers, TimerName } from './timers.ts'
import type { CallMode, TrunkRules } from './verdict.ts'

type Phase = 'calling' | 'early' | 'ringing' | 'answered' | 'speaking' | 'confirming' | 'leaving' | 'over'

export interface CallTerms {
  readonly mode: CallMode
  readonly timers: CallTimers
  readonly rules: TrunkRules
}

/** A call as an immutable value. All times are from one monotonic clock. */
export interface Call {
  readonly terms: CallTerms
  readonly phase: Phase
  readonly heard: Heard
  readonly placedAtMs: number
  /** The first 180 or 183. */
  readonly progressAtMs: number | undefined
  /** The first 183 without a failure in its Reason. */
  readonly earlyAtMs: number | undefined
  /** The first 180. */
  readonly ringingAtMs: number | undefined
  readonly answeredAtMs: number | undefined
  readonly codeSpoken: boolean
  /** undefined until the person is asked to press a key. */
  readonly key: KeyPressed | undefined
  readonly media: MediaSign
  readonly machine: boolean
  readonly lateMs: number
  readonly ackLost: boolean
  readonly announcedCause: number | undefined
  /** When the result was decided. */
  readonly decidedAtMs: number | undefined
}

export type CallStep = readonly [Call, readonly CallEffect[]]

/** A call whose INVITE is sent now, or waits for the rate limit until `sent`. */
export function placeCall(terms: CallTerms, atMs: number): CallStep {
  const call: Call = {
    terms,
    phase: 'calling',
    heard: 'nothing',
    placedAtMs: atMs,
    progressAtMs: undefined,
    earlyAtMs: undefined,
    ringingAtMs: undefined,
    answeredAtMs: undefined,
    codeSpoken: false,
    key: undefined,
    media: 'silent',
    machine: false,
    lateMs: 0,
    ackLost: false,
    announcedCause: undefined,
    decidedAtMs: undefined,
  }
  return sent(call, atMs)
}

function sent(call: Call, atMs: number): CallStep {
  const { responseMs, progressMs } = call.terms.timers
  return [{ ...call, placedAtMs: atMs }, [set('response', responseMs), set('progress', progressMs)]]
}

export function advanceCall(call: Call, event: CallEvent, atMs: number): CallStep {
  return phases[call.phase](call, event, atMs)
}

type Advance = (call: Call, event: CallEvent, atMs: number) => CallStep

const phases: Record<Phase, Advance> = {
  calling(call, event, atMs) {
    switch (event.kind) {
      case 'sent':
        return call.heard === 'nothing' ? sent(call, atMs) : stay(call)
      case 'provisional':
        return provisional(call, event.status, event.cause, atMs)
      case 'answered':
        return answer(call, atMs)
      case 'timer':
        if (event.timer === 'response' && call.heard === 'nothing') return leave(call, 'no response', atMs)
        return event.timer === 'progress' ? leave(call, 'no ringing', atMs) : stay(call)
      default:
        return anywhere(call, event, atMs)
    }
  },

  // A 183 announces ringing: the call waits for a 180 or the answer.
  early(call, event, atMs) {
    switch (event.kind) {
      case 'provisional':
        return provisional(call, event.status, event.cause, atMs)
      case 'answered':
        return answer(call, atMs)
      case 'timer':
        if (event.timer !== 'early-media') return stay(call)
        return leave(call, call.terms.rules.earlyMediaRings ? 'rung enough' : 'no ringing', atMs)
      default:
        return anywhere(call, event, atMs)
    }
  },

  ringing(call, event, atMs) {
    switch (event.kind) {
      case 'provisional':
        return provisional(call, event.status, event.cause, atMs)
      case 'answered':
        return answer(call, atMs)
      case 'timer':
        return event.timer === 'ring' ? leave(call, 'rung enough', atMs) : stay(call)
      default:
        return anywhere(call, event, atMs)
    }
  },

  answered(call, event, atMs) {
    switch (event.kind) {
      // Whoever has just picked up is not at the ear yet; a line that plays its own sound first is not listened to.
      case 'media-heard':
        return call.terms.rules.listensFirst === 'no' ? speak(call) : stay(call)
      case 'timer':
        return event.timer === 'speech-delay' ? speak(call) : stay(call)
      default:
        return anywhere(call, event, atMs)
    }
  },

  speaking(call, event, atMs) {
    switch (event.kind) {
      case 'code-spoken':
        return stay(spoken(call, event))
      case 'key-asked':
        return stay({ ...call, key: 'none' })
      case 'key-pressed':
        return event.isRight
          ? leave({ ...call, key: 'right' }, 'key pressed', atMs)
          : [{ ...call, key: 'wrong' }, [{ kind: 'wrong-key' }]]
      case 'key-missed':
        return leave(spoken(call, event), 'no key', atMs)
      case 'speech-over':
        return leave(spoken(call, event), 'spoken', atMs)
      case 'timer':
        return event.timer === 'speech-limit' ? leave(call, 'speech stuck', atMs) : stay(call)
      default:
        return anywhere(call, event, atMs)
    }
  },

  // Our BYE was sent. The peer has sent nothing since it answered, so its response to the BYE decides.
  confirming(call, event, atMs) {
    switch (event.kind) {
      case 'ended':
        return [
          { ...call, phase: 'over', decidedAtMs: atMs },
          [clear('bye-answer'), clear('release'), decided(call, event.ending, atMs), { kind: 'released' }],
        ]
      case 'timer':
        return event.timer === 'bye-answer' ? decideUnconfirmed(call, 'spoken', atMs) : stay(call)
      case 'give-up':
        return decideUnconfirmed(call, event.why, atMs)
      default:
        return stay(call)
    }
  },

  // Decided. The channel stays in use until its transaction has ended.
  leaving(call, event) {
    switch (event.kind) {
      case 'provisional': {
        if (event.status === 100 || call.heard !== 'nothing') return stay(call)
        return [{ ...call, heard: 'progress' }, [{ kind: 'rang-after-all' }]]
      }
      case 'ended':
        return [{ ...call, phase: 'over' }, [clear('release'), { kind: 'released' }]]
      case 'timer':
        return event.timer === 'release' ? [{ ...call, phase: 'over' }, [{ kind: 'released' }]] : stay(call)
      default:
        return stay(call)
    }
  },

  over: (call) => stay(call),
}

function anywhere(call: Call, event: CallEvent, atMs: number): CallStep {
  if (event.kind === 'ended') return finish(call, event.ending, atMs)
  if (event.kind === 'give-up') return leave(call, event.why, atMs)
  if (event.kind === 'machine-heard') {
    const next = { ...call, machine: true }
    return event.isTone ? leave(next, 'tone', atMs) : stay(next)
  }
  if (event.kind === 'ack-lost') return stay({ ...call, ackLost: true })
  return event.kind === 'no-audio' ? leave(call, 'no audio', atMs) : stay(call)
}

function provisional(call: Call, status: number, cause: number | undefined, atMs: number): CallStep {
  const firstWord: CallEffect[] = call.heard === 'nothing' ? [clear('response')] : []
  const isFailure = causeRow(cause, call.terms.rules.overrides) !== undefined
  const now = meaning(status, isFailure)
  const heard = higher(call.heard, now)
  const next: Call = {
    ...call,
    heard,
    announcedCause: isFailure ? cause : call.announcedCause,
    earlyAtMs: call.earlyAtMs ?? (now === 'early' ? atMs : undefined),
  }
  if (heard !== 'early' && heard !== 'ringing') return [next, firstWord]
  const phase = heard === 'early' ? 'early' : 'ringing'
  if (phase === call.phase) return [next, firstWord]
  const going: Call = {
    ...next,
    phase,
    progressAtMs: call.progressAtMs ?? atMs,
    ringingAtMs: phase === 'ringing' ? atMs : undefined,
  }
  const timer =
    phase === 'early' ? set('early-media', earlyWaitMs(call.terms)) : set('ring', ringLimitMs(call.terms))
  return [going, [...firstWord, clear(call.phase === 'calling' ? 'progress' : 'early-media'), timer]]
}

function ringLimitMs({ mode, timers }: CallTerms): number {
  return mode === 'flash' ? timers.flashRingMs : timers.voiceRingMs
}

/**
 * On a trunk that never sends more than 183, the call rings as long as after a 180. Voice waits for an answer anyway.
 */
function earlyWaitMs(terms: CallTerms): number {
  return terms.mode === 'flash' && !terms.rules.earlyMediaRings
    ? terms.timers.earlyMediaWaitMs
    : ringLimitMs(terms)
}

/** A 183 with a failure in its Reason plays an announcement; no phone rings. */
function meaning(status: number, isFailure: boolean): Heard {
  if (status === 100) return 'trying'
  if (status === 180) return 'ringing'
  return status === 183 && !isFailure ? 'early' : 'progress'
}

const order: readonly Heard[] = ['nothing', 'trying', 'progress', 'early', 'ringing']

function higher(one: Heard, other: Heard): Heard {
  return order.indexOf(one) >= order.indexOf(other) ? one : other
}

function answer(call: Call, atMs: number): CallStep {
  const next: Call = { ...call, phase: 'answered', answeredAtMs: atMs }
  if (call.terms.mode === 'flash') return leave(next, 'answered', atMs, call.phase)
  return [next, [...waiting(call.phase), set('speech-delay', call.terms.timers.speechDelayMs)]]
}

function speak(call: Call): CallStep {
  return [
    { ...call, phase: 'speaking' },
    [clear('speech-delay'), set('speech-limit', call.terms.timers.speechLimitMs), { kind: 'speak' }],
  ]
}

function spoken(call: Call, { media, lateMs }: Pick<Call, 'media' | 'lateMs'>): Call {
  return { ...call, codeSpoken: true, media, lateMs }
}

/** We end the call: the result is decided now, whatever comes later. */
function leave(call: Call, why: Leaving, atMs: number, from: Phase = call.phase): CallStep {
  const { mode, timers } = call.terms
  const isHeard = call.media !== 'silent' || call.key === 'right' || call.key === 'wrong'
  const isUnconfirmed = mode === 'voice' && call.codeSpoken && !isHeard
  const effects: CallEffect[] = [...waiting(from), { kind: 'hang-up', why }, set('release', timers.releaseMs)]
  // At the deadline the call waits for nothing more.
  if (isUnconfirmed && why !== 'deadline' && why !== 'stopped')
    return [{ ...call, phase: 'confirming' }, [...effects, set('bye-answer', timers.byeAnswerMs)]]
  return [
    { ...call, phase: 'leaving', decidedAtMs: atMs },
    [...effects, decided(call, { kind: 'leave', why }, atMs)],
  ]
}

/** No answer to our BYE came in time; the transaction continues by itself. */
function decideUnconfirmed(call: Call, why: Leaving, atMs: number): CallStep {
  return [
    { ...call, phase: 'leaving', decidedAtMs: atMs },
    [clear('bye-answer'), decided(call, { kind: 'leave', why }, atMs)],
  ]
}

/** The far end ended the call, or the connection to it broke. */
function finish(call: Call, ending: Ending, atMs: number): CallStep {
  return [
    { ...call, phase: 'over', decidedAtMs: atMs },
    [...waiting(call.phase), decided(call, ending, atMs), { kind: 'released' }],
  ]
}

function decided(call: Call, end: LegFacts['end'], atMs: number): CallEffect {
  const facts = factsOf(call, end, atMs)
  const { rules } = call.terms
  return {
    kind: 'decided',
    verdict: classify(facts, rules),
    afterEarlyMedia: afterEarlyMedia(facts, rules),
    mediaSign: facts.codeSpoken ? facts.media : undefined,
  }
}

function factsOf(call: Call, end: LegFacts['end'], atMs: number): LegFacts {
  const { heard, codeSpoken, key, media, machine, lateMs, ackLost, announcedCause, answeredAtMs, terms } =
    call
  return {
    mode: terms.mode,
    heard,
    ringMs: atMs - (call.ringingAtMs ?? atMs),
    earlyMs: call.earlyAtMs === undefined ? undefined : (answeredAtMs ?? atMs) - call.earlyAtMs,
    answered: answeredAtMs !== undefined,
    codeSpoken,
    key,
    media,
    machine,
    lateMs,
    ackLost,
    announcedCause,
    end,
  }
}

const timersOf: Record<Phase, readonly TimerName[]> = {
  calling: ['response', 'progress'],
  early: ['early-media'],
  ringing: ['ring'],
  answered: ['speech-delay'],
  speaking: ['speech-limit'],
  confirming: ['bye-answer', 'release'],
  leaving: ['release'],
  over: [],
}

/** Timers that may run in a phase that ends; clearing a timer that has fired is harmless. */
function waiting(phase: Phase): CallEffect[] {
  return timersOf[phase].map(clear)
}

function stay(call: Call): CallStep {
  return [call, []]
}

function set(timer: TimerName, delayMs: number): CallEffect {
  return { kind: 'set-timer', timer, delayMs }
}

function clear(timer: TimerName): CallEffect {
  return { kind: 'clear-timer', timer }
}
