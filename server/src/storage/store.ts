import type {
  CallAdmission,
  CallAdmitted,
  InboundAdmission,
  InboundAdmitted,
  RepeatAdmission,
  RepeatAdmitted,
} from '../books/admission.ts'
import type { LookupEnd, LookupHeld, LookupRequest } from '../books/lookup-hold.ts'
import type { PhoneLimitRules } from '../books/number-limit.ts'
import type { Settlement } from '../books/settlement.ts'
import type { VerificationRecord } from '../books/verification.ts'
import type { Page, VerificationFilter, VerificationSearch } from './insight-records.ts'
import type { NodeStore } from './node-records.ts'
import type { ChangeName, Changes, Operated, Operation } from './operation-records.ts'
import type {
  PhoneVerificationCreated,
  PhoneVerificationRequest,
  StepStart,
  StepStarted,
} from './phone-records.ts'
import type { QueryMethods } from './query-table.ts'

export interface StoreOptions {
  readonly numberLimits: PhoneLimitRules
}

/** The store is away or full: nothing was stored, nothing was charged. */
export class StoreUnavailable extends Error {}

export interface PurgeRequest {
  /** Verifications that started earlier go. */
  readonly before: number
  /** Lines of the operators' log that are older go; none when it is not said. */
  readonly logBefore?: number
  readonly now: number
  readonly limit: number
  /** An operator says that the clock is right, however far it is past the last purge. */
  readonly trustsClock?: boolean
}

/** The caller's wall clock was set. */
export interface ClockStep {
  /** 0 when only `clock` is to be kept. */
  readonly byMs: number
  /** How the caller tells the new time, for its next start: `meta` has it as `clock`. */
  readonly clock?: string | undefined
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
  holdLookup(request: LookupRequest): Promise<LookupHeld>
  /** True when this ended it, false when it had ended before. */
  endLookup(end: LookupEnd): Promise<boolean>
  topUp(request: {
    accountId: number
    amountUnits: number
    note: string
    at: number
  }): Promise<number | undefined>

  // phone verifications
  /** The verification with its idempotency key and the admission of its first call, or nothing. */
  createPhoneVerification(request: PhoneVerificationRequest): Promise<PhoneVerificationCreated>
  /** Admits the call of a step that is due, once; undefined when there is no such verification. */
  startStep(request: StepStart): Promise<StepStarted | undefined>
  /**
   * Calls back with the id of each phone verification that some node of a shared store has changed. A store that is not
   * shared never does: its one process knows what it changes.
   */
  watchPhones(onChange: (id: string) => void): { close(): Promise<void> }

  /** Makes a change of an operator or an owner and records it, in one transaction. */
  operate<Name extends ChangeName>(operation: Operation<Name>): Promise<Operated<Changes[Name]['result']>>

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
  /** Deadlines of what is open and limits per number move along. Nothing where the store has a clock of its own. */
  moveDeadlines(step: ClockStep): Promise<void>
  /** One bounded step of the maintenance that keeps a growing store fast; false when nothing is left to do. */
  maintain(): Promise<boolean>
  /** Runs the work while no other node runs work of this name; waits for its turn. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** A whole copy of this moment, under its name only when it is complete, checked and on disk. */
  backup(file: string, onProgress: (done: number, total: number) => void): Promise<void>
  close(): Promise<void>
}
