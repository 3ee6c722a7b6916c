import { hourMs } from '../platform/clock.ts'
import type { CallAdmission, CallAdmitted, InboundAdmission, InboundAdmitted } from './admission.ts'
import { admitCall } from './admit-call.ts'
import { admitInbound } from './admit-inbound.ts'
import type { Books } from './books.ts'
import { pageClosedMs } from './page-calls.ts'
import type { StepRefusal } from './refusals.ts'
import { type StartedCall, spentUnits } from './step-machine.ts'
import type { Verification, VerificationState } from './verification.ts'
import { codeSender, phoneBlockedMs, type WrongTry } from './wrong-codes.ts'

/** The call of a step, with what its admission needs. */
export type StepAdmission =
  | { readonly operation: 'admitCall'; readonly input: CallAdmission }
  | { readonly operation: 'admitInbound'; readonly input: InboundAdmission }

/** A step with everything that its start needs. */
export interface StepToStart {
  readonly step: number
  /** The client for which the sign-in page made its verification; null for one of a program. */
  readonly pageClient: string | null
  readonly admission: StepAdmission
  /** The calling number as the hint shows it; null for a call without a hint. */
  readonly caller: string | null
  /** Keyed hash of the code; null for an inbound step. */
  readonly codeHash: Uint8Array | null
  /** The digits that the person has to press; only for a step that confirms by a key. */
  readonly askedKey?: string | undefined
  /** Of what it speaks or writes. */
  readonly language?: string | undefined
  /** Decided before the transaction. */
  readonly refusal?: 'own-code' | 'no-gateway' | undefined
  /** Among how many codes it was drawn; null for an inbound step. */
  readonly codes: number | null
  /** What it costs is decided at the end of its verification, not at the end of the call. */
  readonly waitsForApproval: boolean
}

export interface StepAdmitted {
  readonly vendorId: number
  readonly call: StartedCall
}
export interface StepNotAdmitted {
  readonly why: StepRefusal
  readonly retryAfterMs: number
}

/** Applies the rules of v1 for limits, funds and caps, and the maximum cost that the integrator set. */
export function admitStep(
  books: Books,
  { admission, caller, askedKey, language, codes, waitsForApproval, refusal }: StepToStart,
  state: VerificationState,
  maxCostUnits: number | null,
): StepAdmitted | StepNotAdmitted {
  const { priceUnits, startedAt } = admission.input
  // An inbound step never lasts longer than its verification.
  const deadlineAt = Math.min(
    admission.input.deadlineAt,
    admission.operation === 'admitInbound' ? state.expiresAt : Infinity,
  )
  if (refusal !== undefined) return { why: refusal, retryAfterMs: 0 }
  if (maxCostUnits !== null && spentUnits(state) + priceUnits > maxCostUnits) {
    return { why: 'max-cost', retryAfterMs: 0 }
  }
  const admitted = decide(books, admission, deadlineAt)
  if (admitted.kind === 'refused') return admitted
  if (admitted.kind !== 'admitted') throw new Error('a step has no idempotency key of its own')
  const { vendorId } = admitted
  const confirmationNumber = 'confirmationNumber' in admitted ? admitted.confirmationNumber : null
  return {
    vendorId,
    call: {
      vendorId,
      at: startedAt,
      costUnits: priceUnits,
      deadlineAt,
      caller,
      confirmationNumber,
      key: askedKey,
      language,
      codes,
      isKept: waitsForApproval,
    },
  }
}

function decide(books: Books, admission: StepAdmission, deadlineAt: number): CallAdmitted | InboundAdmitted {
  return admission.operation === 'admitCall'
    ? admitCall(books, { ...admission.input, deadlineAt })
    : admitInbound(books, { ...admission.input, deadlineAt })
}

/** While the phone is blocked, or the page may not call, the person may call us, but is not called. */
export function refusalOfCall(
  books: Books,
  tries: readonly WrongTry[],
  { serviceId, client, isOfPage, test }: Pick<Verification, 'serviceId' | 'client' | 'isOfPage' | 'test'>,
  { admission, at }: StepToStart & { readonly at: number },
): StepNotAdmitted | undefined {
  if (admission.operation === 'admitInbound') return undefined
  const blockedMs = phoneBlockedMs(tries, { serviceId, sender: codeSender(isOfPage) }, at)
  if (blockedMs > 0) return { why: 'phone-blocked', retryAfterMs: blockedMs }
  if (!isOfPage || test) return undefined
  // No step starts after its verification expires.
  const closedMs = pageClosedMs(books.pageCalls(serviceId, client, at - hourMs), at)
  return closedMs > 0 ? { why: 'page-calls', retryAfterMs: closedMs } : undefined
}
