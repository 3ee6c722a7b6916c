import type { WebhookToEnqueue } from './delivery-records.ts'
import type { Page, VerificationFilter, VerificationSearch } from './insight-records.ts'
import type { NodeStore } from './node-records.ts'
import type { NumberLimitRules } from './number-limit.ts'
import type { QueryMethods } from './query-table.ts'
import type { Mode, SpendCapRecord, VerificationRecord } from './records.ts'

export interface StoreOptions {
  readonly numberLimits: NumberLimitRules
}

/** The store is away or full: nothing was stored, nothing was charged. */
export class StoreUnavailable extends Error {}

export interface PhoneFacts {
  readonly phoneHash: Uint8Array
  readonly phoneMask: string
  readonly country: string
  readonly operator: string
  readonly region: string
  readonly portedTo: string
}

/** Why an admission was refused, in the order in which the checks run. */
export type Refusal =
  | 'mode-country'
  | 'country'
  | 'do-not-call'
  | 'wait'
  | 'number-limit'
  | 'funds'
  | 'spend-cap'
  | 'full'
  | 'no-way'

interface Admission extends PhoneFacts {
  readonly accountId: number
  readonly serviceId: number
  readonly test: boolean
  readonly priceUnits: number
  readonly chargesFailed: boolean
  readonly caps: readonly SpendCapRecord[]
  readonly startedAt: number
  readonly deadlineAt: number
}

export interface CallAdmission extends Admission {
  readonly mode: Exclude<Mode, 'inbound'>
  readonly code: string
  readonly client: string
  readonly unique: string | null
  /** What is already known to be wrong; applies after the replay of `unique`. */
  readonly refusal: 'mode-country' | 'country' | null
  /** What telephony can do for this call; applies after the funds. */
  readonly capacity: 'ok' | 'full' | 'no-way'
}

export interface InboundAdmission extends Admission {
  readonly callbackUrl: string
  readonly refusal: 'country' | null
  /** Confirmation numbers in the order of preference; the first free one for this phone is taken. */
  readonly candidates: readonly string[]
}

export interface RepeatAdmission {
  readonly serviceId: number
  readonly vendorId: number
  readonly startedAt: number
  readonly deadlineAt: number
  readonly withinMs: number
  readonly maxRepeats: number
  readonly capacity: 'ok' | 'full' | 'no-way'
}

export interface Refused {
  readonly kind: 'refused'
  readonly why: Refusal
  readonly retryAfterMs: number
}
export type CallAdmitted =
  | { readonly kind: 'admitted'; readonly vendorId: number }
  | { readonly kind: 'replayed'; readonly vendorId: number; readonly code: string; readonly client: string }
  | { readonly kind: 'key-of-another-phone' }
  /** The key's verification is there, but its number was erased: nobody can tell whether it was this one. */
  | { readonly kind: 'key-of-erased-phone' }
  | Refused
export type InboundAdmitted =
  | { readonly kind: 'admitted'; readonly vendorId: number; readonly confirmationNumber: string }
  | Refused
export type RepeatAdmitted =
  | { readonly kind: 'admitted'; readonly verification: VerificationRecord }
  | {
      readonly kind: 'refused'
      readonly why: 'unknown' | 'do-not-call' | 'too-late' | 'used-up' | 'not-possible' | 'full' | 'no-way'
    }

/** What becomes of a hold: charged, given back, or charged only where the tariff charges failed attempts. */
export type MoneyEffect = 'capture' | 'release' | 'by-tariff'

export interface Settlement {
  readonly vendorId: number
  readonly completed: boolean
  readonly money: MoneyEffect
  readonly reason: string
  readonly settledAt: number
  /** What happened on the wire, for the record's page: JSON. */
  readonly details?: string
  /** Enqueued in the same transaction when this completes an inbound verification. */
  readonly webhook?: WebhookToEnqueue
}

export interface Charge {
  readonly accountId: number
  readonly serviceId: number
  readonly amountUnits: number
  readonly note: string
  readonly caps: readonly SpendCapRecord[]
  readonly at: number
}
export type Charged =
  | { readonly kind: 'charged'; readonly balanceUnits: number }
  | { readonly kind: 'refused'; readonly why: 'funds' | 'spend-cap'; readonly retryAfterMs: number }

export interface PurgeRequest {
  readonly before: number
  readonly now: number
  readonly limit: number
  /** An operator says that the clock is right, however far it is past the last purge. */
  readonly trustsClock?: boolean
}

export interface PurgeProgress {
  readonly deleted: number
  /** Call again: there is more. */
  readonly more: boolean
  /** Nothing was deleted, because `now` is implausibly far past the last purge, which was then. */
  readonly refusedSince?: number
}

/**
 * The port between the domain and what keeps its state. A resolved promise means that it is on disk.
 * Every method is one transaction; methods that refuse change nothing. The shared queries are declared in
 * query-table.ts; what is here is done by each store in its own way.
 */
export interface Store extends QueryMethods, NodeStore {
  /** Other services may run on it too: what is unresolved at a start may be theirs. */
  readonly isShared: boolean

  // calls and money
  admitCall(request: CallAdmission): Promise<CallAdmitted>
  admitInbound(request: InboundAdmission): Promise<InboundAdmitted>
  admitRepeat(request: RepeatAdmission): Promise<RepeatAdmitted>
  /** True when this settlement ended it, false when it had ended before. */
  settle(settlement: Settlement): Promise<boolean>
  charge(charge: Charge): Promise<Charged>
  topUp(request: {
    accountId: number
    amountUnits: number
    note: string
    at: number
  }): Promise<number | undefined>

  // lists and statistics
  /** Newest first. A filter that matches little stops after a bounded number of rows read and says where it stopped: `next` continues. */
  verificationPage(filter: VerificationFilter): Promise<Page<VerificationRecord>>
  /** Newest first. */
  findVerifications(search: VerificationSearch): Promise<VerificationRecord[]>
  /** Counts what was settled since; returns how many were counted: fewer than `limit` means that all is counted. */
  digest(request: { limit: number; now: number }): Promise<number>

  // keeping
  /** Forgets the number everywhere but in the ledger; returns how many records were changed. */
  erasePhone(phoneHash: Uint8Array): Promise<number>
  /**
   * Forgets one piece of what is past its retention, but for limits per number. The ledger stays. A shared store goes
   * by its own time; another one refuses a time that is implausibly far past its last purge.
   */
  purge(request: PurgeRequest): Promise<PurgeProgress>
  /** The caller's clock was set by so much: deadlines of what is open move along. Nothing where the store has a clock. */
  moveDeadlines(byMs: number): Promise<void>
  /** A bounded step of what keeps the store fast as it grows; false when nothing is left to do. */
  tend(): Promise<boolean>
  /** Runs the work while no other node runs work of this name; waits for its turn. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** A whole copy of this moment, under its name only when it is complete, checked and on disk. */
  backup(file: string, onProgress: (done: number, total: number) => void): Promise<void>
  close(): Promise<void>
}
