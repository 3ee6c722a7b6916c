import { expect, it } from 'vitest'
import { pastEventsOf } from './past-events.ts'
import { plannedStep, type Step } from './verification.ts'

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
