import type { Timer } from '@ringkey/sip'
import type { StageOfAttempt } from '../../books/call-details.ts'
import {
  type Attempts,
  type AttemptsEffect,
  type AttemptsEvent,
  advanceAttempts,
  areOver,
  defaultAttemptLimits,
  startAttempts,
} from '../calls/attempts.ts'
import type { CallEffect, CallEvent } from '../calls/call-events.ts'
import type { Heard } from '../calls/facts.ts'
import type { Speech } from '../prompts/speech.ts'
import type { VoiceLanguage } from '../prompts/voice.ts'
import { termsOf } from './call-terms.ts'
import { type LegDeps, LineLeg } from './line-leg.ts'
import type { LineReport, LineTrunk, PlaceOrder } from './messages.ts'

export interface CallDeps extends LegDeps {
  trunk(name: string): LineTrunk | undefined
  speechOf(language: VoiceLanguage, code: string): Speech
  report(report: LineReport): void
  /** All calls of this call have ended. */
  over(id: number): void
}

/** The calls of one call: drives the attempts machine and carries out its effects. */
export class LineCall {
  readonly #deps: CallDeps
  readonly #order: PlaceOrder
  #legs: readonly LineLeg[] = []
  /** Events that arrived while effects are carried out. */
  readonly #waiting: AttemptsEvent[] = []
  #attempts: Attempts
  #deadline: Timer | undefined
  #busy = false

  constructor(deps: CallDeps, order: PlaceOrder) {
    this.#deps = deps
    this.#order = order
    const nowMs = deps.clock.nowMs()
    const [attempts, effects] = startAttempts(
      {
        admittedAtMs: nowMs - order.ageMs,
        routes: order.routes.map((route) => termsOf(deps.trunk(route.trunk)?.settings, order.mode, route)),
        limits: defaultAttemptLimits,
      },
      nowMs,
    )
    this.#attempts = attempts
    this.#busy = true
    this.#carryOut(effects)
    this.#drain()
    // It came too late to be placed: the reserved channel is returned.
    if (this.#legs.length === 0) deps.report({ kind: 'released', id: order.id, leg: 0 })
  }

  /** The main thread's answer about a further trunk. */
  claimed(leg: number, granted: boolean): void {
    const line = this.#legs[leg]
    if (granted && line !== undefined) {
      line.isClaimed = true
      line.place(this.#order.mode)
    } else if (!granted) {
      this.#tell({ kind: 'leg', leg, event: { kind: 'ended', ending: { kind: 'unsent', why: 'full' } } })
    }
  }

  /** Every channel is free and the outcome was reported. */
  get isOver(): boolean {
    return areOver(this.#attempts)
  }

  stop(unlessAnswered = false): void {
    this.#tell({ kind: 'stop', unlessAnswered })
  }

  #tell(event: AttemptsEvent): void {
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
    if (this.isOver) this.#deps.over(this.#order.id)
  }

  #carryOut(effects: readonly AttemptsEffect[]): void {
    for (const effect of effects) {
      switch (effect.kind) {
        case 'set-deadline':
          this.#deadline = this.#deps.clock.after(effect.delayMs, () => this.#tell({ kind: 'deadline' }))
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
          this.#deps.report({ kind: 'settled', id: this.#order.id, verdict: effect.verdict })
          break
      }
    }
  }

  #place(leg: number): void {
    const route = this.#order.routes[leg]!
    const tell = (event: CallEvent) => this.#tell({ kind: 'leg', leg, event })
    this.#legs = [...this.#legs, new LineLeg(this.#deps, this.#deps.trunk(route.trunk), route, tell)]
    // A channel of the first trunk was reserved when the call was planned.
    if (leg === 0) this.claimed(0, true)
    else this.#deps.report({ kind: 'claim', id: this.#order.id, leg })
  }

  #carryOutLeg(leg: number, effect: CallEffect): void {
    const line = this.#legs[leg]!
    switch (effect.kind) {
      case 'set-timer':
        return void line.setTimer(effect.timer, effect.delayMs)
      case 'clear-timer':
        return void line.clearTimer(effect.timer)
      case 'hang-up':
        return void line.hangUp()
      case 'speak':
        return void line.speak(this.#deps.speechOf(this.#order.language, this.#order.code))
      case 'decided':
        return void this.#reportLeg(leg, effect)
      case 'rang-after-all':
        return void this.#deps.report({ kind: 'rang-after-all', id: this.#order.id, leg })
      case 'released':
        line.release()
        if (line.isClaimed) this.#deps.report({ kind: 'released', id: this.#order.id, leg })
        return
    }
  }

  #reportLeg(
    leg: number,
    { verdict, afterEarlyMedia, mediaSign }: Extract<CallEffect, { kind: 'decided' }>,
  ): void {
    const { terms, placedAtMs, progressAtMs, answeredAtMs, decidedAtMs, ...call } = this.#attempts.legs[leg]!
    const ringingAtMs = call.ringingAtMs ?? (terms.rules.earlyMediaRings ? call.earlyAtMs : undefined)
    const endMs = answeredAtMs ?? decidedAtMs ?? this.#deps.clock.nowMs()
    const line = this.#legs[leg]!
    this.#deps.report({
      kind: 'decided',
      id: this.#order.id,
      leg,
      report: {
        trunk: line.route.trunk,
        verdict,
        placedMs: Math.round(placedAtMs - this.#attempts.plan.admittedAtMs),
        pddMs: progressAtMs === undefined ? undefined : Math.round(progressAtMs - placedAtMs),
        ringMs: ringingAtMs === undefined ? 0 : Math.round(endMs - ringingAtMs),
        stage: stageOf(line.isSent, call.heard, ringingAtMs !== undefined),
        answered: answeredAtMs !== undefined,
        talkMs:
          answeredAtMs === undefined
            ? 0
            : Math.round((decidedAtMs ?? this.#deps.clock.nowMs()) - answeredAtMs),
        afterEarlyMedia,
        mediaSign,
        strangerPackets: line.strangerPackets,
        callId: line.callId,
        ladder: line.ladder,
      },
    })
  }
}

function stageOf(isSent: boolean, heard: Heard, rang: boolean): StageOfAttempt {
  if (!isSent) return 'unsent'
  if (rang) return 'ringing'
  return heard === 'nothing' || heard === 'trying' ? 'sent' : 'progress'
}
