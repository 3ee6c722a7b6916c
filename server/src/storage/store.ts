import type { AuditReport } from './audit-report.ts'
import type { BalanceNoticeStore } from './balance-notice-records.ts'
import type { DeliveryStore, WebhookToEnqueue } from './delivery-records.ts'
import type { EntranceStore } from './entrance-records.ts'
import type { ExclusiveWork } from './exclusive-work.ts'
import type { InsightStore } from './insight-records.ts'
import type { NodeStore } from './node-records.ts'
import type { NumberLimitRules, NumberPlace, NumberWalk } from './number-limit.ts'
import type { NumberStore } from './number-store.ts'
import type { OperatorStore } from './operator-records.ts'
import type { PeopleStore } from './people-records.ts'
import type {
  AccountRecord,
  AccountStatus,
  ActionRecord,
  LedgerEntry,
  Mode,
  ServiceRecord,
  ServiceSettings,
  ServiceStatus,
  SpendCapRecord,
  VerificationRecord,
} from './records.ts'
import type { RuleStore } from './rule-store.ts'
import type { SnapshotStore } from './snapshot-records.ts'

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

export interface NewAccount {
  readonly email: string
  /** "" cannot sign in. */
  readonly passwordHash: string
  readonly tariff: string
  /** Calls the simulated carrier alone and has play money. */
  readonly demo: boolean
  /** Its owner sees the operator's console. */
  readonly ownerIsOperator?: boolean
  readonly phoneConfirmed: boolean
  readonly at: number
}
export interface NewService {
  readonly accountId: number
  readonly name: string
  readonly useDirection: string
  readonly keyHash: Uint8Array
  readonly settings: ServiceSettings
  /** Signs its web-hooks, sealed; a service without one gets it at its first web-hook. */
  readonly sealedWebhookSecret?: Uint8Array
  readonly at: number
}
export interface ServiceChange {
  readonly id: number
  readonly name?: string
  readonly useDirection?: string
  readonly status?: ServiceStatus
  /** Only what changes: the rest stays as it is at that moment, whoever changed it meanwhile. */
  readonly settings?: Partial<ServiceSettings>
  readonly at: number
}
export interface KeyRotation {
  readonly serviceId: number
  readonly keyHash: Uint8Array
  readonly previousKeyEndsAt: number
  readonly at: number
}

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
 * Every method is one transaction; methods that refuse change nothing.
 */
export interface Store
  extends BalanceNoticeStore,
    DeliveryStore,
    EntranceStore,
    ExclusiveWork,
    InsightStore,
    NodeStore,
    NumberStore,
    OperatorStore,
    PeopleStore,
    RuleStore,
    SnapshotStore {
  /** Other services may run on it too: what is unresolved at a start may be theirs. */
  readonly isShared: boolean

  // verifications and money
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
  verification(vendorId: number): Promise<VerificationRecord | undefined>
  repeatsOf(firstVendorId: number): Promise<number[]>
  /** Unresolved verifications whose deadline has passed, oldest first. A shared store goes by its own time, not `now`. */
  dueVerifications(request: { now: number; limit: number }): Promise<VerificationRecord[]>
  /** Unresolved outgoing verifications, whatever their deadline: after a start, those of a dead process. */
  openCalls(request: { limit: number }): Promise<VerificationRecord[]>
  /** The unresolved inbound verification that a call from this phone to this number over this trunk confirms. */
  waitingFor(request: {
    phoneHash: Uint8Array
    confirmationNumber: string
    trunk: string
    now: number
  }): Promise<number | undefined>
  /** Unresolved inbound verifications of test numbers: nobody will ever call for them. */
  openTestWaits(request: { now: number; limit: number }): Promise<VerificationRecord[]>
  ledger(request: { accountId: number; afterEntry: number; limit: number }): Promise<LedgerEntry[]>
  audit(): Promise<AuditReport>
  /**
   * Forgets one piece of what is past its retention, but for limits per number. The ledger stays. A shared store goes
   * by its own time; another one refuses a time that is implausibly far past its last purge.
   */
  purge(request: PurgeRequest): Promise<PurgeProgress>
  /** The caller's clock was set by so much: deadlines of what is open move along. Nothing where the store has a clock. */
  moveDeadlines(byMs: number): Promise<void>
  /** A bounded step of what keeps the store fast as it grows; false when nothing is left to do. */
  tend(): Promise<boolean>
  /** Looks at the next `limit` numbers after a place and forgets those whose limits have ended. */
  forgetNumbers(request: { after: NumberPlace | null; now: number; limit: number }): Promise<NumberWalk>

  // accounts and services
  createAccount(account: NewAccount): Promise<AccountRecord | 'email-taken' | 'no-such-tariff'>
  account(id: number): Promise<AccountRecord | undefined>
  accounts(): Promise<AccountRecord[]>
  setAccountStatus(request: { id: number; status: AccountStatus; at: number }): Promise<boolean>
  /** The account is a demo account no more; false when it was none. */
  endDemoOf(request: { id: number; at: number }): Promise<boolean>
  setAccountTariff(request: {
    id: number
    tariff: string
    at: number
  }): Promise<'done' | 'no-such-account' | 'no-such-tariff'>
  setPhoneConfirmed(request: { id: number; confirmed: boolean; at: number }): Promise<boolean>
  setPasswordHash(request: { id: number; passwordHash: string; at: number }): Promise<boolean>
  createService(service: NewService): Promise<ServiceRecord | undefined>
  service(id: number): Promise<ServiceRecord | undefined>
  services(accountId: number | null): Promise<ServiceRecord[]>
  /** The service as it is afterwards; undefined when there is none. */
  changeService(change: ServiceChange): Promise<ServiceRecord | undefined>
  rotateKey(rotation: KeyRotation): Promise<boolean>
  recordRequests(requests: readonly { serviceId: number; at: number }[]): Promise<void>
  recordAction(accountId: number, action: ActionRecord): Promise<void>
  actions(request: { accountId: number; limit: number }): Promise<ActionRecord[]>

  // the installation
  /** Proves that a write reaches the disk now. */
  heartbeat(at: number): Promise<void>
  meta(name: string): Promise<string | undefined>
  /** Keeps the first value ever given and returns it. */
  claimMeta(request: { name: string; value: string }): Promise<string>
  /** A whole copy of this moment, under its name only when it is complete, checked and on disk. */
  backup(file: string, onProgress: (done: number, total: number) => void): Promise<void>
  close(): Promise<void>
}
