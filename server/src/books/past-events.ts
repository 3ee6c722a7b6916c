import { hasSettled, type StateEffect, type StateEvent } from './step-machine.ts'
import type { VerificationState } from './verification.ts'

/** An event of a verification. Each happens once, so that this tells it from all others of its verification. */
export interface VerificationEvent {
  readonly type: StateEffect
  /** The call of the step that it is about; null when it is about the verification as a whole. */
  readonly vendorId: number | null
}

export interface PastEvent extends VerificationEvent {
  readonly at: number
}

/** The events of a move, by its effects. */
export function eventsOfMove(moved: StateEvent, effects: readonly StateEffect[]): VerificationEvent[] {
  const vendorId = 'call' in moved ? moved.call.vendorId : null
  return effects.map((type) => ({ type, vendorId: type.startsWith('verification.step_') ? vendorId : null }))
}

/** What tells an event of a verification from all others of its type. */
export const changeOf = (verificationId: string, { vendorId }: VerificationEvent) =>
  vendorId === null ? [verificationId] : [verificationId, vendorId]

/** What has happened to a verification, oldest first: the events that its changes have had. */
export function pastEventsOf(state: Pick<VerificationState, 'status' | 'steps' | 'endedAt'>): PastEvent[] {
  const { status, steps, endedAt } = state
  const ofSteps = steps.flatMap((step): PastEvent[] => {
    const { startedAt, vendorId } = step
    if (startedAt === null) return []
    const started: PastEvent = { type: 'verification.step_started', vendorId, at: startedAt }
    const isOutcome = step.status === 'delivered' || step.status === 'undelivered'
    // The outcome of a call that was under way at the end has no event but that all is settled.
    if (!isOutcome || step.endedAt === null || step.endedAt > (endedAt ?? step.endedAt)) return [started]
    return [started, { type: `verification.step_${step.status}`, vendorId, at: step.endedAt }]
  })
  if (status === 'pending' || endedAt === null) return inOrder(ofSteps)
  const ended: PastEvent = { type: `verification.${status}`, vendorId: null, at: endedAt }
  if (!hasSettled(state)) return inOrder([...ofSteps, ended])
  const settledAt = Math.max(endedAt, ...steps.map((step) => step.endedAt ?? 0))
  return inOrder([...ofSteps, ended, { type: 'verification.settled', vendorId: null, at: settledAt }])
}

const inOrder = (events: readonly PastEvent[]) => events.toSorted((one, other) => one.at - other.at)
