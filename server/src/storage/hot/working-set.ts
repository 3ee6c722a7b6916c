import type {
  Books,
  EndedCall,
  KeyOwner,
  KnownKey,
  Repeats,
  StoredVerification,
  VerificationKey,
  VerificationsFrom,
} from '../../books/books.ts'
import type { CallRecord, NewCall } from '../../books/call.ts'
import type { Conversion, StoredFeedback } from '../../books/conversion.ts'
import { type AccountMoney, hold, type Posting, post } from '../../books/ledger.ts'
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
import type { DeliveryToEnqueue, TargetOfChange } from '../../books/outbox.ts'
import { callStarts } from '../../books/page-calls.ts'
import { costOf } from '../../books/settle.ts'
import type { KeptPrice, SettledCall, Settlement } from '../../books/settlement.ts'
import { isPending } from '../../books/step-machine.ts'
import type { Step, Verification } from '../../books/verification.ts'
import { type EndUser, triesInDay, type WrongTry } from '../../books/wrong-codes.ts'
import { phoneText } from '../key-hash.ts'
import { conversionOf, reportOf } from '../queries/conversions.ts'
import { storedSource } from '../queries/recent-sources.ts'
import { type Changes, noChanges, type PhoneLimit } from './writes.ts'

/** What a stored call tells at its end, before its cost is known. */
export interface OpenCall extends Omit<EndedCall, 'costUnits'> {
  readonly chargesFailed: boolean
}

export interface StoredHistory {
  readonly history: NumberHistory
  /** How many times it had been written when it was read. */
  readonly version: number
}

/** Of a verification of the sign-in page that is not approved. */
export interface PageCalls {
  readonly startedAt: readonly number[]
  readonly expiresAt: number
}

export interface WakingVerification {
  readonly stored: StoredVerification
  readonly wakeAt: number | null
}

/** An open inbound request of a phone. */
export interface Wait {
  readonly accountId: number
  readonly confirmationNumber: string
}

/**
 * The rows of a store as they were before the commands that are under way. The embedded store reads them when they are
 * asked for; PostgreSQL has loaded what the commands of a batch need, and throws NotLoaded for what few commands need.
 */
export interface StoredRows {
  nextVendorId(): number
  account(id: number): AccountMoney | undefined
  spent(scope: string, hour: number): number
  lookupHold(lookupId: string): LookupHold | undefined
  lookupKey(lookupId: string): LookupKey | undefined
  keyOwner(serviceId: number, unique: string): KeyOwner | undefined
  history(serviceId: number, phoneHash: Uint8Array): StoredHistory | undefined
  isDoNotCall(phoneHash: Uint8Array): boolean
  call(vendorId: number): CallRecord | undefined
  repeats(firstVendorId: number): Repeats | undefined
  /** undefined once it has ended. */
  openCall(vendorId: number): OpenCall | undefined
  keptPrice(verificationId: string, vendorId: number): KeptPrice | undefined
  waits(phoneHash: Uint8Array): readonly Wait[]
  verification(id: string): WakingVerification | undefined
  /** Of all services. */
  pendingIds(phoneHash: Uint8Array): readonly string[]
  settledCall(vendorId: number): SettledCall | 'open' | undefined
  verificationKey(serviceId: number, keyHash: Uint8Array): KnownKey | undefined
  verificationsFrom(
    serviceId: number,
    by: keyof EndUser,
    source: string,
    since: number,
  ): readonly VerificationsFrom[]
  /** By verification. */
  pageCalls(serviceId: number, client: string, endsAfter: number): Iterable<readonly [string, PageCalls]>
  wrongTries(phoneHash: Uint8Array): readonly WrongTry[]
  feedback(vendorId: number): Pick<StoredFeedback, 'approved' | 'counted'> | undefined
  eventTargets(serviceId: number): readonly TargetOfChange[]
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
/** The name of a phone at a service. */
export const phoneName = (serviceId: number, phoneHash: Uint8Array) => `${serviceId} ${phoneText(phoneHash)}`
export const spendName = (scope: string, hour: number) => `${scope} ${hour}`
export const verificationKeyName = (serviceId: number, keyHash: Uint8Array) =>
  `${serviceId} ${phoneText(keyHash)}`
export const pageName = (serviceId: number, client: string) => `${serviceId} ${client}`
export const sourceName = (serviceId: number, by: keyof EndUser, source: string) =>
  `${serviceId} ${storedSource(by, source)}`
export const waitName = (phoneHash: Uint8Array, number: string) => `${number} ${phoneText(phoneHash)}`

/** Rows as the commands under way see them. The first who asks for one reads it. */
class Kept<K, V> {
  #rows: Map<K, V> | undefined

  get(key: K): V | undefined {
    return this.#rows?.get(key)
  }

  set(key: K, row: V): void {
    this.#rows ??= new Map()
    this.#rows.set(key, row)
  }

  of(key: K, read: () => V): V {
    const kept = this.#rows?.get(key)
    if (kept !== undefined || this.#rows?.has(key) === true) return kept!
    const found = read()
    this.set(key, found)
    return found
  }
}

interface KeptLimit extends PhoneLimit {
  /** The changes that it is among. */
  changes: Changes | undefined
}

/** The limits of one phone: at the services that have asked, and at all of them together. */
interface KeptPhone {
  readonly phoneHash: Uint8Array
  readonly limits: Map<number, KeptLimit>
}

/**
 * The rows that commands have read and changed, in memory: each command sees what those before it did, and the changes are
 * written together. One for both stores.
 */
export class WorkingSet implements Books {
  readonly rules: PhoneLimitRules
  changes: Changes = noChanges()
  readonly #stored: StoredRows
  readonly #accounts = new Kept<number, (AccountMoney & { readonly id: number }) | undefined>()
  readonly #spent = new Kept<string, number>()
  readonly #lookupHolds = new Kept<string, LookupHold | undefined>()
  readonly #lookupKeys = new Kept<string, LookupKey | undefined>()
  readonly #keys = new Kept<string, KeyOwner | undefined>()
  readonly #phones = new Kept<string, KeptPhone>()
  /** The one that was asked for last: a call asks several times. */
  #phone: KeptPhone | undefined
  /** Calls that have ended here. */
  readonly #ended = new Set<number>()
  readonly #calls = new Kept<number, CallRecord | undefined>()
  readonly #keptPrices = new Kept<number, KeptPrice | undefined>()
  readonly #settledCalls = new Kept<number, SettledCall | 'open' | undefined>()
  readonly #repeats = new Kept<number, Repeats | undefined>()
  readonly #waits = new Kept<string, Wait[]>()
  readonly #verifications = new Kept<string, StoredVerification | undefined>()
  /** When each is looked at again. */
  readonly #wakes = new Kept<string, number | null>()
  readonly #pendingIds = new Kept<string, Set<string>>()
  readonly #verificationKeys = new Kept<string, KnownKey | undefined>()
  readonly #sources = new Kept<string, VerificationsFrom[]>()
  readonly #pages = new Kept<string, Map<string, PageCalls>>()
  readonly #wrongTries = new Kept<string, readonly WrongTry[]>()
  readonly #feedback = new Kept<number, Pick<StoredFeedback, 'approved' | 'counted'> | undefined>()
  readonly #eventTargets = new Kept<number, readonly TargetOfChange[]>()

  constructor(rules: PhoneLimitRules, stored: StoredRows) {
    this.rules = rules
    this.#stored = stored
  }

  /** Reads all lists that commands need, where a list cannot be read any more once one of them has changed a row. */
  readLists({ waitingPhones, pendingPhones, sources, pages }: Needs): void {
    for (const phoneHash of waitingPhones) this.#waitsOf(phoneHash)
    for (const phoneHash of pendingPhones) this.#pendingOf(phoneHash)
    for (const { serviceId, by, source } of sources) this.#from(serviceId, by, source, 0)
    for (const { serviceId, client } of pages) this.#page(serviceId, client, 0)
  }

  /** The changes since the last time, which are written now. */
  takeChanges(): Changes {
    const { changes } = this
    this.changes = noChanges()
    return changes
  }

  nextVendorId(): number {
    return this.#stored.nextVendorId()
  }

  moneyOf(accountId: number): (Readonly<AccountMoney> & { readonly id: number }) | undefined {
    return this.#accounts.of(accountId, () => {
      const found = this.#stored.account(accountId)
      return found && { ...found, id: accountId }
    })
  }

  #account(accountId: number): AccountMoney & { readonly id: number } {
    const account = this.moneyOf(accountId)
    if (account === undefined) throw new Error(`there is no account ${accountId}`)
    return account
  }

  hasAccount(accountId: number): boolean {
    return this.moneyOf(accountId) !== undefined
  }

  balanceOf(accountId: number): number {
    return this.#account(accountId).balanceUnits
  }

  hold(accountId: number, units: number): void {
    const account = this.#account(accountId)
    hold(account, units)
    this.changes.accounts.set(accountId, account)
  }

  post(posting: Posting, freedUnits: number): void {
    const account = this.#account(posting.accountId)
    this.changes.entries.add(post(account, posting, freedUnits))
    this.changes.accounts.set(posting.accountId, account)
  }

  spentIn(scope: string, hour: number): number {
    const name = spendName(scope, hour)
    return this.#spent.of(
      name,
      () => this.#stored.spent(scope, hour) + (this.changes.spend.get(name)?.spentUnits ?? 0),
    )
  }

  addSpend(scope: string, hour: number, units: number): void {
    const name = spendName(scope, hour)
    // Its sum before need not be known: a refund is added without looking.
    const known = this.#spent.get(name)
    if (known !== undefined) this.#spent.set(name, known + units)
    const { spentUnits = 0 } = this.changes.spend.get(name) ?? {}
    this.changes.spend.set(name, { scope, hour, spentUnits: spentUnits + units })
  }

  addLookupHold(hold: LookupHold): void {
    this.#lookupHolds.set(hold.lookupId, hold)
    this.changes.lookupHolds.set(hold.lookupId, hold)
  }

  takeLookupHold(lookupId: string): LookupHold | undefined {
    const hold = this.#lookupHolds.of(lookupId, () => this.#stored.lookupHold(lookupId))
    this.#lookupHolds.set(lookupId, undefined)
    if (hold !== undefined && !this.changes.lookupHolds.delete(lookupId)) this.changes.endedLookups.add(hold)
    return hold
  }

  lookupKey(lookupId: string): LookupKey | undefined {
    return this.#lookupKeys.of(lookupId, () => this.#stored.lookupKey(lookupId))
  }

  addLookupKey(key: LookupKey): void {
    this.#lookupKeys.set(key.lookupId, key)
    this.changes.lookupKeys.set(key.lookupId, key)
  }

  removeLookupKey(lookupId: string): void {
    this.#lookupKeys.set(lookupId, undefined)
    if (!this.changes.lookupKeys.delete(lookupId)) this.changes.removedLookupKeys.add({ lookupId })
  }

  keyOwner(serviceId: number, unique: string): KeyOwner | undefined {
    return this.#keys.of(keyName(serviceId, unique), () => this.#stored.keyOwner(serviceId, unique))
  }

  addKey(call: NewCall): void {
    this.changes.keys.add(call)
    this.#keys.set(keyName(call.serviceId, call.unique!), call)
  }

  historiesOf(serviceId: number, phoneHash: Uint8Array): VerificationHistories {
    return {
      here: this.#limit(serviceId, phoneHash).history,
      everywhere: this.#limit(everyService, phoneHash).history,
    }
  }

  saveHistories(serviceId: number, phoneHash: Uint8Array, { here, everywhere }: RememberedPhone): void {
    this.#saveLimit(this.#limit(serviceId, phoneHash), here)
    this.#saveLimit(this.#limit(everyService, phoneHash), everywhere)
  }

  #saveLimit(limit: KeptLimit, { history, endsAt }: RememberedNumber): void {
    limit.history = history
    limit.endsAt = endsAt
    if (limit.changes === this.changes) return
    limit.changes = this.changes
    this.changes.limits.add(limit)
  }

  #limit(serviceId: number, phoneHash: Uint8Array): KeptLimit {
    const { limits } = this.#phoneOf(phoneHash)
    let limit = limits.get(serviceId)
    if (limit === undefined) {
      const { history = noHistory, version = 0 } = this.#stored.history(serviceId, phoneHash) ?? {}
      limit = { serviceId, phoneHash, history, endsAt: 0, version, changes: undefined }
      limits.set(serviceId, limit)
    }
    return limit
  }

  #phoneOf(phoneHash: Uint8Array): KeptPhone {
    if (this.#phone?.phoneHash === phoneHash) return this.#phone
    this.#phone = this.#phones.of(phoneText(phoneHash), () => ({ phoneHash, limits: new Map() }))
    return this.#phone
  }

  isDoNotCall(phoneHash: Uint8Array): boolean {
    return this.#stored.isDoNotCall(phoneHash)
  }

  call(vendorId: number): CallRecord | undefined {
    const call = this.#calls.of(vendorId, () => this.#stored.call(vendorId))
    const ended = this.#settledCalls.get(vendorId) ?? 'open'
    if (call === undefined || ended === 'open') return call
    return { ...call, state: ended.completed ? 'completed' : 'failed', costUnits: ended.costUnits }
  }

  addCall(call: NewCall): void {
    const { vendorId } = call
    this.changes.calls.add(call)
    this.#settledCalls.set(vendorId, 'open')
    // The same batch reads the record of a new call only if it is a repeat.
    if (call.firstVendorId === null) return
    this.#calls.set(vendorId, {
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
    this.changes.tests.add({ vendorId, startedAt })
  }

  repeatsOf(firstVendorId: number): Repeats {
    const found = this.#repeats.of(firstVendorId, () => this.#stored.repeats(firstVendorId))
    return found ?? { count: 0, lastStartedAt: 0 }
  }

  addRepeat(firstVendorId: number, vendorId: number, startedAt: number): void {
    const { count } = this.repeatsOf(firstVendorId)
    this.#repeats.set(firstVendorId, { count: count + 1, lastStartedAt: startedAt })
    this.changes.repeats.add({ firstVendorId, vendorId })
  }

  end(settlement: Settlement, waits: boolean): EndedCall | undefined {
    const { vendorId, completed, reason, settledAt, details } = settlement
    const open = this.#ended.has(vendorId) ? undefined : this.#stored.openCall(vendorId)
    if (open === undefined) return undefined
    this.#ended.add(vendorId)
    const costUnits = costOf(settlement, open)
    const isKept = waits && costUnits > 0
    this.changes.ends.set(vendorId, { ...settlement, costUnits: isKept ? 0 : costUnits })
    if (!isKept) this.changes.undigested.add({ vendorId })
    const { mode } = open
    this.#settledCalls.set(vendorId, { completed, mode, reason, settledAt, costUnits, details })
    return { ...open, costUnits }
  }

  setCost(vendorId: number, costUnits: number): void {
    this.changes.undigested.add({ vendorId })
    const end = this.changes.ends.get(vendorId)
    if (end !== undefined) this.changes.ends.set(vendorId, { ...end, costUnits })
    else if (costUnits > 0) this.changes.costs.add({ costUnits, vendorId })
  }

  keepPrice(kept: KeptPrice): void {
    this.#keptPrices.set(kept.vendorId, kept)
    this.changes.keptPrices.set(kept.vendorId, kept)
  }

  takeKeptPrice(verificationId: string, vendorId: number): KeptPrice | undefined {
    const kept = this.#keptPrices.of(vendorId, () => this.#stored.keptPrice(verificationId, vendorId))
    this.#keptPrices.set(vendorId, undefined)
    if (kept !== undefined && !this.changes.keptPrices.delete(vendorId)) this.changes.paidPrices.add(kept)
    return kept
  }

  waitingCount(accountId: number, phoneHash: Uint8Array): number {
    return this.#waitsOf(phoneHash).filter((wait) => wait.accountId === accountId).length
  }

  isWaiting(phoneHash: Uint8Array, confirmationNumber: string): boolean {
    return this.#waitsOf(phoneHash).some((wait) => wait.confirmationNumber === confirmationNumber)
  }

  startWaiting({ vendorId, accountId, phoneHash, confirmationNumber }: NewCall): void {
    this.changes.waits.add({ phoneHash, confirmationNumber: confirmationNumber!, vendorId })
    this.#waits.get(phoneText(phoneHash))?.push({ accountId, confirmationNumber: confirmationNumber! })
  }

  stopWaiting(phoneHash: Uint8Array, confirmationNumber: string): void {
    const waits = this.#waits.get(phoneText(phoneHash))
    const place = waits?.findIndex((wait) => wait.confirmationNumber === confirmationNumber) ?? -1
    if (place >= 0) waits!.splice(place, 1)
    this.changes.endedWaits.add({ phoneHash, confirmationNumber })
  }

  #waitsOf(phoneHash: Uint8Array): Wait[] {
    return this.#waits.of(phoneText(phoneHash), () => [...this.#stored.waits(phoneHash)])
  }

  verification(id: string): StoredVerification | undefined {
    return this.#verifications.of(id, () => {
      const found = this.#stored.verification(id)
      if (found !== undefined) this.#wakes.set(id, found.wakeAt)
      return found?.stored
    })
  }

  saveVerification(changed: StoredVerification, wakeAt: number | null): void {
    const { id } = changed.verification
    this.#note(changed)
    this.#wake(id, wakeAt)
    const added = this.changes.newVerifications.get(id)
    if (added === undefined) this.changes.verifications.set(id, changed)
    else this.changes.newVerifications.set(id, { ...added, ...changed })
  }

  #wake(id: string, wakeAt: number | null): void {
    if (this.#wakes.get(id) === wakeAt) return
    this.#wakes.set(id, wakeAt)
    this.changes.wakes.delete(id)
    this.changes.endedWakes.delete(id)
    if (wakeAt === null) this.changes.endedWakes.set(id, { verificationId: id })
    else this.changes.wakes.set(id, { verificationId: id, wakeAt })
  }

  addVerification(created: StoredVerification, wakeAt: number | null, createdAs: string | null): void {
    const { id, serviceId, phoneHash, country, createdAt, test } = created.verification
    this.#note(created)
    this.#wake(id, wakeAt)
    this.changes.newVerifications.set(id, { ...created, createdAs })
    if (test || phoneHash === null) return
    const line = { phoneHash, country, verifications: 1, oldestAt: createdAt, newestAt: createdAt }
    for (const by of ['network', 'device'] as const) {
      if (created[by] === '') continue
      this.#sources.get(sourceName(serviceId, by, created[by]))?.push(line)
      const source = storedSource(by, created[by])
      this.changes.sources.add({ serviceId, source, verificationId: id, phoneHash, country, createdAt })
    }
  }

  /** In the lists too that it belongs to. */
  #note(stored: StoredVerification): void {
    const { verification } = stored
    const { id, phoneHash, serviceId, client, steps, expiresAt } = verification
    this.#verifications.set(id, stored)
    const pending = phoneHash === null ? undefined : this.#pendingIds.get(phoneText(phoneHash))
    if (isPending(verification)) pending?.add(id)
    else pending?.delete(id)
    if (!verification.isOfPage || verification.test) return
    const calls = this.#pages.get(pageName(serviceId, client))
    if (verification.status === 'approved') calls?.delete(id)
    else calls?.set(id, { startedAt: callStarts(steps), expiresAt })
  }

  pendingOf(phoneHash: Uint8Array): readonly string[] {
    return [...this.#pendingOf(phoneHash)].sort()
  }

  #pendingOf(phoneHash: Uint8Array): Set<string> {
    return this.#pendingIds.of(phoneText(phoneHash), () => new Set(this.#stored.pendingIds(phoneHash)))
  }

  addStepCall(vendorId: number, verificationId: string): void {
    this.changes.stepCalls.add({ vendorId, verificationId })
  }

  settledCall(vendorId: number): SettledCall | 'open' | undefined {
    return this.#settledCalls.of(vendorId, () => this.#stored.settledCall(vendorId))
  }

  verificationKey(serviceId: number, keyHash: Uint8Array): KnownKey | undefined {
    return this.#verificationKeys.of(verificationKeyName(serviceId, keyHash), () =>
      this.#stored.verificationKey(serviceId, keyHash),
    )
  }

  addVerificationKey(key: KnownKey): void {
    this.#verificationKeys.set(verificationKeyName(key.serviceId, key.keyHash), key)
    this.changes.verificationKeys.add(key)
  }

  removeVerificationKey({ serviceId, keyHash }: Pick<VerificationKey, 'serviceId' | 'keyHash'>): void {
    this.#verificationKeys.set(verificationKeyName(serviceId, keyHash), undefined)
    this.changes.removedKeys.add({ serviceId, keyHash })
  }

  /** A line of the stored ones may hold several verifications; those since then are among them by their newest. */
  verificationsFrom(
    serviceId: number,
    by: keyof EndUser,
    source: string,
    since: number,
  ): VerificationsFrom[] {
    const grouped = Map.groupBy(
      this.#from(serviceId, by, source, since).filter(({ newestAt }) => newestAt > since),
      ({ phoneHash, country }) => `${country} ${phoneText(phoneHash)}`,
    )
    return [...grouped.values()].map((lines) => ({
      ...lines[0]!,
      verifications: lines.reduce((sum, each) => sum + each.verifications, 0),
      oldestAt: Math.min(...lines.map(({ oldestAt }) => oldestAt)),
      newestAt: Math.max(...lines.map(({ newestAt }) => newestAt)),
    }))
  }

  #from(serviceId: number, by: keyof EndUser, source: string, since: number): VerificationsFrom[] {
    return this.#sources.of(sourceName(serviceId, by, source), () => [
      ...this.#stored.verificationsFrom(serviceId, by, source, since),
    ])
  }

  pageCalls(serviceId: number, client: string, endsAfter: number): readonly number[] {
    return [...this.#page(serviceId, client, endsAfter).values()].flatMap(({ startedAt, expiresAt }) =>
      expiresAt > endsAfter ? startedAt : [],
    )
  }

  #page(serviceId: number, client: string, endsAfter: number): Map<string, PageCalls> {
    return this.#pages.of(
      pageName(serviceId, client),
      () => new Map(this.#stored.pageCalls(serviceId, client, endsAfter)),
    )
  }

  wrongTries(phoneHash: Uint8Array, at: number): readonly WrongTry[] {
    return triesInDay(
      this.#wrongTries.of(phoneText(phoneHash), () => this.#stored.wrongTries(phoneHash)),
      at,
    )
  }

  saveWrongTries(phoneHash: Uint8Array, tries: readonly WrongTry[]): void {
    const text = phoneText(phoneHash)
    this.#wrongTries.set(text, tries)
    this.changes.wrongTries.set(text, { phoneHash, tries })
  }

  queueConversion(verification: Verification, step: Step): void {
    this.changes.conversions.set(verification.id, conversionOf(verification, step))
  }

  feedback(vendorId: number): Pick<StoredFeedback, 'approved' | 'counted'> | undefined {
    return this.#feedback.of(vendorId, () => this.#stored.feedback(vendorId))
  }

  saveFeedback(said: StoredFeedback): void {
    this.#feedback.set(said.vendorId, said)
    this.changes.feedback.set(said.vendorId, said)
  }

  queueFeedback(call: CallRecord, added: Conversion): void {
    const { delivered = 0, approved = 0 } = this.changes.conversions.get(call.vendorId) ?? {}
    const sum = { delivered: delivered + added.delivered, approved: approved + added.approved }
    this.changes.conversions.set(call.vendorId, reportOf(call, sum))
  }

  eventTargets(serviceId: number): readonly TargetOfChange[] {
    return this.#eventTargets.of(serviceId, () => this.#stored.eventTargets(serviceId))
  }

  removeDeliveriesOf(verificationId: string): void {
    this.changes.unseenAttempts.add({ verificationId })
    this.changes.unseenDeliveries.add({ verificationId })
    this.changes.deliveries.keep((delivery) => delivery.verificationId !== verificationId)
  }

  enqueueDelivery(delivery: DeliveryToEnqueue): void {
    this.changes.deliveries.add(delivery)
    const { receiver, at } = delivery
    if (receiver === '') return
    const { nextDueAt = at } = this.changes.receivers.get(receiver) ?? {}
    this.changes.receivers.set(receiver, { receiver, nextDueAt: Math.min(nextDueAt, at) })
  }
}
