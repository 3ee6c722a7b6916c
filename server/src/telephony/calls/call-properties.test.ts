import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Attempts,
  type AttemptsEffect,
  advanceAttempts,
  areOver,
  attemptLimits,
  startAttempts,
} from './attempts.ts'
import type { CallEvent } from './call-events.ts'
import { defaultTimers } from './timers.ts'
import { type CallMode, defaultRules } from './verdict.ts'

const fromWire: fc.Arbitrary<CallEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('provisional' as const),
    status: fc.constantFrom(100, 180, 181, 183, 199),
    cause: fc.constantFrom(undefined, 16, 17, 20),
  }),
  fc.constantFrom<CallEvent>(
    { kind: 'answered' },
    { kind: 'no-audio' },
    { kind: 'media-heard' },
    { kind: 'code-spoken', media: 'silent', lateMs: 0 },
    { kind: 'speech-over', media: 'silent', lateMs: 0 },
    { kind: 'speech-over', media: 'heard', lateMs: 0 },
    { kind: 'ended', ending: { kind: 'hung-up' } },
    { kind: 'ended', ending: { kind: 'failed' } },
    { kind: 'ended', ending: { kind: 'left', crossed: true, confirmed: true } },
    { kind: 'ended', ending: { kind: 'lost' } },
    { kind: 'ended', ending: { kind: 'unsent', why: 'transport' } },
  ),
  fc.record({
    kind: fc.constant('ended' as const),
    ending: fc.record({
      kind: fc.constant('refused' as const),
      status: fc.constantFrom(302, 403, 404, 408, 480, 486, 500, 503, 603),
      cause: fc.constantFrom(undefined, 17, 18, 21, 34),
    }),
  }),
)

interface Script {
  readonly mode: CallMode
  readonly routes: number
  readonly earlyMediaRings: boolean
  readonly received: readonly { readonly waitMs: number; readonly leg: number; readonly event: CallEvent }[]
}

interface Timed {
  readonly dueMs: number
  readonly leg: number | undefined
  readonly name: string
}

/** Runs a call on a simulated clock: wire events at their times, timers when they are due. */
class World {
  readonly settled: string[] = []
  readonly placed: number[] = []
  readonly decided: number[] = []
  readonly released: number[] = []
  readonly hungUp: string[] = []
  readonly #timers: Timed[] = []
  #nowMs = 0
  attempts: Attempts

  constructor({ mode, routes, earlyMediaRings }: Omit<Script, 'received'>) {
    const terms = { mode, timers: defaultTimers, rules: { ...defaultRules, earlyMediaRings } }
    const plan = { admittedAtMs: 0, routes: Array(routes).fill(terms) }
    const [attempts, effects] = startAttempts(plan, 0)
    this.attempts = attempts
    this.#carryOut(effects)
  }

  get nowMs(): number {
    return this.#nowMs
  }

  notify(leg: number, event: CallEvent): void {
    this.#take(advanceAttempts(this.attempts, { kind: 'leg', leg, event }, this.#nowMs))
  }

  /** Advances to a moment, or to the end of all timers. */
  runTo(untilMs: number): void {
    for (;;) {
      const next = this.#timers.toSorted((a, b) => a.dueMs - b.dueMs)[0]
      if (next === undefined || next.dueMs > untilMs) break
      this.#timers.splice(this.#timers.indexOf(next), 1)
      this.#nowMs = next.dueMs
      if (next.leg === undefined)
        this.#take(advanceAttempts(this.attempts, { kind: 'deadline' }, this.#nowMs))
      else this.notify(next.leg, { kind: 'timer', timer: next.name as never })
    }
    if (Number.isFinite(untilMs)) this.#nowMs = Math.max(this.#nowMs, untilMs)
  }

  #take([attempts, effects]: readonly [Attempts, readonly AttemptsEffect[]]): void {
    this.attempts = attempts
    this.#carryOut(effects)
  }

  #carryOut(effects: readonly AttemptsEffect[]): void {
    for (const effect of effects) {
      if (effect.kind === 'settle') this.settled.push(effect.verdict.reason)
      else if (effect.kind === 'place') this.placed.push(effect.leg)
      else if (effect.kind === 'set-deadline') this.#set(undefined, 'deadline', effect.delayMs)
      else if (effect.kind === 'clear-deadline') this.#clear(undefined, 'deadline')
      else {
        const { leg, effect: own } = effect
        if (own.kind === 'set-timer') this.#set(leg, own.timer, own.delayMs)
        else if (own.kind === 'clear-timer') this.#clear(leg, own.timer)
        else if (own.kind === 'hang-up') this.hungUp.push(own.why)
        else if (own.kind === 'decided') this.decided.push(leg)
        else if (own.kind === 'released') this.released.push(leg)
      }
    }
  }

  #set(leg: number | undefined, name: string, delayMs: number): void {
    this.#clear(leg, name)
    this.#timers.push({ dueMs: this.#nowMs + delayMs, leg, name })
  }

  #clear(leg: number | undefined, name: string): void {
    const at = this.#timers.findIndex((one) => one.leg === leg && one.name === name)
    if (at >= 0) this.#timers.splice(at, 1)
  }
}

const script: fc.Arbitrary<Script> = fc.record({
  earlyMediaRings: fc.boolean(),
  mode: fc.constantFrom<CallMode>('flash', 'voice', 'mix'),
  routes: fc.integer({ min: 1, max: 4 }),
  received: fc.array(fc.record({ waitMs: fc.nat(8_000), leg: fc.nat(3), event: fromWire }), {
    maxLength: 12,
  }),
})

describe('calls, for any events on the wire', () => {
  it('a call ends once, in time, with every channel freed and every leg decided once', () => {
    fc.assert(
      fc.property(script, ({ received, ...terms }) => {
        const world = new World(terms)
        let settledByMs = 0
        for (const { waitMs, leg, event } of received) {
          world.runTo(world.nowMs + waitMs)
          world.notify(leg, event)
          if (world.settled.length === 0) settledByMs = world.nowMs
        }
        world.runTo(Number.POSITIVE_INFINITY)
        expect(settledByMs).toBeLessThanOrEqual(attemptLimits.deadlineMs)
        expect(world.settled).toHaveLength(1)
        expect(areOver(world.attempts)).toBe(true)
        expect(world.decided.toSorted()).toEqual(world.placed)
        expect(world.released.toSorted()).toEqual(world.placed)
        expect(world.placed.length).toBeLessThanOrEqual(attemptLimits.maxAttempts)
      }),
      { numRuns: 3_000 },
    )
  })

  it('a flash call that is completed without an answer has rung for its full time or was refused after 180', () => {
    fc.assert(
      fc.property(script, ({ received, ...terms }) => {
        const world = new World({ ...terms, mode: 'flash', routes: 1, earlyMediaRings: false })
        let ringingAtMs: number | undefined
        for (const { waitMs, event } of received) {
          world.runTo(world.nowMs + waitMs)
          if (event.kind === 'provisional' && event.status === 180) ringingAtMs ??= world.nowMs
          const isOpen = world.settled.length === 0
          world.notify(0, event)
          if (event.kind === 'answered' && isOpen) return
        }
        world.runTo(Number.POSITIVE_INFINITY)
        const { decidedAtMs } = world.attempts.legs[0]!
        if (world.hungUp[0] === 'rung enough')
          expect(decidedAtMs! - ringingAtMs!).toBe(defaultTimers.flashRingMs)
        if (world.settled[0] === 'rang') expect(ringingAtMs).toBeDefined()
      }),
      { numRuns: 3_000 },
    )
  })

  it('a person who may have been rung over one trunk is not called over the next', () => {
    fc.assert(
      fc.property(script, ({ received, ...terms }) => {
        const world = new World(terms)
        const heardMore = new Set<number>()
        for (const { waitMs, leg, event } of received) {
          world.runTo(world.nowMs + waitMs)
          const isCurrent = leg === world.placed.length - 1
          if (event.kind === 'provisional' && event.status !== 100 && isCurrent) heardMore.add(leg)
          if (event.kind === 'answered' && isCurrent) heardMore.add(leg)
          world.notify(leg, event)
        }
        world.runTo(Number.POSITIVE_INFINITY)
        const lastPlaced = world.placed.at(-1)!
        for (const leg of heardMore) expect(lastPlaced).toBe(leg)
      }),
      { numRuns: 3_000 },
    )
  })
})
