import type { CallRecord, State } from '../../books/call.ts'
import type { CallerRecord } from '../../storage/caller-identity.ts'
import type { CallAttempt, CallRouting, VerificationLine } from './verification.ts'
import type { WebhookView } from './webhook.ts'

export interface CallCode {
  readonly code: string
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

type Known =
  | ('vendorId' | 'mode' | 'unique' | 'portedTo' | 'deadlineAt')
  | ('firstVendorId' | 'confirmationNumber' | 'callbackUrl')

/** Everything about a call of `/v1.0`. A call of `/v2` is told by its verification. */
export interface CallDetail extends VerificationLine, Pick<CallRecord, Known> {
  readonly status: State
  readonly serviceName: string
  readonly registryOperator: string
  readonly ringMs: number | null
  /** Completed, but perhaps by a voicemail or a false answer. */
  readonly suspect: boolean
  /** The caller of the call that confirmed, or of the last one that did not; null when none came. */
  readonly caller: CallerRecord | null
  readonly timeline: readonly TimelineStep[]
  readonly attempts: readonly CallAttempt[]
  /** null for everybody but operators, and without an attempt. */
  readonly routing: CallRouting | null
  readonly repeats: readonly number[]
  /** The webhook of an inbound call, and events about the call. */
  readonly deliveries: readonly WebhookView[]
  /** Base URL of the API, for the request that can be repeated. */
  readonly baseUrl: string
}

/** What a stream of events carries. */
export type LiveEvent =
  | { readonly kind: 'ready' }
  /** Every five seconds, as long as the service can read its store. */
  | { readonly kind: 'still-here' }
  /** New or changed, newest first. */
  | { readonly kind: 'changed'; readonly items: readonly VerificationLine[] }
  /** Too many changes for one event: reload the page's data. */
  | { readonly kind: 'reload' }
  /** The session, the role or the account has changed: read `/me` again. */
  | { readonly kind: 'ended' }
