import { expect, it } from 'vitest'
import { eventsOfMove, pastEventsOf, type VerificationEvent } from './past-events.ts'
import { move, type StateEvent } from './step-machine.ts'
import { plannedStep, type Step, type VerificationState } from './verification.ts'

const step = (status: Step['status'], startedAt: number, endedAt: number | null): Step => ({
  ...plannedStep('flash', 20),
  status,
  startedAt,
  endedAt,
})
const told = (state: Parameters<typeof pastEventsOf>[0]) =>
  pastEventsOf(state).map(({ type, at }) => [type.replace('verification.', ''), at])

it('past events: a step that rings has begun, and nothing more', () => {
  const steps = [step('undelivered', 1, 5), step('started', 6, null), plannedStep('voice', 20)]
  expect(told({ status: 'pending', endedAt: null, steps })).toEqual([
    ['step_started', 1],
    ['step_undelivered', 5],
    ['step_started', 6],
  ])
  expect(told({ status: 'canceled', endedAt: 7, steps }).at(-1)).toEqual(['canceled', 7])
})

it('past events: a call that ended after its verification shows in that all is settled alone', () => {
  expect(told({ status: 'approved', endedAt: 4, steps: [step('delivered', 1, 9)] })).toEqual([
    ['step_started', 1],
    ['approved', 4],
    ['settled', 9],
  ])
})

it('past events: those of a state are the events of the moves that led to it', () => {
  const planned: VerificationState = {
    status: 'pending',
    reason: null,
    version: 0,
    expiresAt: 300_000,
    endedAt: null,
    attemptsLeft: 3,
    checks: [],
    steps: [plannedStep('flash', 20), plannedStep('voice', 20)],
    nextStepAt: 0,
    isAcknowledged: true,
    answeredTo: [],
  }
  const call = {
    costUnits: 0,
    deadlineAt: 60_000,
    caller: null,
    confirmationNumber: null,
    codes: 9_999,
    isKept: false,
  }
  const end = {
    reason: 'busy',
    isDelivered: false,
    isBadNumber: false,
    isLost: false,
    costUnits: 0,
    isKept: false,
  }
  const moves: StateEvent[] = [
    { kind: 'started', step: 0, call: { ...call, vendorId: 7, at: 0 } },
    { kind: 'ended', call: { ...end, vendorId: 7, at: 5_000 } },
    { kind: 'started', step: 1, call: { ...call, vendorId: 8, at: 6_000 } },
    { kind: 'checked', steps: [1], at: 7_000 },
    { kind: 'ended', call: { ...end, vendorId: 8, at: 9_000 } },
  ]
  let state = planned
  const events: VerificationEvent[] = []
  for (const event of moves) {
    const [moved, effects] = move(state, event)
    state = moved
    events.push(...eventsOfMove(event, effects))
    expect(pastEventsOf(state).map(({ type, vendorId }) => ({ type, vendorId }))).toEqual(events)
  }
  expect(events.at(-1)).toEqual({ type: 'verification.settled', vendorId: null })
})
