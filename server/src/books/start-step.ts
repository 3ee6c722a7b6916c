import type { Books } from './books.ts'
import { withHash } from './code-hashes.ts'
import type { StepRefusal } from './refusals.ts'
import { admitStep, refusalOfCall, type StepToStart } from './step-admission.ts'
import { dueStep, move } from './step-machine.ts'
import { eventOf } from './step-refusals.ts'
import type { Step, Verification } from './verification.ts'
import { VerificationTransition } from './verification-transition.ts'

export interface StepStart extends StepToStart {
  readonly id: string
  /** True for a request to `next`: the step need not be due, and if the number is blocked nothing changes. */
  readonly isAsked: boolean
  /** A further step, when none is left. It is stored only if its call is admitted. */
  readonly adds?: Step | undefined
  readonly at: number
}

export type StepStarted = { readonly verification: Verification } & (
  | { readonly kind: 'started'; readonly vendorId: number }
  /** The step was skipped, postponed, or the verification has ended. */
  | {
      readonly kind: 'refused'
      readonly why: StepRefusal
      readonly retryAfterMs: number
      /** The step that has to start now in its place. */
      readonly dueStep: number | undefined
    }
  /** Another node or request came first, or the verification has ended. */
  | { readonly kind: 'not-due' }
)

/** Admits the call of a due step, once, however many nodes and requests try; undefined when there is no such verification. */
export function startStep(books: Books, request: StepStart): StepStarted | undefined {
  const { id, step, isAsked, adds, at } = request
  const found = books.verification(id)
  if (found === undefined) return undefined
  const transition = new VerificationTransition(found)
  const added =
    adds === undefined ? found.verification : move(found.verification, { kind: 'added', step: adds })[0]
  const asked = isAsked ? move(added, { kind: 'next', at })[0] : added
  if (dueStep(asked, at) !== step) {
    transition.take({ kind: 'clock', at })
    transition.save(books, at)
    return { kind: 'not-due', verification: transition.verification }
  }
  const { test, phoneHash, maxCostUnits } = found.verification
  const tries = test || phoneHash === null ? [] : books.wrongTries(phoneHash, at)
  const admitted =
    refusalOfCall(books, tries, found.verification, request) ??
    admitStep(books, request, found.verification, maxCostUnits)
  if ('why' in admitted) {
    const event = eventOf(admitted, step, at)
    if (adds === undefined && (!isAsked || event.kind !== 'retry-later')) transition.take(event)
    transition.save(books, at)
    const { verification } = transition
    return { kind: 'refused', ...admitted, verification, dueStep: dueStep(verification, at) }
  }
  if (adds !== undefined) transition.take({ kind: 'added', step: adds })
  transition.take({ kind: 'started', step, call: admitted.call })
  books.addStepCall(admitted.vendorId, id)
  transition.save(books, at, withHash(found.codeHashes, request.codeHash))
  return { kind: 'started', vendorId: admitted.vendorId, verification: transition.verification }
}
