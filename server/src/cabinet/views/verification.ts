import type { Mode, State } from '../../books/call.ts'
import type { Said, StepStatus, VerificationFacts, VerificationStatus } from '../../books/verification.ts'

type Known = 'id' | 'serviceId' | 'test' | 'phoneMask' | 'country' | 'operator' | 'region' | 'createdAt'

/** Whose it is, and the trunks that carried its calls: for operators alone. */
export interface Origin {
  readonly accountId: number
  /** By its address. */
  readonly customer: string
  readonly service: string
  readonly trunks: readonly string[]
}

/**
 * One line of the list: a verification of `/v2`, or a call of `/v1.0` as its only step, whose `id` is its vendor id. It has
 * the mask of the number alone. `operator` serves the number today: after porting, the recipient.
 */
export interface VerificationLine extends Said, Pick<VerificationFacts, Known> {
  readonly status: VerificationStatus | State
  /** Why a verification ended, or the outcome of a call. */
  readonly reason: string | null
  readonly endedAt: number | null
  readonly steps: readonly { readonly mode: Mode; readonly status: StepStatus }[]
  /** It has a code that the reader may ask for: `POST /verifications/:id/code`. No list or page holds codes. */
  readonly mayShowCode: boolean
  /** From the INVITE to the first sign of ringing; null when it never rang, and for a verification of `/v2`. */
  readonly timeToRingMs: number | null
  /** Roubles, of all steps, held ones included; null where the role may not see money. */
  readonly cost: number | null
  /** null on one's own list. */
  readonly origin: Origin | null
}
