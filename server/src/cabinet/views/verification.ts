import type { Mode, Notes, State } from '../../books/call.ts'
import type { LadderLine, NetworkBlock, RouteChoice, WeighedTrunk } from '../../books/call-details.ts'
import type {
  Check,
  EndReason,
  Step,
  StepStatus,
  VerificationFacts,
  VerificationState,
  VerificationStatus,
} from '../../books/verification.ts'
import type { CallerRecord } from '../../storage/caller-identity.ts'
import type { WebhookView } from './webhook.ts'

type Known = 'id' | 'serviceId' | 'test' | 'phoneMask' | 'country' | 'operator' | 'region' | 'createdAt'

/**
 * One line of the list: a verification of `/v2`, or a call of `/v1.0` as its only step, whose `id` is its vendor id. It has
 * the mask of the number alone. `operator` serves the number today: after porting, the recipient.
 */
export interface VerificationLine extends Notes, Pick<VerificationFacts, Known> {
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
}

export interface VerificationPage {
  readonly items: readonly VerificationLine[]
  /** Continue with `before`; null at the end. A filter that matches little may answer with few lines and go on. */
  readonly next: string | null
}

export interface VerificationsFound {
  readonly items: readonly VerificationLine[]
  /** The mask when the text was read as a phone number: then it belongs into no address and no history. */
  readonly phoneMask: string | null
}

/** What else was tried to reach the phone of a verification, newest first. */
export interface OtherAttempts {
  readonly items: readonly VerificationLine[]
}

export interface CallAttempt {
  /** Its trunk; null for everybody but operators. */
  readonly trunk: string | null
  readonly reason: string
  /** After the admission; null in records that do not say. */
  readonly placedMs: number | null
  /** A network stopped the call; beside the outcome of one that rang before. */
  readonly block?: NetworkBlock | undefined
  readonly ladder: readonly LadderLine[]
}

type ShownOfStep =
  | ('mode' | 'seconds' | 'status' | 'reason' | 'vendorId' | 'startedAt' | 'endedAt')
  | ('caller' | 'confirmationNumber' | 'deadlineAt')

/** A step as the page of its verification tells it. */
export interface StepView extends Pick<Step, ShownOfStep> {
  /** When a planned step is going to start; null when that depends on the step before it. */
  readonly startsAt: number | null
  /** The call rang for so long; null when it did not ring or that is not known yet. */
  readonly ringMs: number | null
  /** Roubles; null for a step that was not started, and where the role may not see money. */
  readonly cost: number | null
  /** The price is only held: the end of the call or of the verification decides. */
  readonly isHeld: boolean
  /** null for everybody but operators, and without an attempt. */
  readonly routing: CallRouting | null
  readonly attempts: readonly CallAttempt[]
  /** Completed, but perhaps by a voicemail or a false answer. */
  readonly suspect: boolean
  /** Who called, for an inbound step; null when nobody did. */
  readonly identity: CallerRecord | null
}

type Asked = 'portedTo' | 'expiresAt' | 'attemptsLeft' | 'codeLength' | 'language' | 'ip'

export interface VerificationDetail
  extends Omit<VerificationLine, 'steps' | 'status' | 'reason'>,
    Pick<VerificationFacts & VerificationState, Asked> {
  readonly status: VerificationStatus
  readonly reason: EndReason | null
  /** Events about it, and webhooks of its inbound calls. */
  readonly deliveries: readonly WebhookView[]
  readonly serviceName: string
  readonly registryOperator: string
  /** How many wrong codes are allowed in all. */
  readonly attempts: number
  readonly checks: readonly Check[]
  readonly steps: readonly StepView[]
  readonly metadata: Readonly<Record<string, string>>
  readonly consent: { readonly at?: string; readonly ip?: string; readonly text?: string } | null
  /** Roubles; null when the integrator set none, and where the role may not see money. */
  readonly maxCost: number | null
  /** Base URL of the API, for the request that can be repeated. */
  readonly baseUrl: string
}

/** A verification that was started from the cabinet. */
export interface StartedVerification extends VerificationDetail {
  /** For the form in which the person types the code. */
  readonly clientToken: string
}

/** Which trunk was taken and what it cost us. */
export interface CallRouting {
  /** What carriers charge us, in roubles. */
  readonly carrierCost: number
  /** What the customer paid, less that. */
  readonly margin: number
  /** null when there was one trunk alone. */
  readonly choice: {
    readonly why: RouteChoice['why']
    /** In the order of their places; costs in roubles. */
    readonly trunks: readonly (Omit<WeighedTrunk, 'costUnits'> & { readonly cost: number })[]
  } | null
}
