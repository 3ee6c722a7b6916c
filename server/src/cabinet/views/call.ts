import type { Mode, Notes, State } from '../../books/call.ts'
import type { LadderLine } from '../../books/call-details.ts'
import type { EntryKind } from '../../books/ledger.ts'
import type { CallerRecord } from '../../storage/caller-identity.ts'
import type { CallRouting, VerificationLine } from './verification.ts'

/** One line of the list. Only the mask of the number is in it. */
export interface CallLine extends Notes {
  readonly vendorId: number
  readonly serviceId: number
  readonly mode: Mode
  readonly state: State
  readonly test: boolean
  readonly phoneMask: string
  readonly country: string
  /** It has a code that the reader may ask for: `POST /calls/:vendorId/code`. No list or page holds codes. */
  readonly mayShowCode: boolean
  /** Who serves the number today: after porting, the recipient. */
  readonly operator: string
  readonly region: string
  readonly reason: string | null
  /** From the INVITE to the first sign of ringing; null when it never rang. */
  readonly timeToRingMs: number | null
  readonly startedAt: number
  readonly settledAt: number | null
  /** Roubles; null where the role may not see money. */
  readonly cost: number | null
}

export interface CallPage {
  readonly items: readonly CallLine[]
  /** Continue with `before`; null at the end. A filter that matches little may answer with few lines and go on. */
  readonly next: number | null
}

export interface CallsFound {
  /** Single calls. */
  readonly items: readonly CallLine[]
  /** Verifications of `/v2`. */
  readonly verifications: readonly VerificationLine[]
  /** The mask when the text was read as a phone number: then it belongs into no address and no history. */
  readonly phoneMask: string | null
}

export interface CallCode {
  readonly code: string
}

/** What else was tried to reach the phone of a call or a verification, newest first. */
export interface OtherAttempts {
  readonly calls: readonly CallLine[]
  readonly verifications: readonly VerificationLine[]
}

export interface CallAttempt {
  /** Its trunk; null for everybody but operators. */
  readonly trunk: string | null
  readonly reason: string
  /** After the admission; null in records that do not say. */
  readonly placedMs: number | null
  readonly ladder: readonly LadderLine[]
}

/** Steps in the life of a call. */
export type Step =
  | 'admitted'
  | 'invite'
  /** Sound or an answer from the network, before or without ringing. */
  | 'progress'
  | 'ringing'
  | 'answered'
  | 'hung-up'
  | 'refused'
  | 'called'
  | 'settled'
  | 'deadline'

export interface TimelineStep {
  readonly step: Step
  readonly at: number
}

export interface CallDetail extends CallLine {
  readonly serviceName: string
  readonly unique: string | null
  readonly registryOperator: string
  /** "" when the number was not ported. */
  readonly portedTo: string
  readonly ringMs: number | null
  /** Completed, but perhaps by a voicemail or a false answer. */
  readonly suspect: boolean
  /** The caller of the call that confirmed, or of the last one that did not; null when none came. */
  readonly caller: CallerRecord | null
  readonly deadlineAt: number
  readonly timeline: readonly TimelineStep[]
  readonly attempts: readonly CallAttempt[]
  /** null for everybody but operators, and without an attempt. */
  readonly routing: CallRouting | null
  readonly firstVendorId: number | null
  readonly repeats: readonly number[]
  /** The verification of `/v2` that this call is a step of; null for a call of `/v1.0`. */
  readonly verificationId: string | null
  readonly confirmationNumber: string | null
  readonly callbackUrl: string | null
  /** null where the role may not see money. */
  readonly ledger:
    | readonly {
        readonly entry: number
        readonly kind: EntryKind
        /** Roubles. */
        readonly amount: number
        readonly held: number
        readonly balanceAfter: number
        readonly createdAt: number
      }[]
    | null
  readonly delivery: {
    readonly id: number
    readonly state: 'pending' | 'delivered' | 'failed'
    readonly dueAt: number
    readonly attempts: readonly {
      readonly attempt: number
      readonly at: number
      readonly durationMs: number
      readonly status: number
      readonly error: string
    }[]
  } | null
  /** Base URL of the API, for the request that can be repeated. */
  readonly baseUrl: string
}

/** What a stream of events carries. */
export type LiveEvent =
  | { readonly kind: 'ready' }
  /** Every five seconds, as long as the service can read its store. */
  | { readonly kind: 'still-here' }
  /** New or changed, newest first. */
  | {
      readonly kind: 'changed'
      readonly calls: readonly CallLine[]
      readonly verifications: readonly VerificationLine[]
    }
  /** Too many changes for one event: reload the page's data. */
  | { readonly kind: 'reload' }
  /** The session, the role or the account has changed: read `/me` again. */
  | { readonly kind: 'ended' }
