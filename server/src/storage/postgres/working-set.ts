import type {
  Books,
  EndedCall,
  KeyOwner,
  Repeats,
  StoredVerification,
  VerificationKey,
  VerificationsFrom,
} from '../../books/books.ts'
import type { CallRecord, NewCall } from '../../books/call.ts'
import { type AccountMoney, type NewLedgerEntry, post } from '../../books/ledger.ts'
import type { LookupHold, LookupKey } from '../../books/lookup-hold.ts'
import type { Needs } from '../../books/needs.ts'
import {
  everyService,
  type NumberHistory,
  noHistory,
  type PhoneLimitRules,
  type RememberedNumber,
  type RememberedPhone,
  type VerificationHistories,
} from '../../books/number-limit.ts'
import type { DeliveryToEnqueue, EventTarget } from '../../books/outbox.ts'
import { callStarts } from '../../books/page-calls.ts'
import { costOf } from '../../books/settle.ts'
import type { SettledCall, Settlement } from '../../books/settlement.ts'
import { isPending } from '../../books/step-machine.ts'
import type { Step, Verification } from '../../books/verification.ts'
import { type EndUser, triesInDay, type WrongTry } from '../../books/wrong-codes.ts'
import { keyHashOf, phoneText } from '../key-hash.ts'

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

export type KnownKey = VerificationKey & { readonly createdAs: string | null }

/** Of a verification of the sign-in page that is not approved. */
export interface PageCalls {
  readonly startedAt: readonly number[]
  readonly expiresAt: number
}

/** The rows that the first round trip of a batch read. */
export interface LoadedBatch {
  readonly balances: Map<number, AccountMoney>
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
  /** Open inbound requests: the phone at its account, by phone and confirmation number. */
  readonly waiting: Map<string, string>
  readonly lookupHolds: Map<string, LookupHold>
  readonly lookupKeys: Map<string, LookupKey>
  /** undefined: there is none with this id. */
  readonly verifications: Map<string, StoredVerification | undefined>
  /** Phones whose pending verifications are among them. */
  readonly pendingPhones: ReadonlySet<string>
  /** The ended calls of steps; `open` for the others. */
  readonly settledCalls: Map<number, SettledCall | 'open'>
  readonly verificationKeys: Map<string, KnownKey>
  /** By `sourceName`, over the last hour. */
  readonly sources: Map<string, VerificationsFrom[]>
  /** Calls of the sign-in page by client and verification. */
  readonly pageCalls: Map<string, Map<string, PageCalls>>
  readonly wrongTries: Map<string, readonly WrongTry[]>
  readonly eventTargets: ReadonlyMap<number, readonly EventTarget[]>
}

export interface EndToWrite extends Settlement {
  readonly costUnits: number
}

export interface VerificationToWrite extends StoredVerification {
  readonly wakeAt: number | null
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
  deliveries: DeliveryToEnqueue[] = []
  readonly tests: { vendorId: number; startedAt: number }[] = []
  readonly lookupHolds = new Map<string, LookupHold>()
  readonly endedLookups: LookupHold[] = []
  readonly removedLookupKeys: Pick<LookupKey, 'lookupId'>[] = []
  readonly lookupKeys = new Map<string, LookupKey>()
  /** By id: of several changes the last one is written. */
  readonly newVerifications = new Map<string, VerificationToWrite & { readonly createdAs: string | null }>()
  readonly verifications = new Map<string, VerificationToWrite>()
  readonly stepCalls: { readonly vendorId: number; readonly verificationId: string }[] = []
  readonly removedKeys: Pick<VerificationKey, 'serviceId' | 'keyHash'>[] = []
  readonly newKeys: VerificationKey[] = []
  readonly wrongTries = new Map<
    string,
    { readonly phoneHash: Uint8Array; readonly tries: readonly WrongTry[] }
  >()
  readonly conversions: { readonly verification: Verification; readonly step: Step }[] = []
  readonly unseen: { readonly verificationId: string }[] = []
}

/**
 * A decision asked for rows that few commands need: the verification of a repeated key, the other pending ones of a
 * phone that is now blocked. Nothing is written, and the batch begins again with them.
 */
export class NotLoaded extends Error {
  readonly needed: { readonly id?: string; readonly phoneHash?: Uint8Array }

  constructor(needed: NotLoaded['needed']) {
    super('a row was not loaded')
    this.needed = needed
  }
}

/** So that the next try has them. */
export function addNeeded(needs: Needs, { needed }: NotLoaded): void {
  if (needed.id !== undefined) needs.verificationIds.add(needed.id)
  if (needed.phoneHash !== undefined) needs.pendingPhones.push(needed.phoneHash)
}

export const keyName = (serviceId: number, unique: string) => `${serviceId} ${unique}`
/** The name of a phone at an account. */
export const phoneName = (accountId: number, phoneHash: Uint8Array) => `${accountId} ${phoneText(phoneHash)}`
export const spendName = (scope: string, hour: number) => `${scope} ${hour}`
export const verificationKeyName = (serviceId: number, keyHash: Uint8Array) =>
  `${serviceId} ${phoneText(keyHash)}`
export const pageName = (serviceId: number, client: string) => `${serviceId} ${client}`
export const sourceName = (serviceId: number, by: keyof EndUser, source: string) =>
  `${serviceId} ${by} ${source}`
export const waitName = (phoneHash: Uint8Array, number: string) => `${number} ${phoneText(phoneHash)}`

/** The rows that one batch needs, held in memory: decisions change this object, then all changes are written together. */
export class WorkingSet implements Books {
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
    const entry = { accountId, kind, amountUnits, heldUnits, vendorId, note, createdAt: at }
    this.writes.entries.push(post(this.#account(accountId), entry))
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
    this.#loaded.lookupHolds.set(hold.lookupId, hold)
    this.writes.lookupHolds.set(hold.lookupId, hold)
  }

  takeLookupHold(lookupId: string): LookupHold | undefined {
    const hold = this.#loaded.lookupHolds.get(lookupId)
    this.#loaded.lookupHolds.delete(lookupId)
    if (hold !== undefined && !this.writes.lookupHolds.delete(lookupId)) this.writes.endedLookups.push(hold)
    return hold
  }

  lookupKey(lookupId: string): LookupKey | undefined {
    return this.#loaded.lookupKeys.get(lookupId)
  }

  addLookupKey(key: LookupKey): void {
    this.#loaded.lookupKeys.set(key.lookupId, key)
    this.writes.lookupKeys.set(key.lookupId, key)
  }

  removeLookupKey(lookupId: string): void {
    this.#loaded.lookupKeys.delete(lookupId)
    if (!this.writes.lookupKeys.delete(lookupId)) this.writes.removedLookupKeys.push({ lookupId })
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
    this.#loaded.settledCalls.set(call.vendorId, 'open')
    const { accountId, phoneHash, confirmationNumber } = call
    if (call.mode === 'inbound' && !call.test)
      this.#loaded.waiting.set(waitName(phoneHash, confirmationNumber!), phoneName(accountId, phoneHash))
    // The same batch reads the record of a new call only if it is a repeat.
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
    const { vendorId, completed, reason, settledAt, details } = settlement
    this.writes.ends.push({ ...settlement, costUnits })
    const { mode } = open
    this.#loaded.settledCalls.set(vendorId, { completed, mode, reason, settledAt, costUnits, details })
    const call = this.#loaded.calls.get(vendorId)
    if (call !== undefined)
      this.#loaded.calls.set(vendorId, { ...call, state: completed ? 'completed' : 'failed', costUnits })
    return { ...open, costUnits }
  }

  waitingCount(accountId: number, phoneHash: Uint8Array): number {
    const name = phoneName(accountId, phoneHash)
    return [...this.#loaded.waiting.values()].filter((each) => each === name).length
  }

  isWaiting(phoneHash: Uint8Array, confirmationNumber: string): boolean {
    return this.#loaded.waiting.has(waitName(phoneHash, confirmationNumber))
  }

  startWaiting(phoneHash: Uint8Array, confirmationNumber: string, vendorId: number): void {
    this.writes.waits.push({ phoneHash, confirmationNumber, vendorId })
  }

  stopWaiting(phoneHash: Uint8Array, confirmationNumber: string): void {
    this.#loaded.waiting.delete(waitName(phoneHash, confirmationNumber))
    this.writes.endedWaits.push({ phoneHash, confirmationNumber })
  }

  verification(id: string): StoredVerification | undefined {
    const { verifications } = this.#loaded
    if (!verifications.has(id)) throw new NotLoaded({ id })
    return verifications.get(id)
  }

  saveVerification(changed: StoredVerification, wakeAt: number | null): void {
    const { id } = changed.verification
    this.#loaded.verifications.set(id, changed)
    this.#notePage(changed.verification)
    const added = this.writes.newVerifications.get(id)
    if (added === undefined) this.writes.verifications.set(id, { ...changed, wakeAt })
    else this.writes.newVerifications.set(id, { ...added, ...changed, wakeAt })
  }

  addVerification(created: StoredVerification, wakeAt: number | null, createdAs: string | null): void {
    const { id, serviceId, phoneHash, country, createdAt, test } = created.verification
    this.#loaded.verifications.set(id, created)
    this.#notePage(created.verification)
    this.writes.newVerifications.set(id, { ...created, wakeAt, createdAs })
    if (test || phoneHash === null) return
    for (const by of ['network', 'device'] as const) {
      const line = { phoneHash, country, verifications: 1, oldestAt: createdAt, newestAt: createdAt }
      if (created[by] !== '') this.#from(serviceId, by, created[by]).push(line)
    }
  }

  pendingOf(phoneHash: Uint8Array): readonly string[] {
    const { pendingPhones, verifications } = this.#loaded
    if (!pendingPhones.has(phoneText(phoneHash))) throw new NotLoaded({ phoneHash })
    return [...verifications.values()]
      .flatMap((stored) => {
        const its = stored?.verification.phoneHash
        const isOne = its != null && isPending(stored!.verification) && Buffer.compare(its, phoneHash) === 0
        return isOne ? [stored!.verification.id] : []
      })
      .sort()
  }

  addStepCall(vendorId: number, verificationId: string): void {
    this.writes.stepCalls.push({ vendorId, verificationId })
  }

  settledCall(vendorId: number): SettledCall | 'open' | undefined {
    return this.#loaded.settledCalls.get(vendorId)
  }

  verificationKey(serviceId: number, keyHash: Uint8Array): KnownKey | undefined {
    return this.#loaded.verificationKeys.get(verificationKeyName(serviceId, keyHash))
  }

  addVerificationKey(key: VerificationKey): void {
    const { createdAs } = this.writes.newVerifications.get(key.verificationId)!
    this.#loaded.verificationKeys.set(verificationKeyName(key.serviceId, key.keyHash), { ...key, createdAs })
    this.writes.newKeys.push(key)
  }

  removeVerificationKey({ serviceId, keyHash }: Pick<VerificationKey, 'serviceId' | 'keyHash'>): void {
    this.#loaded.verificationKeys.delete(verificationKeyName(serviceId, keyHash))
    this.writes.removedKeys.push({ serviceId, keyHash })
  }

  /** A line of the loaded ones may hold several verifications; those since then are among them by their newest. */
  verificationsFrom(
    serviceId: number,
    by: keyof EndUser,
    source: string,
    since: number,
  ): VerificationsFrom[] {
    const grouped = Map.groupBy(
      this.#from(serviceId, by, source).filter(({ newestAt }) => newestAt > since),
      ({ phoneHash, country }) => `${country} ${phoneText(phoneHash)}`,
    )
    return [...grouped.values()].map((lines) => ({
      ...lines[0]!,
      verifications: lines.reduce((sum, each) => sum + each.verifications, 0),
      oldestAt: Math.min(...lines.map(({ oldestAt }) => oldestAt)),
      newestAt: Math.max(...lines.map(({ newestAt }) => newestAt)),
    }))
  }

  #from(serviceId: number, by: keyof EndUser, source: string): VerificationsFrom[] {
    const name = sourceName(serviceId, by, source)
    const known = this.#loaded.sources.get(name) ?? []
    this.#loaded.sources.set(name, known)
    return known
  }

  pageCalls(serviceId: number, client: string, endsAfter: number): readonly number[] {
    const known = this.#loaded.pageCalls.get(pageName(serviceId, client))?.values() ?? []
    return [...known].flatMap(({ startedAt, expiresAt }) => (expiresAt > endsAfter ? startedAt : []))
  }

  #notePage({ id, isOfPage, test, serviceId, client, status, steps, expiresAt }: Verification): void {
    if (!isOfPage || test) return
    const calls = this.#loaded.pageCalls.get(pageName(serviceId, client))
    if (status === 'approved') calls?.delete(id)
    else calls?.set(id, { startedAt: callStarts(steps), expiresAt })
  }

  wrongTries(phoneHash: Uint8Array, at: number): readonly WrongTry[] {
    return triesInDay(this.#loaded.wrongTries.get(phoneText(phoneHash)) ?? [], at)
  }

  saveWrongTries(phoneHash: Uint8Array, tries: readonly WrongTry[]): void {
    const text = phoneText(phoneHash)
    this.#loaded.wrongTries.set(text, tries)
    this.writes.wrongTries.set(text, { phoneHash, tries })
  }

  queueConversion(verification: Verification, step: Step): void {
    this.writes.conversions.push({ verification, step })
  }

  eventTargets(serviceId: number): readonly EventTarget[] {
    return this.#loaded.eventTargets.get(serviceId) ?? []
  }

  removeDeliveriesOf(verificationId: string): void {
    this.writes.unseen.push({ verificationId })
    this.writes.deliveries = this.writes.deliveries.filter((each) => each.verificationId !== verificationId)
  }

  enqueueDelivery(delivery: DeliveryToEnqueue): void {
    this.writes.deliveries.push(delivery)
  }

  #account(accountId: number): AccountMoney {
    const account = this.#loaded.balances.get(accountId)
    if (account === undefined) throw new Error(`there is no account ${accountId}`)
    return account
  }
}

const limitOf = (limits: readonly PhoneLimit[], serviceId: number) =>
  limits.find((limit) => limit.serviceId === serviceId)
