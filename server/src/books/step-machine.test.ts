import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Mode } from './call.ts'
import {
  dueStep,
  lostCallMs,
  move,
  type StateEffect,
  type StateEvent,
  spentUnits,
  unpaidSteps,
  wakeAt,
} from './step-machine.ts'
import { plannedStep, type Step, type VerificationState } from './verification.ts'

const expiresAt = 300_000
const priceUnits = 8_000
/** No call lasts longer. */
const callMs = 59_000

function begin(
  modes: readonly Mode[],
  { attempts = 3, seconds = 20, isAcknowledged = true } = {},
): VerificationState {
  return {
    status: 'pending',
    reason: null,
    version: 1,
    expiresAt,
    endedAt: null,
    attemptsLeft: attempts,
    checks: [],
    steps: modes.map((mode) => plannedStep(mode, seconds)),
    nextStepAt: 0,
    isAcknowledged,
    answeredTo: [],
  }
}

/** Feeds events to a state and collects the effects. */
function follow(state: VerificationState, ...events: readonly StateEvent[]) {
  const effects: StateEffect[] = []
  for (const event of events) {
    const [next, more] = move(state, event)
    state = next
    effects.push(...more)
  }
  return { state, effects }
}

const started = (step: number, at: number, vendorId = 100_000 + step, isKept = false): StateEvent => ({
  kind: 'started',
  step,
  call: {
    vendorId,
    at,
    costUnits: priceUnits,
    deadlineAt: Math.min(at + callMs, expiresAt),
    caller: null,
    confirmationNumber: null,
    codes: null,
    isKept,
  },
})
const blocked = (at: number): StateEvent => ({ kind: 'blocked', reason: 'phone_blocked', at })
const ended = (
  step: number,
  at: number,
  more: Partial<Extract<StateEvent, { kind: 'ended' }>['call']>,
): StateEvent => ({
  kind: 'ended',
  call: {
    vendorId: 100_000 + step,
    at,
    reason: 'busy',
    isDelivered: false,
    isBadNumber: false,
    isLost: false,
    costUnits: 0,
    isKept: false,
    ...more,
  },
})
/** A code of these steps is typed; a wrong one when there are none. */
const right = (steps: readonly number[], at: number): StateEvent => ({ kind: 'checked', steps, at })
const delivered = { isDelivered: true, reason: 'rang', costUnits: priceUnits }

describe('a verification', () => {
  it('starts the next step at once after a step that was not delivered', () => {
    const { state } = follow(begin(['flash', 'voice']), started(0, 0), ended(0, 8_000, {}))
    expect(dueStep(state, 8_000)).toBe(1)
  })

  it('starts the next step when the wait after a delivered step ends without an approval', () => {
    const { state } = follow(begin(['flash', 'voice']), started(0, 0), ended(0, 8_000, delivered))
    expect(dueStep(state, 27_999)).toBeUndefined()
    expect(dueStep(state, 28_000)).toBe(1)
    expect(wakeAt(state)).toBe(28_000)
  })

  it('skips the next step at once when the wait after a delivered one ends too late', () => {
    const { state } = follow(begin(['flash', 'voice']), started(0, 0), ended(0, 280_000, delivered))
    expect(state.steps[1]).toMatchObject({ status: 'skipped', reason: 'expires_first' })
    expect([state.status, wakeAt(state)]).toEqual(['pending', expiresAt])
  })

  it('never calls a phone while a lost call may still ring it', () => {
    const { state } = follow(begin(['flash', 'voice']), started(0, 5_000), ended(0, 9_000, { isLost: true }))
    expect(dueStep(state, 5_000 + lostCallMs - 1)).toBeUndefined()
    expect(dueStep(state, 5_000 + lostCallMs)).toBe(1)
  })

  describe('whose creation may not have been answered', () => {
    const unknown = (...modes: Mode[]) => begin(modes, { isAcknowledged: false })
    const clock = (at: number): StateEvent => ({ kind: 'clock', at })
    const unacknowledged = { status: 'canceled', reason: 'not_acknowledged' }
    const lost = [started(0, 0), ended(0, callMs, { isLost: true })] as const

    it.each<{ modes: Mode[] }>([{ modes: ['flash', 'voice'] }, { modes: ['flash'] }])(
      'ends where its next step would be due, after a lost call: $modes',
      ({ modes }) => {
        const { state } = follow(unknown(...modes), ...lost)
        expect([state.status, wakeAt(state)]).toEqual(['pending', lostCallMs])
        expect(dueStep(state, lostCallMs)).toBeUndefined()
        expect(follow(state, clock(lostCallMs - 1)).state.status).toBe('pending')
        expect(follow(state, clock(lostCallMs)).state).toMatchObject(unacknowledged)
      },
    )

    it('goes on once its creation is acknowledged', () => {
      const { state } = follow(
        unknown('flash', 'voice'),
        ...lost,
        { kind: 'acknowledged' },
        clock(lostCallMs),
      )
      expect(dueStep(state, lostCallMs)).toBe(1)
      expect(follow(state, { kind: 'abandoned', at: lostCallMs }).state.status).toBe('pending')
      const replayed = follow(unknown('flash'), { kind: 'acknowledged' }, ...lost)
      expect(replayed.state).toMatchObject({ status: 'failed', reason: 'not_reached' })
      const later = follow(unknown('flash'), ...lost, { kind: 'acknowledged' }, clock(callMs))
      expect(later.state).toMatchObject({ status: 'failed', reason: 'not_reached' })
    })

    it('goes on after an outcome of its call, which only the node that answered can have', () => {
      const { state } = follow(unknown('flash', 'voice'), started(0, 0), ended(0, 8_000, {}), clock(8_000))
      expect(dueStep(state, 8_000)).toBe(1)
    })

    it('calls nobody when no person has called for its inbound step, and without a further step was not reached', () => {
      const { state } = follow(unknown('inbound', 'flash'), started(0, 0), clock(callMs))
      expect(state).toMatchObject({
        ...unacknowledged,
        steps: [{ status: 'started' }, { status: 'skipped' }],
      })
      const alone = follow(unknown('inbound'), started(0, 0), clock(callMs), ended(0, callMs, {}))
      expect(alone.state).toMatchObject({ status: 'failed', reason: 'not_reached' })
    })

    it('is approved by the right code all the same', () => {
      expect(follow(unknown('flash'), started(0, 0), right([0], 30_000)).state.status).toBe('approved')
    })
  })

  it('waits until it expires after the last step was delivered', () => {
    const { state } = follow(begin(['flash']), started(0, 0), ended(0, 8_000, delivered))
    expect([state.status, wakeAt(state)]).toEqual(['pending', expiresAt])
    expect(follow(state, { kind: 'clock', at: expiresAt }).state).toMatchObject({
      status: 'expired',
      reason: 'expired',
    })
  })

  it('fails as not reached when no step is left and none was delivered', () => {
    const skipped: StateEvent = { kind: 'skipped', step: 1, reason: 'max_cost', at: 8_000 }
    const { state } = follow(begin(['flash', 'voice']), started(0, 0), ended(0, 8_000, {}), skipped)
    expect(state).toMatchObject({ status: 'failed', reason: 'not_reached' })
  })

  it('fails as not reached when the number is blocked for longer than the verification lasts', () => {
    const retryLater: StateEvent = { kind: 'retry-later', step: 1, until: expiresAt, at: 8_000 }
    const { state } = follow(begin(['flash', 'voice']), started(0, 0), ended(0, 8_000, {}), retryLater)
    expect(state).toMatchObject({ status: 'failed', reason: 'not_reached' })
    expect(state.steps[1]).toMatchObject({ status: 'skipped', reason: 'expires_first' })
  })

  it('fails when the number does not exist', () => {
    const bad = ended(0, 3_000, { isBadNumber: true, reason: 'bad number' })
    const { state } = follow(begin(['flash', 'voice']), started(0, 0), bad)
    expect(state).toMatchObject({ status: 'failed', reason: 'bad_number' })
    expect(state.steps[1]).toMatchObject({ status: 'skipped', reason: 'failed' })
  })

  it('is approved by the right code, which ends the call and makes its kept step delivered', () => {
    const { state, effects } = follow(
      begin(['flash', 'voice']),
      started(0, 0, 100_000, true),
      right([0], 9_000),
    )
    expect(state).toMatchObject({ status: 'approved', reason: null, endedAt: 9_000, version: 3 })
    expect(effects).toEqual(['verification.step_started', 'verification.approved'])
    const stopped = ended(0, 9_100, { reason: 'stopped', costUnits: priceUnits })
    expect(follow(state, stopped).state.steps[0]).toMatchObject({
      status: 'delivered',
      reason: 'code typed',
      costUnits: priceUnits,
    })
  })

  it('does not deliver a call that had not rung when the code of another step was typed', () => {
    const second = follow(
      begin(['flash', 'voice']),
      started(0, 0),
      ended(0, 8_000, delivered),
      started(1, 28_000, 100_001, true),
    )
    const stopped = (costUnits: number) => ended(1, 29_100, { reason: 'stopped', costUnits })
    const after = (steps: number[], costUnits = 0) =>
      follow(second.state, right(steps, 29_000), stopped(costUnits)).state.steps[1]
    expect(after([0])).toMatchObject({ status: 'undelivered', reason: 'stopped', costUnits: 0 })
    // An own code is that of every step: the one that rang counts.
    expect(after([0, 1])).toMatchObject({ status: 'undelivered', reason: 'stopped' })
    expect(after([1], priceUnits)).toMatchObject({ status: 'delivered', reason: 'code typed' })
    // Nobody was dialled, so that it is free.
    expect(after([1])).toMatchObject({ status: 'undelivered', reason: 'stopped' })
    const lost = ended(1, 89_000, { reason: 'lost', isLost: true })
    const [, step] = follow(second.state, right([1], 29_000), lost).state.steps
    expect(step).toMatchObject({ status: 'undelivered', reason: 'lost', costUnits: 0 })
  })

  it('takes an own code as that of the newest step when none has rung', () => {
    const { state } = follow(
      begin(['flash', 'voice']),
      started(0, 0),
      ended(0, 8_000, {}),
      started(1, 8_000),
      right([0, 1], 9_000),
    )
    expect(state.steps.map(({ isTyped }) => isTyped)).toEqual([false, true])
  })

  it('fails after the last allowed wrong code', () => {
    const wrong = (at: number) => right([], at)
    const one = follow(begin(['flash'], { attempts: 2 }), started(0, 0), wrong(1_000)).state
    expect([one.status, one.attemptsLeft, one.version]).toEqual(['pending', 1, 2])
    expect(follow(one, wrong(2_000)).state).toMatchObject({
      status: 'failed',
      reason: 'max_attempts',
      attemptsLeft: 0,
    })
  })

  it('accepts the right code until it expires, and not after', () => {
    const open = follow(begin(['flash']), started(0, 0)).state
    expect(follow(open, right([0], expiresAt - 1)).state.status).toBe('approved')
    expect(follow(open, right([0], expiresAt)).state.status).toBe('expired')
  })

  it.each([
    ['canceled', { kind: 'cancel', at: 4_000 }],
    ['blocked', blocked(4_000)],
  ] as const)('still prices a ringing call when it is %s', (status, event) => {
    const { state } = follow(begin(['flash', 'voice']), started(0, 0), event)
    expect(state.status).toBe(status)
    const settled = follow(state, ended(0, 5_000, delivered)).state
    expect(settled).toMatchObject({ status, version: state.version + 1 })
    expect(spentUnits(settled)).toBe(priceUnits)
  })

  it('goes on when the phone is blocked while the person may still call', () => {
    const waiting = follow(begin(['inbound', 'flash']), started(0, 0), blocked(1_000)).state
    expect(waiting.status).toBe('pending')
    const late = follow(waiting, ended(0, callMs, { reason: 'no result in time' }), blocked(callMs)).state
    expect(late).toMatchObject({ status: 'blocked', reason: 'phone_blocked' })
  })

  it('leaves fewer tries to a code that is one of few, and never more than before', () => {
    const [first] = move(begin(['voice', 'flash'], { attempts: 5 }), started(0, 0))
    expect(first.attemptsLeft).toBe(5)
    const of = (codes: number) => {
      const event = started(1, 0) as Extract<StateEvent, { kind: 'started' }>
      return move(first, { ...event, call: { ...event.call, codes } })[0].attemptsLeft
    }
    expect([of(150), of(999), of(1_000)]).toEqual([1, 2, 5])
  })

  it('is approved by the call of an inbound step', () => {
    const { state } = follow(
      begin(['inbound', 'flash']),
      started(0, 0),
      ended(0, 12_000, { ...delivered, reason: 'called' }),
    )
    expect(state).toMatchObject({ status: 'approved', endedAt: 12_000 })
  })

  it('calls a person who did not call, at the end of the inbound step or on request', () => {
    const waiting = follow(begin(['inbound', 'flash']), started(0, 0)).state
    expect(dueStep(waiting, callMs - 1)).toBeUndefined()
    expect(dueStep(waiting, callMs)).toBe(1)
    const asked = follow(waiting, { kind: 'next', at: 10_000 }).state
    expect(dueStep(asked, 10_000)).toBe(1)
  })

  it('keeps the wait of a delivered step when an earlier inbound step ends', () => {
    const { state } = follow(
      begin(['inbound', 'flash', 'voice']),
      started(0, 0),
      { kind: 'next', at: 10_000 },
      started(1, 10_000),
      ended(1, 50_000, delivered),
      ended(0, callMs, { reason: 'no result in time' }),
    )
    expect(state.nextStepAt).toBe(70_000)
  })
})

type Command =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'outcome'; readonly how: 'delivered' | 'busy' | 'bad number' | 'crash' }
  | { readonly kind: 'check'; readonly isRight: boolean; readonly isOwn: boolean }
  | { readonly kind: 'next' | 'cancel' | 'blocked' | 'clock' | 'acknowledged' | 'abandoned' }
  | { readonly kind: 'start'; readonly how: 'admitted' | 'skipped' | 'retry-later' | 'refused' }

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 70_000 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('outcome' as const),
      how: fc.constantFrom('delivered' as const, 'busy', 'busy', 'bad number', 'crash'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('check' as const), isRight: fc.boolean(), isOwn: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('next' as const, 'cancel', 'blocked', 'abandoned') }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('clock' as const, 'acknowledged') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('start' as const),
      how: fc.constantFrom('admitted' as const, 'admitted', 'admitted', 'skipped', 'retry-later', 'refused'),
    }),
  },
)

/** A model of the store and the network around the machine, with books of its own. */
class World {
  state: VerificationState
  now = 0
  wrong = 0
  approvals = 0
  settled = 0
  /** The ledger: holds of open calls and the cost of ended ones. */
  readonly ledger = new Map<number, number>()
  readonly rings = new Map<number, { readonly step: number; readonly at: number }>()
  silentUntil = 0
  #lastId = 100_000
  #isKnown = false
  readonly #attempts: number
  /** Whether the tariff charges on approval. */
  readonly #isKept: boolean

  constructor(modes: readonly Mode[], attempts: number, isKept: boolean) {
    this.#isKept = isKept
    this.#attempts = attempts
    this.state = begin(modes, { attempts })
  }

  run(command: Command): void {
    const { state, now } = this
    if (command.kind === 'wait') this.now += command.ms
    else if (command.kind === 'check') {
      // As in the store: a code for an ended verification is not compared.
      if (state.status !== 'pending' || now >= state.expiresAt)
        return void this.#take({ kind: 'clock', at: now })
      const called = [...state.steps.keys()].filter(
        (step) => state.steps[step]!.startedAt !== null && state.steps[step]!.mode !== 'inbound',
      )
      if (command.isRight && called.length === 0) return
      // Several steps have the same code when it is the integrator's own.
      const typed = command.isRight ? (command.isOwn ? called : [called[now % called.length]!]) : []
      if (typed.length === 0) this.wrong += 1
      this.#take(right(typed, now))
    } else if (command.kind === 'outcome') this.#endOldest(command.how)
    else if (command.kind === 'start') this.#start(command.how)
    else if (command.kind === 'blocked') this.#take(blocked(now))
    else this.#take({ kind: command.kind, at: now })
  }

  #start(how: 'admitted' | 'skipped' | 'retry-later' | 'refused'): void {
    const step = dueStep(this.state, this.now)
    if (step === undefined) return
    const at = this.now
    if (how === 'skipped') return void this.#take({ kind: 'skipped', step, reason: 'max_cost', at })
    if (how === 'retry-later') return void this.#take({ kind: 'retry-later', step, until: at + 15_000, at })
    if (how === 'refused') return void this.#take({ kind: 'refused', step, reason: 'do_not_call', at })
    const outgoing = [...this.rings.values()].filter(({ step }) => this.state.steps[step]!.mode !== 'inbound')
    const isOutgoing = this.state.steps[step]!.mode !== 'inbound'
    if (isOutgoing) expect(outgoing, 'two calls at once').toEqual([])
    if (isOutgoing) expect(at, 'a lost call may still ring').toBeGreaterThanOrEqual(this.silentUntil)
    const vendorId = ++this.#lastId
    this.rings.set(vendorId, { step, at })
    this.ledger.set(vendorId, priceUnits)
    this.#take(started(step, at, vendorId, this.#isKept))
    if (this.ledger.size === 1) this.state = { ...this.state, isAcknowledged: false }
    else expect(this.#isKnown, 'a further step of what nobody may know').toBe(true)
  }

  #endOldest(how: 'delivered' | 'busy' | 'bad number' | 'crash'): void {
    const [oldest] = this.rings
    if (oldest === undefined) return
    const [vendorId, { step, at }] = oldest
    this.rings.delete(vendorId)
    const isDelivered = how === 'delivered'
    if (how !== 'crash' && this.state.steps[step]!.mode !== 'inbound') this.#isKnown = true
    if (how === 'crash' && this.state.steps[step]!.mode !== 'inbound') this.silentUntil = at + lostCallMs
    const isTyped = this.state.steps[step]!.isTyped && how !== 'crash'
    // The service settles a call whose code was typed as delivered.
    const isSettled = isDelivered || isTyped
    const waits = this.#isKept && this.state.status === 'pending'
    const isFree = this.#isKept && !waits && this.state.status !== 'approved'
    const costUnits = isSettled && !isFree ? priceUnits : 0
    this.ledger.set(vendorId, costUnits)
    this.#take({
      kind: 'ended',
      call: {
        vendorId,
        at: this.now,
        reason: how,
        isDelivered: isSettled,
        isBadNumber: how === 'bad number',
        isLost: how === 'crash',
        costUnits,
        isKept: waits && costUnits > 0,
      },
    })
  }

  #take(event: StateEvent): void {
    if (event.kind === 'acknowledged') this.#isKnown = true
    const before = this.state
    const [after, effects] = move(before, event)
    this.state = after
    if (before.status !== 'pending') expect(after.status, 'an ended state never changes').toBe(before.status)
    const ends = effects.filter((type) => !/step_|settled/.test(type))
    if (this.settled > 0) expect(after.version, 'nothing changes after the last word').toBe(before.version)
    this.settled += effects.filter((type) => type === 'verification.settled').length
    expect(ends.length, 'exactly one event for the end').toBe(before.status === after.status ? 0 : 1)
    if (before.status !== after.status && after.status === 'approved') this.approvals += 1
    const isChanged =
      before.status !== after.status || JSON.stringify(before.steps) !== JSON.stringify(after.steps)
    if (isChanged) expect(after.version).toBeGreaterThan(before.version)
    else expect(after.version).toBe(before.version)
    const typed = after.steps.filter(({ isTyped }) => isTyped)
    expect(typed.length, 'a code is that of one step').toBeLessThanOrEqual(
      after.status === 'approved' ? 1 : 0,
    )
    for (const { status, reason } of typed)
      expect(reason === 'crash' ? ['undelivered'] : ['started', 'delivered']).toContain(status)
    this.#look()
    const [unpaid] = unpaidSteps(this.state)
    if (unpaid !== undefined) this.#pay(unpaid)
  }

  /** Moves the money of a kept hold, as the service does. */
  #pay({ vendorId }: Step): void {
    const costUnits = this.state.status === 'approved' ? priceUnits : 0
    this.ledger.set(vendorId!, costUnits)
    this.#take({ kind: 'paid', vendorId: vendorId!, costUnits })
  }

  #look(): void {
    const { state } = this
    expect(this.approvals).toBeLessThanOrEqual(1)
    expect(this.wrong).toBeLessThanOrEqual(this.#attempts)
    expect(state.attemptsLeft).toBe(this.#attempts - this.wrong)
    expect(state.checks.filter(({ isRight }) => !isRight)).toHaveLength(this.wrong)
    const ledger = [...this.ledger.values()].reduce((sum, units) => sum + units, 0)
    expect(spentUnits(state), 'the ledger matches the cost of the steps').toBe(ledger)
    const ids = state.steps.flatMap(({ vendorId }) => vendorId ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length, 'each call belongs to a step').toBe(this.ledger.size)
    expect(state.nextStepAt ?? 0, 'no step starts after the end').toBeLessThanOrEqual(state.expiresAt)
    if (state.status === 'pending') expect(wakeAt(state)).toBeLessThanOrEqual(state.expiresAt)
    else expect(state.steps.some(({ status }) => status === 'planned')).toBe(false)
  }
}

it('a verification: one approval at most, tries never above their bound, money as the steps say, in any order of events', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom<Mode>('flash', 'voice', 'mix', 'inbound'), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(command, { maxLength: 60 }),
      fc.boolean(),
      (modes, attempts, commands, isKept) => {
        const world = new World(modes, attempts, isKept)
        for (const command of commands) world.run(command)
        world.now = Math.max(world.now, expiresAt)
        world.run({ kind: 'clock' })
        expect(world.state.status).not.toBe('pending')
        expect(world.settled, 'settled once, when no call is under way').toBe(world.rings.size === 0 ? 1 : 0)
        if (isKept && world.state.status !== 'approved')
          expect(spentUnits(world.state), 'only an approval costs').toBe(world.rings.size * priceUnits)
      },
    ),
    { numRuns: 3_000 },
  )
})
