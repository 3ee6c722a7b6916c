import { failedAtKeyPrompt } from './settlement.ts'
import { isPending } from './step-machine.ts'
import type { Step, Verification } from './verification.ts'

/**
 * Conversion: of the phones that a call reached, the share that was approved. A verification of `/v2` counts when it
 * has ended and a call was delivered, also if nobody typed a code. A call of `/v1.0` counts when its integrator has
 * reported the result of the own check (`POST /v2/feedback`); without a report the result is not known. Test numbers
 * are not counted.
 */
export interface Conversion {
  readonly delivered: number
  readonly approved: number
}

/** Ended, and no call is under way that could still be delivered. */
export function isSettled(verification: Pick<Verification, 'status' | 'steps'>): boolean {
  return verification.status !== 'pending' && !verification.steps.some(({ status }) => status === 'started')
}

/** A call that asked for a key has reached the person, whatever was pressed. */
const hasReached = ({ status, reason }: Step) => status === 'delivered' || failedAtKeyPrompt(reason)

/**
 * The call for which a settled verification is counted: the last one that reached the phone. An approval proves that a
 * call did, whatever its outcome says. Undefined when none did.
 */
export function convertedStep(verification: Verification): Step | undefined {
  const { steps, status, test } = verification
  if (test || isPending(verification)) return undefined
  const reached = steps.findLast(hasReached)
  if (reached !== undefined || status !== 'approved') return reached
  return steps.findLast(({ startedAt }) => startedAt !== null)
}

/** The outgoing steps of a settled verification whose code we drew: what a tariff that charges on approval is paid by. */
export function drawnCodes({ steps, status }: Verification): Conversion {
  const delivered = steps.filter(
    (step) => hasReached(step) && step.mode !== 'inbound' && step.hasOwnCode !== true,
  ).length
  return { delivered, approved: delivered > 0 && status === 'approved' ? 1 : 0 }
}

/** With fewer delivered steps in 24 hours, a service is not judged by its approvals. */
export const minJudgedSteps = 100
const minApprovedShare = 1 / 5

/** Fewer than one approval in five delivered steps: calls that are placed for something else than an approval. */
export function hasFewApprovals({ delivered, approved }: Conversion): boolean {
  return delivered >= minJudgedSteps && approved < delivered * minApprovedShare
}

/** What the integrator of `/v1.0` said about its own check of a code. */
export interface Feedback {
  readonly accountId: number
  readonly serviceId: number
  readonly vendorId: number
  readonly approved: boolean
  readonly at: number
}

/** What is stored of it. */
export interface StoredFeedback extends Omit<Feedback, 'accountId'> {
  /** 1 when it was counted as a delivered call. */
  readonly counted: number
}

/** What the feedback for a call of `/v1.0` adds. A wrong code for a call that failed says nothing about the phone. */
export function conversionOfFeedback(approved: boolean, hasFailed: boolean): Conversion {
  if (approved) return { delivered: 1, approved: 1 }
  return { delivered: hasFailed ? 0 : 1, approved: 0 }
}
