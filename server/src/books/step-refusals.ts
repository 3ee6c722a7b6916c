import { secondMs } from '../platform/clock.ts'
import { refusals, type StepRefusal } from './refusals.ts'
import type { StateEvent } from './step-machine.ts'
import type { SkipReason } from './verification.ts'

/** How long to wait when the refusal does not say it, as when all trunks are full. */
const retryMs = 2 * secondMs

/**
 * The reason with which a step that cannot start is skipped; undefined when the refusal concerns the number or the
 * moment.
 */
export function skipReasonOf(why: StepRefusal): SkipReason | undefined {
  const { step } = refusals[why].means
  return typeof step === 'object' && 'skips' in step ? step.skips : undefined
}

/** The event that a refused start means for the state of a verification. */
export function eventOf(
  { why, retryAfterMs }: { readonly why: StepRefusal; readonly retryAfterMs: number },
  step: number,
  at: number,
): StateEvent {
  const means = refusals[why].means.step
  if (means === 'waits') return { kind: 'retry-later', step, until: at + (retryAfterMs || retryMs), at }
  return 'skips' in means
    ? { kind: 'skipped', step, reason: means.skips, at }
    : { kind: 'refused', step, reason: means.ends, at }
}
