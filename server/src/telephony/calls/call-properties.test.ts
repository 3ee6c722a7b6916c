import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Attempts,
  type AttemptsEffect,
  advanceAttempts,
  areOver,
  defaultAttemptLimits,
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
    { kind: 'code-spoken' },
    { kind: 'speech-over' },
    { kind: 'ended', ending: { kind: 'hung-up' } },
    { kind: 'ended', ending: { kind: 'failed' } },
    { kind: 'ended', ending: { kind: 'left', crossed: true } },
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

interface Timed {
  readonly dueMs: number
  readonly leg: number | undefined
  readonly name: string
}

/** Runs a verification on a clock of its own: wire events at their times, timers when they fall due. */
class World {
  readonly settled: string[] = []
  readonly placed: number[] = []
  readonly decided: number[] = []
  readonly released: number[] = []
  readonly #timers: Timed[] = []
  #nowMs = 0
  attempts: Attempts

  constructor(mode: CallMode, routes: number) {
    const terms = { mode, timers: defaultTimers, rules: defaultRules }
    const plan = { admittedAtMs: 0, routes: Array(routes).fill(terms), limits: defaultAttemptLimits }
    const [attempts, effects] = startAttempts(plan, 0)
    this.attempts = attempts
    this.#carryOut(effects)
  }

  get nowMs(): number {
    return this.#nowMs
  }

  tell(leg: number, event: CallEvent): void {
    this.#take(advanceAttempts(this.attempts, { kind: 'leg', leg, event }, this.#nowMs))
  }

  /** Moves on to a moment, or to the end of all timers. */
  runTo(untilMs: number): void {
    for (;;) {
      const next = this.#timers.toSorted((a, b) => a.dueMs - b.dueMs)[0]
      if (next === undefined || next.dueMs > untilMs) break
      this.#timers.splice(this.#timers.indexOf(next), 1)
      this.#nowMs = next.dueMs
      if (next.leg === undefined)
        this.#take(advanceAttempts(this.attempts, { kind: 'deadline' }, this.#nowMs))
      else this.tell(next.leg, { kind: 'timer', timer: next.name as never })
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

const script = fc.record({
  mode: fc.constantFrom<CallMode>('flash', 'voice', 'mix'),
  routes: fc.integer({ min: 1, max: 4 }),
  told: fc.array(fc.record({ waitMs: fc.nat(8_000), leg: fc.nat(3), event: fromWire }), { maxLength: 12 }),
})

describe('whatever the wire says', () => {
  it('a verification ends once, in time, with every channel freed and every leg decided once', () => {
    fc.assert(
      fc.property(script, ({ mode, routes, told }) => {
        const world = new World(mode, routes)
        let settledByMs = 0
        for (const { waitMs, leg, event } of told) {
          world.runTo(world.nowMs + waitMs)
          world.tell(leg, event)
          if (world.settled.length === 0) settledByMs = world.nowMs
        }
        world.runTo(Number.POSITIVE_INFINITY)
        expect(settledByMs).toBeLessThanOrEqual(defaultAttemptLimits.deadlineMs)
        expect(world.settled).toHaveLength(1)
        expect(areOver(world.attempts)).toBe(true)
        expect(world.decided.toSorted()).toEqual(world.placed)
        expect(world.released.toSorted()).toEqual(world.placed)
        expect(world.placed.length).toBeLessThanOrEqual(defaultAttemptLimits.maxAttempts)
      }),
      { numRuns: 3_000 },
    )
  })

  it('nobody who may have been rung over one trunk is called over the next', () => {
    fc.assert(
      fc.property(script, ({ mode, routes, told }) => {
        const world = new World(mode, routes)
        const heardMore = new Set<number>()
        for (const { waitMs, leg, event } of told) {
          world.runTo(world.nowMs + waitMs)
          const isCurrent = leg === world.placed.length - 1
          if (event.kind === 'provisional' && event.status !== 100 && isCurrent) heardMore.add(leg)
          if (event.kind === 'answered' && isCurrent) heardMore.add(leg)
          world.tell(leg, event)
        }
        world.runTo(Number.POSITIVE_INFINITY)
        const lastPlaced = world.placed.at(-1)!
        for (const leg of heardMore) expect(lastPlaced).toBe(leg)
      }),
      { numRuns: 3_000 },
    )
  })
})
