import type { CallRecord, NewCall } from './call.ts'
import type { Conversion, StoredFeedback } from './conversion.ts'
import type { Posting } from './ledger.ts'
import type { LookupHold, LookupKey } from './lookup-hold.ts'
import type { PhoneLimitRules, RememberedPhone, VerificationHistories } from './number-limit.ts'
import type { DeliveryToEnqueue, TargetOfChange } from './outbox.ts'
import type { KeptPrice, SettledCall, Settlement } from './settlement.ts'
import type { Step, Verification } from './verification.ts'
import type { EndUser, WrongTry } from './wrong-codes.ts'

/** The columns that are compared when an idempotency key is replayed. */
export type KeyOwner = Pick<
  CallRecord,
  'vendorId' | 'phoneHash' | 'mode' | 'code' | 'client' | 'confirmationNumber'
>

export interface Repeats {
  readonly count: number
  /** 0 when there is none. */
  readonly lastStartedAt: number
}

/** The facts of a call that are known when it has ended, with its final cost. */
export type EndedCall = Pick<NewCall, 'priceUnits' | 'spendScopes'> &
  Pick<
    CallRecord,
    'accountId' | 'serviceId' | 'mode' | 'costUnits' | 'startedAt' | 'phoneHash' | 'confirmationNumber'
  >

/** A verification with what only the decisions see of it. */
export interface StoredVerification extends EndUser {
  readonly verification: Verification
  /** One hash after the other, of the codes of the steps that have started (code-hashes.ts). */
  readonly codeHashes: Uint8Array | null
}

/** The idempotency key of a verification. */
export interface VerificationKey {
  readonly serviceId: number
  readonly keyHash: Uint8Array
  readonly bodyHash: Uint8Array
  readonly verificationId: string
  readonly createdAt: number
}

/** A key with the answer that it had; null once the number was erased. */
export type KnownKey = VerificationKey & { readonly createdAs: string | null }

/** The verifications of one phone that an address or a device has started. */
export interface VerificationsFrom {
  readonly phoneHash: Uint8Array
  readonly country: string
  readonly verifications: number
  readonly oldestAt: number
  readonly newestAt: number
}

/**
 * The open transaction as the decisions see it. Decisions are synchronous and written once, against this interface; they
 * wait for nothing, read no clock and know no SQL. Each command sees the changes of those before it
 * (storage/hot/working-set.ts).
 */
export interface Books {
  readonly rules: PhoneLimitRules
  /** An id is never given twice, also after a purge. */
  nextVendorId(): number

  hasAccount(accountId: number): boolean
  /** Throws when there is no such account. */
  balanceOf(accountId: number): number
  /** Moves money of the account aside. */
  hold(accountId: number, units: number): void
  /** Writes an entry of the ledger; `freedUnits` were held for what it is about. */
  post(posting: Posting, freedUnits: number): void
  spentIn(scope: string, hour: number): number
  addSpend(scope: string, hour: number, units: number): void
  addLookupHold(hold: LookupHold): void
  /** Removes the hold and returns it; undefined when it has ended before or never existed. */
  takeLookupHold(lookupId: string): LookupHold | undefined
  lookupKey(lookupId: string): LookupKey | undefined
  addLookupKey(key: LookupKey): void
  removeLookupKey(lookupId: string): void

  keyOwner(serviceId: number, unique: string): KeyOwner | undefined
  /** The idempotency key of a call that was added. */
  addKey(call: NewCall): void

  historiesOf(serviceId: number, phoneHash: Uint8Array): VerificationHistories
  saveHistories(serviceId: number, phoneHash: Uint8Array, histories: RememberedPhone): void
  isDoNotCall(phoneHash: Uint8Array): boolean

  call(vendorId: number): CallRecord | undefined
  addCall(call: NewCall): void
  /** How many repeats a call has, and when the last one began. */
  repeatsOf(firstVendorId: number): Repeats
  /** Records that this is a test, whose record is kept for a day only. */
  addTest(vendorId: number, startedAt: number): void
  addRepeat(firstVendorId: number, vendorId: number, startedAt: number): void
  /**
   * Returns undefined when it had ended before or never existed. Also queues the call for the statistics, unless its price
   * is kept: then it costs nothing until `setCost`.
   */
  end(settlement: Settlement, isKept: boolean): EndedCall | undefined
  /** The price of a call that has ended is decided. */
  setCost(vendorId: number, costUnits: number): void
  keepPrice(kept: KeptPrice): void
  /** Removes it and returns it; undefined when there is none. */
  takeKeptPrice(verificationId: string, vendorId: number): KeptPrice | undefined

  /** The open inbound requests of one account for one phone. */
  waitingCount(accountId: number, phoneHash: Uint8Array): number
  isWaiting(phoneHash: Uint8Array, confirmationNumber: string): boolean
  startWaiting(call: NewCall): void
  stopWaiting(phoneHash: Uint8Array, confirmationNumber: string): void

  verification(id: string): StoredVerification | undefined
  /** Stores a changed state, and when a timer has to process it. */
  saveVerification(changed: StoredVerification, wakeAt: number | null): void
  /** `createdAs`: how its creation is answered, as JSON; null without an idempotency key. */
  addVerification(created: StoredVerification, wakeAt: number | null, createdAs: string | null): void
  /** Pending verifications of a phone at all services, oldest first. */
  pendingOf(phoneHash: Uint8Array): readonly string[]
  addStepCall(vendorId: number, verificationId: string): void
  /** The end of the call of a step; undefined when its record is gone. */
  settledCall(vendorId: number): SettledCall | 'open' | undefined
  verificationKey(serviceId: number, keyHash: Uint8Array): KnownKey | undefined
  addVerificationKey(key: KnownKey): void
  removeVerificationKey(key: Pick<VerificationKey, 'serviceId' | 'keyHash'>): void
  verificationsFrom(
    serviceId: number,
    by: keyof EndUser,
    source: string,
    since: number,
  ): readonly VerificationsFrom[]
  /** The starts of the page's calls for one of its clients that were not approved, of verifications that end after this. */
  pageCalls(serviceId: number, client: string, endsAfter: number): readonly number[]
  /** The wrong codes for a phone in the last day, oldest first. */
  wrongTries(phoneHash: Uint8Array, at: number): readonly WrongTry[]
  saveWrongTries(phoneHash: Uint8Array, tries: readonly WrongTry[]): void
  /** A verification has settled: it is counted for the hour and the network of the call of this step. */
  queueConversion(verification: Verification, step: Step): void
  feedback(vendorId: number): Pick<StoredFeedback, 'approved' | 'counted'> | undefined
  saveFeedback(feedback: StoredFeedback): void
  /** Adds to what is counted for the hour and the network of a call of `/v1.0`. */
  queueFeedback(call: CallRecord, added: Conversion): void

  /** Where events of a service go: its endpoints that are on, and the record of its events. */
  eventTargets(serviceId: number): readonly TargetOfChange[]
  enqueueDelivery(delivery: DeliveryToEnqueue): void
  /** Of a verification that nobody knows of. */
  removeDeliveriesOf(verificationId: string): void
}
