import type { Books, DeliveryToEnqueue, EndedCall, KeyOwner, Repeats } from '../../books/books.ts'
import type { CallRecord, NewCall } from '../../books/call.ts'
import type { NewLedgerEntry } from '../../books/ledger.ts'
import type { LookupHold, LookupKey } from '../../books/lookup-hold.ts'
import {
  everyService,
  type NumberHistory,
  noHistory,
  type PhoneLimitRules,
  type RememberedNumber,
  type RememberedPhone,
  type VerificationHistories,
} from '../../books/number-limit.ts'
import { costOf } from '../../books/settle.ts'
import type { Settlement } from '../../books/settlement.ts'
import { keyHashOf, phoneText } from '../key-hash.ts'

export interface AccountBalance {
  balanceUnits: number
  heldUnits: number
  lastEntry: number
}

/** The columns of a stored call that are needed to end it. */
export interface OpenCall extends Omit<EndedCall, 'costUnits'> {
  isOpen: boolean
  readonly chargesFailed: boolean
}

/** The limit of a phone at one service, or at all of them together (`everyService`). */
export interface PhoneLimit {
  readonly serviceId: number
  readonly phoneHash: Uint8Array
  history: NumberHistory
  endsAt: number
  /** How many times this row had been written when the batch read it; 0 when there was no row. */
  readonly version: number
}

export interface PhoneState {
  doNotCall: boolean
  /** A phone has the limit over all services and seldom more than one other. */
  readonly limits: PhoneLimit[]
}

/** The rows that the first round trip of a batch read. */
export interface LoadedBatch {
  readonly balances: Map<number, AccountBalance>
  readonly vendorIds: number[]
  readonly keys: Map<string, KeyOwner>
  /** By the text of the hash; a phone without a row is missing. */
  readonly phones: Map<string, PhoneState>
  readonly spent: Map<string, number>
  /** Calls that the batch may end. */
  readonly open: ReadonlyMap<number, OpenCall>
  /** Calls that the batch repeats, and the first call of each chain of repeats. */
  readonly calls: Map<number, CallRecord>
  readonly repeats: Map<number, Repeats>
  readonly waiting: Set<string>
  readonly lookupHolds: Map<string, LookupHold>
  readonly lookupKeys: Map<string, LookupKey>
  /** Live inbound requests by account and phone. */
  readonly waitingCounts: Map<string, number>
}

export interface EndToWrite extends Settlement {
  readonly costUnits: number
}

/** The rows that the second round trip writes. */
export class BatchWrites {
  readonly calls: NewCall[] = []
  readonly keys: { keyHash: number; vendorId: number }[] = []
  readonly entries: NewLedgerEntry[] = []
  readonly limits = new Set<PhoneLimit>()
  readonly spend = new Map<string, { scope: string; hour: number; units: number }>()
  readonly repeats: { firstVendorId: number; vendorId: number }[] = []
  readonly ends: EndToWrite[] = []
  readonly waits: { phoneHash: Uint8Array; confirmationNumber: string; vendorId: number }[] = []
  readonly endedWaits: { phoneHash: Uint8Array; confirmationNumber: string }[] = []
  readonly deliveries: DeliveryToEnqueue[] = []
  readonly tests: { vendorId: number; startedAt: number }[] = []
  readonly lookupHolds: LookupHold[] = []
  readonly endedLookups: LookupHold[] = []
  readonly removedLookupKeys: Pick<LookupKey, 'lookupId'>[] = []
  readonly lookupKeys: LookupKey[] = []
}

export const keyName = (serviceId: number, unique: string) => `${serviceId} ${unique}`
/** The name of a phone at an account. */
export const phoneName = (accountId: number, phoneHash: Uint8Array) => `${accountId} ${phoneText(phoneHash)}`
export const spendName = (scope: string, hour: number) => `${scope} ${hour}`
export const waitName = (phoneHash: Uint8Array, number: string) => `${number} ${phoneText(phoneHash)}`

/** The books of one batch, held in memory: decisions change this object, then all changes are written together. */
export class BatchBooks implements Books {
  readonly rules: PhoneLimitRules
  readonly writes = new BatchWrites()
  readonly #loaded: LoadedBatch
  /** The phone that was looked up last. A request asks for its phone several times. */
  #phone: { readonly hash: Uint8Array; readonly state: PhoneState } | undefined

  constructor(rules: PhoneLimitRules, loaded: LoadedBatch) {
    this.rules = rules
    this.#loaded = loaded
  }

  nextVendorId(): number {
    return this.#loaded.vendorIds.shift()!
  }

  hasAccount(accountId: number): boolean {
    return this.#loaded.balances.has(accountId)
  }

  balanceOf(accountId: number): number {
    return this.#account(accountId).balanceUnits
  }

  readonly post: Books['post'] = (accountId, kind, amountUnits, heldUnits, vendorId, note, at) => {
    const account = this.#account(accountId)
    account.balanceUnits += amountUnits
    account.heldUnits += heldUnits
    account.lastEntry += 1
    this.writes.entries.push({
      accountId,
      entry: account.lastEntry,
      kind,
      amountUnits,
      heldUnits,
      balanceAfterUnits: account.balanceUnits,
      vendorId,
      note,
      createdAt: at,
    })
  }

  spentIn(scope: string, hour: number): number {
    return this.#loaded.spent.get(spendName(scope, hour)) ?? 0
  }

  addSpend(scope: string, hour: number, units: number): void {
    const name = spendName(scope, hour)
    this.#loaded.spent.set(name, this.spentIn(scope, hour) + units)
    const change = this.writes.spend.get(name)
    if (change === undefined) this.writes.spend.set(name, { scope, hour, units })
    else change.units += units
  }

  addLookupHold(hold: LookupHold): void {
    this.writes.lookupHolds.push(hold)
  }

  takeLookupHold(lookupId: string): LookupHold | undefined {
    const hold = this.#loaded.lookupHolds.get(lookupId)
    this.#loaded.lookupHolds.delete(lookupId)
    if (hold !== undefined) this.writes.endedLookups.push(hold)
    return hold
  }

  lookupKey(lookupId: string): LookupKey | undefined {
    return this.#loaded.lookupKeys.get(lookupId)
  }

  addLookupKey(key: LookupKey): void {
    this.#loaded.lookupKeys.set(key.lookupId, key)
    this.writes.lookupKeys.push(key)
  }

  removeLookupKey(lookupId: string): void {
    this.#loaded.lookupKeys.delete(lookupId)
    this.writes.removedLookupKeys.push({ lookupId })
  }

  keyOwner(serviceId: number, unique: string): KeyOwner | undefined {
    return this.#loaded.keys.get(keyName(serviceId, unique))
  }

  addKey(serviceId: number, unique: string, vendorId: number): void {
    this.writes.keys.push({ keyHash: keyHashOf(serviceId, unique), vendorId })
    const added = this.writes.calls.at(-1)!
    this.#loaded.keys.set(keyName(serviceId, unique), {
      vendorId,
      phoneHash: added.phoneHash,
      mode: added.mode,
      code: added.code,
      client: added.client,
      confirmationNumber: added.confirmationNumber,
    })
  }

  historiesOf(serviceId: number, phoneHash: Uint8Array): VerificationHistories {
    const { limits } = this.#phoneOf(phoneHash)
    return {
      here: limitOf(limits, serviceId)?.history ?? noHistory,
      everywhere: limitOf(limits, everyService)?.history ?? noHistory,
    }
  }

  saveHistories(serviceId: number, phoneHash: Uint8Array, { here, everywhere }: RememberedPhone): void {
    this.#saveHistory(serviceId, phoneHash, here)
    this.#saveHistory(everyService, phoneHash, everywhere)
  }

  #saveHistory(serviceId: number, phoneHash: Uint8Array, { history, endsAt }: RememberedNumber): void {
    const { limits } = this.#phoneOf(phoneHash)
    let limit = limitOf(limits, serviceId)
    if (limit === undefined) {
      limit = { serviceId, phoneHash, history, endsAt, version: 0 }
      limits.push(limit)
    }
    limit.history = history
    limit.endsAt = endsAt
    this.writes.limits.add(limit)
  }

  isDoNotCall(phoneHash: Uint8Array): boolean {
    return this.#phoneOf(phoneHash).doNotCall
  }

  #phoneOf(phoneHash: Uint8Array): PhoneState {
    if (this.#phone?.hash === phoneHash) return this.#phone.state
    const text = phoneText(phoneHash)
    let state = this.#loaded.phones.get(text)
    if (state === undefined) {
      state = { doNotCall: false, limits: [] }
      this.#loaded.phones.set(text, state)
    }
    this.#phone = { hash: phoneHash, state }
    return state
  }

  call(vendorId: number): CallRecord | undefined {
    return this.#loaded.calls.get(vendorId)
  }

  addCall(call: NewCall): void {
    this.writes.calls.push(call)
    if (call.mode === 'inbound' && !call.test) {
      const { accountId, phoneHash } = call
      const count = this.waitingCount(accountId, phoneHash) + 1
      this.#loaded.waitingCounts.set(phoneName(accountId, phoneHash), count)
    }
    // The same batch reads a new call again only if it is a repeat.
    if (call.firstVendorId === null) return
    this.#loaded.calls.set(call.vendorId, {
      ...call,
      state: 'checking',
      costUnits: call.priceUnits,
      settledAt: null,
      reason: null,
      details: null,
      callerIdentity: null,
    })
  }

  addTest(vendorId: number, startedAt: number): void {
    this.writes.tests.push({ vendorId, startedAt })
  }

  repeatsOf(firstVendorId: number): Repeats {
    return this.#loaded.repeats.get(firstVendorId) ?? { count: 0, lastStartedAt: 0 }
  }

  addRepeat(firstVendorId: number, vendorId: number, startedAt: number): void {
    const { count } = this.repeatsOf(firstVendorId)
    this.#loaded.repeats.set(firstVendorId, { count: count + 1, lastStartedAt: startedAt })
    this.writes.repeats.push({ firstVendorId, vendorId })
  }

  end(settlement: Settlement): EndedCall | undefined {
    const open = this.#loaded.open.get(settlement.vendorId)
    if (!open?.isOpen) return undefined
    open.isOpen = false
    const costUnits = costOf(settlement, open)
    this.writes.ends.push({ ...settlement, costUnits })
    return { ...open, costUnits }
  }

  waitingCount(accountId: number, phoneHash: Uint8Array): number {
    return this.#loaded.waitingCounts.get(phoneName(accountId, phoneHash)) ?? 0
  }

  isWaiting(phoneHash: Uint8Array, confirmationNumber: string): boolean {
    return this.#loaded.waiting.has(waitName(phoneHash, confirmationNumber))
  }

  startWaiting(phoneHash: Uint8Array, confirmationNumber: string, vendorId: number): void {
    this.#loaded.waiting.add(waitName(phoneHash, confirmationNumber))
    this.writes.waits.push({ phoneHash, confirmationNumber, vendorId })
  }

  /** The phone may wait on this number again in later batches. Within this batch it still counts as waiting. */
  stopWaiting(phoneHash: Uint8Array, confirmationNumber: string): void {
    this.writes.endedWaits.push({ phoneHash, confirmationNumber })
  }

  enqueueDelivery(delivery: DeliveryToEnqueue): void {
    this.writes.deliveries.push(delivery)
  }

  #account(accountId: number): AccountBalance {
    const account = this.#loaded.balances.get(accountId)
    if (account === undefined) throw new Error(`there is no account ${accountId}`)
    return account
  }
}

const limitOf = (limits: readonly PhoneLimit[], serviceId: number) =>
  limits.find((limit) => limit.serviceId === serviceId)
