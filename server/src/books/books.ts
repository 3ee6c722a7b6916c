import type { CallRecord, NewCall } from './call.ts'
import type { EntryKind } from './ledger.ts'
import type { LookupHold, LookupKey } from './lookup-hold.ts'
import type { PhoneLimitRules, RememberedPhone, VerificationHistories } from './number-limit.ts'
import type { Settlement } from './settlement.ts'

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

/** The webhook of an inbound request, or an event for one endpoint. */
export interface DeliveryToEnqueue {
  readonly serviceId: number
  readonly webhookId: string
  readonly receiver: string
  readonly at: number
  /** The call, or the verification, that it is about. */
  readonly vendorId: number | null
  readonly verificationId: string | null
  /** null for the webhook of an inbound request. */
  readonly endpointId: number | null
  readonly type: string | null
  /** JSON; null when the body is made from the record of the call. */
  readonly data: string | null
  readonly test: boolean
}

/**
 * The open transaction as the decisions about calls and money see it. The decisions are written once, against this
 * interface. SQLite reads its file at every step. PostgreSQL loads all rows that a batch can touch and writes the
 * changes together. Each request of a batch sees the changes of those before it.
 */
export interface Books {
  readonly rules: PhoneLimitRules
  /** An id is never given twice, also after a purge. */
  nextVendorId(): number

  hasAccount(accountId: number): boolean
  /** Throws when there is no such account. */
  balanceOf(accountId: number): number
  /** The only way to move money: the ledger entry and the balance change together. */
  post(
    accountId: number,
    kind: EntryKind,
    amountUnits: number,
    heldUnits: number,
    vendorId: number | null,
    note: string,
    at: number,
  ): void
  spentIn(scope: string, hour: number): number
  addSpend(scope: string, hour: number, units: number): void
  addLookupHold(hold: LookupHold): void
  /** Removes the hold and returns it; undefined when it has ended before or never existed. */
  takeLookupHold(lookupId: string): LookupHold | undefined
  lookupKey(lookupId: string): LookupKey | undefined
  addLookupKey(key: LookupKey): void
  removeLookupKey(lookupId: string): void

  keyOwner(serviceId: number, unique: string): KeyOwner | undefined
  addKey(serviceId: number, unique: string, vendorId: number, at: number): void

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
  /** Also queues the call for the statistics. Returns undefined when it had ended before or never existed. */
  end(settlement: Settlement): EndedCall | undefined

  /** The open inbound requests of one account for one phone. */
  waitingCount(accountId: number, phoneHash: Uint8Array): number
  isWaiting(phoneHash: Uint8Array, confirmationNumber: string): boolean
  startWaiting(phoneHash: Uint8Array, confirmationNumber: string, vendorId: number): void
  stopWaiting(phoneHash: Uint8Array, confirmationNumber: string): void
  /** Completes at once on SQLite, later on PostgreSQL. */
  enqueueDelivery(delivery: DeliveryToEnqueue): void | Promise<void>
}
