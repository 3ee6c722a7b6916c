import { hasSettled, type StateEffect } from './step-machine.ts'
import type { VerificationState } from './verification.ts'

export interface PastEvent {
  readonly type: StateEffect
  readonly at: number
}

/** What has happened to a verification, oldest first: the events that its changes have had. */
export function pastEventsOf(state: Pick<VerificationState, 'status' | 'steps' | 'endedAt'>): PastEvent[] {
  const { status, steps, endedAt } = state
  const ofSteps = steps.flatMap((step): PastEvent[] => {
    if (step.startedAt === null) return []
    const started: PastEvent = { type: 'verification.step_started', at: step.startedAt }
    const isOutcome = step.status === 'delivered' || step.status === 'undelivered'
    // The outcome of a call that was under way at the end has no event but that all is settled.
    if (!isOutcome || step.endedAt === null || step.endedAt > (endedAt ?? step.endedAt)) return [started]
    return [started, { type: `verification.step_${step.status}`, at: step.endedAt }]
  })
  if (status === 'pending' || endedAt === null) return inOrder(ofSteps)
  const ended: PastEvent = { type: `verification.${status}`, at: endedAt }
  if (!hasSettled(state)) return inOrder([...ofSteps, ended])
  const settledAt = Math.max(endedAt, ...steps.map((step) => step.endedAt ?? 0))
  return inOrder([...ofSteps, ended, { type: 'verification.settled', at: settledAt }])
}

const inOrder = (events: readonly PastEvent[]) => events.toSorted((one, other) => one.at - other.at)
