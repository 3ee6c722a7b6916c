import { isDeepStrictEqual } from 'node:util'
import { modes } from '../../books/call.ts'
import {
  everyService,
  movedHistory,
  type NumberHistory,
  noHistory,
  type PhoneLimitRules,
  recordCall,
} from '../../books/number-limit.ts'
import type { PhoneLimit } from '../hot/writes.ts'
import { keyHashOf, phoneText } from '../key-hash.ts'
import { bucketCount, bucketOfKey, bucketOfPhone, KeyBatch, keyName } from './key-batch.ts'
import { KeyFlush, type Progress, type ServiceLimit } from './key-flush.ts'
import type { Statements } from './statements.ts'
import type { UniqueKeys } from './unique-keys.ts'

type Admission = readonly [
  vendorId: number,
  serviceId: number,
  mode: number,
  test: number,
  phoneHash: Uint8Array | null,
  unique: string | null,
  startedAt: number,
  firstVendorId: number | null,
]

/** A phone hash, the text that is its key in memory, and its limits. */
interface FoundPhone {
  readonly phoneHash: Uint8Array
  readonly text: string
  readonly limits: readonly ServiceLimit[]
}

/** The state at the last mark. */
interface Before {
  readonly newest: KeyBatch | undefined
  readonly lastVendorId: number
  readonly sealed: KeyBatch | undefined
  readonly progress: Progress
}

/**
 * Keeps the newest idempotency keys and number limits in memory and writes them to their tables later.
 *
 * Both are found by a hash, so every admission would write a random page of either table; these pages were two thirds
 * of what a batch had to log. The call itself holds both facts. So they are flushed later, sorted, and a page is
 * then written once for many rows. After a crash, whatever was not flushed is read again from the calls.
 *
 * Number limits are kept in steady time: the wall time of the service without the steps by which it was set
 * (`clockJumpsMs`). So a limit lasts as long as it should whatever the clock shows, and a step of the clock rewrites no row.
 */
export class RecentAdmissions {
  readonly #sql: Statements
  readonly #rules: PhoneLimitRules
  readonly #keys: UniqueKeys
  readonly #flush: KeyFlush
  /**
   * How many are kept in memory before they are flushed. After a crash two or three times as many are read again, in half
   * a second.
   */
  readonly #admissionsPerBatch: number
  /** Undefined until first used: a command that admits nothing does not load them. */
  #newest: KeyBatch | undefined
  /** The previous batch, while it is being flushed. */
  #sealed: KeyBatch | undefined
  /** The stored rules of the flush, once they were found equal to our own. */
  #knownRules: PhoneLimitRules | undefined
  readonly #undo: (() => void)[] = []
  #before: Before
  /**
   * The last key and phone that were looked up. They are usually added next, so they are found only once. The phone is
   * that of one request: the same array, and nothing was saved since.
   */
  #key = { serviceId: 0, unique: '', name: '', keyHash: 0 }
  #phone: FoundPhone | undefined

  constructor(sql: Statements, keys: UniqueKeys, rules: PhoneLimitRules, admissionsPerBatch = 16_384) {
    this.#admissionsPerBatch = admissionsPerBatch
    this.#sql = sql
    this.#keys = keys
    this.#rules = rules
    this.#flush = new KeyFlush(sql, keys)
    this.#before = this.#now()
  }

  /** False in a process that admits nothing. */
  get isLoaded(): boolean {
    return this.#newest !== undefined
  }

  /** The call that `matches`, among those that may have this key. */
  findKey<T>(serviceId: number, unique: string, matches: (vendorId: number) => T | undefined): T | undefined {
    const newest = this.#loaded()
    const { name, keyHash } = this.#keyOf(serviceId, unique)
    const vendorId = newest.keyOwner(name) ?? this.#sealed?.keyOwner(name)
    const owner = vendorId === undefined ? undefined : matches(vendorId)
    return owner ?? this.#keys.find(keyHash, matches)
  }

  addKey(serviceId: number, unique: string, vendorId: number, at: number): void {
    const newest = this.#loaded()
    const { name, keyHash } = this.#keyOf(serviceId, unique)
    this.#undo.push(newest.addKey(name, { keyHash, vendorId, at }))
  }

  historyOf(serviceId: number, phoneHash: Uint8Array): NumberHistory {
    return movedHistory(historyIn(this.#phoneOf(phoneHash).limits, serviceId), this.#clockJumpsMs)
  }

  saveLimit({ serviceId, phoneHash, history, endsAt }: PhoneLimit): void {
    this.#admitUnderOwnRules()
    const newest = this.#loaded()
    const { text, limits } = this.#phoneOf(phoneHash)
    const steady = {
      serviceId,
      history: movedHistory(history, -this.#clockJumpsMs),
      endsAt: endsAt - this.#clockJumpsMs,
    }
    const saved = withLimits(limits, steady)
    this.#undo.push(newest.saveLimits(text, saved))
    this.#phone = { phoneHash, text, limits: saved }
  }

  /**
   * Counts a call of any kind. Those without key and limit count too, because a start has to read past them.
   */
  noteAdmitted(vendorId: number): void {
    this.#loaded().lastVendorId = vendorId
  }

  /**
   * Writes a bucket of the last batch to the tables when it is due. Call it before each commit. The buckets are spread over
   * the first half of the next batch: in one commit after another they kept requests waiting for a third of a second.
   */
  flushDue(): void {
    if (this.#newest === undefined) return
    const { sealedTo, flushedBuckets } = this.#flush.progress
    const admitted = this.#newest.lastVendorId - sealedTo
    if (this.#sealed === undefined) {
      if (admitted < this.#admissionsPerBatch) return
      this.#seal(this.#newest)
    } else if (admitted < (flushedBuckets * this.#admissionsPerBatch) / (2 * bucketCount)) return
    this.#flushBucket(this.#sealed!)
  }

  /** Flushes everything that is admitted now. This keeps the writer busy for a while, so it is for rare operations. */
  flushAll(): void {
    let step = this.flushSome(null)
    while (!step.isDone) step = this.flushSome(step.upTo)
  }

  /** The sum of all steps by which the wall clock was set since limits are stored. */
  get clockJumpsMs(): number {
    this.#loaded()
    return this.#clockJumpsMs
  }

  /** The wall clock was set. Earlier admissions are flushed first, because their start is in the old time. */
  addClockJump(byMs: number): void {
    this.flushAll()
    this.#flush.addClockJump(byMs)
  }

  /** One step towards flushing everything admitted up to `lastId`, or up to now if it is null. */
  flushSome(lastId: number | null): { readonly upTo: number; readonly isDone: boolean } {
    const newest = this.#loaded()
    const upTo = lastId ?? newest.lastVendorId
    if (this.#flush.progress.flushedTo < upTo) {
      if (this.#sealed === undefined) this.#seal(newest)
      this.#flushBucket(this.#sealed!)
    }
    return { upTo, isDone: this.#flush.progress.flushedTo >= upTo }
  }

  /** Whether the call's number limit is in its table. If not, purging the call would lose the limit. */
  isFlushed(vendorId: number): boolean {
    this.#loaded()
    return vendorId <= this.#flush.progress.flushedTo
  }

  /** Marks the current state as committed: a rollback returns to it. */
  mark(): void {
    this.#undo.length = 0
    this.#phone = undefined
    this.#before = this.#now()
  }

  #now(): Before {
    const { progress } = this.#flush
    return {
      newest: this.#newest,
      lastVendorId: this.#newest?.lastVendorId ?? 0,
      sealed: this.#sealed,
      progress,
    }
  }

  /** Removes what the transaction has added. */
  rollback(): void {
    const { newest, lastVendorId, sealed, progress } = this.#before
    for (const undo of this.#undo.reverse()) undo()
    this.#undo.length = 0
    this.#phone = undefined
    if (newest !== undefined) newest.lastVendorId = lastVendorId
    this.#newest = newest
    this.#sealed = sealed
    this.#flush.progress = progress
  }

  /**
   * Call it when another connection has written. Keeps the memory if that connection has admitted and flushed nothing.
   */
  forgetIfStale(lastVendorId: () => number): void {
    if (this.#newest === undefined) return
    if (this.#newest.lastVendorId !== lastVendorId() || !this.#flush.isAsRead()) this.#forget()
  }

  #forget(): void {
    this.#newest = undefined
    this.#sealed = undefined
  }

  /**
   * A history is rebuilt under the rules that applied to it. So when the operator has changed the rules, earlier
   * admissions are flushed first. A command with settings of its own changes none of them.
   */
  #admitUnderOwnRules(): void {
    this.#loaded()
    const { rules } = this.#flush.progress
    if (rules !== undefined && rules === this.#knownRules) return
    if (!isDeepStrictEqual(rules, this.#rules)) {
      this.flushAll()
      this.#flush.setRules(this.#rules)
    }
    this.#knownRules = this.#flush.progress.rules
  }

  #seal(batch: KeyBatch): void {
    this.#sealed = batch
    this.#newest = new KeyBatch(batch.lastVendorId)
    this.#flush.seal(batch.lastVendorId)
  }

  #flushBucket(batch: KeyBatch): void {
    const bucket = this.#flush.progress.flushedBuckets
    const isLast = bucket + 1 === bucketCount
    this.#flush.write(batch.keysIn(bucket), batch.phonesIn(bucket), isLast)
    if (isLast) this.#sealed = undefined
  }

  #loaded(): KeyBatch {
    if (this.#newest !== undefined) return this.#newest
    const { flushedTo, sealedTo, flushedBuckets } = this.#flush.read()
    const newest = new KeyBatch(sealedTo)
    const sealed = sealedTo > flushedTo ? new KeyBatch(sealedTo) : undefined
    this.#newest = newest
    this.#sealed = sealed
    const admissions = this.#sql
      .positional(
        `SELECT vendor_id, service_id, mode, test, phone_hash, unique_key, started_at, first_vendor_id
       FROM calls WHERE vendor_id > ? ORDER BY vendor_id`,
      )
      .iterate(flushedTo) as unknown as Iterable<Admission>
    for (const admission of admissions) {
      const isSealed = sealed !== undefined && admission[0] <= sealedTo
      this.#readAgain(admission, isSealed ? sealed : newest, isSealed ? flushedBuckets : 0)
    }
    return newest
  }

  /** Restores an admission as it was, except for the parts that its bucket has already written to the tables. */
  #readAgain(admission: Admission, batch: KeyBatch, flushedBuckets: number): void {
    const [vendorId, serviceId, mode, test, phoneHash, unique, startedAt, firstVendorId] = admission
    batch.lastVendorId = Math.max(batch.lastVendorId, vendorId)
    if (unique !== null) {
      const keyHash = keyHashOf(serviceId, unique)
      if (bucketOfKey(keyHash) >= flushedBuckets)
        batch.addKey(keyName(serviceId, unique), { keyHash, vendorId, at: startedAt })
    }
    // Only calls that the limits count (books/admit-call.ts).
    if (test === 1 || phoneHash === null || firstVendorId !== null || modes[mode] === 'inbound') return
    const text = phoneText(phoneHash)
    if (bucketOfPhone(text) < flushedBuckets) return
    const rules = this.#flush.progress.rules ?? this.#rules
    const at = startedAt - this.#clockJumpsMs
    const limits = batch.limitsOf(text) ?? this.#sealed?.limitsOf(text) ?? this.#flushedLimits(phoneHash)
    // Rules stored by an older version have no limit over all services.
    const rulesEverywhere = rules.everywhere ?? this.#rules.everywhere
    const everywhere = recordCall(historyIn(limits, everyService), at, rulesEverywhere)
    const here = recordCall(historyIn(limits, serviceId), at, rules)
    batch.saveLimits(
      text,
      withLimits(withLimits(limits, { serviceId: everyService, ...everywhere }), { serviceId, ...here }),
    )
  }

  get #clockJumpsMs(): number {
    return this.#flush.progress.clockJumpsMs
  }

  /** The phone as the newest batch knows it, or else an earlier one, or else its table. */
  #phoneOf(phoneHash: Uint8Array): FoundPhone {
    if (this.#phone?.phoneHash === phoneHash) return this.#phone
    const newest = this.#loaded()
    const text = phoneText(phoneHash)
    const known = newest.limitsOf(text) ?? this.#sealed?.limitsOf(text)
    this.#phone = { phoneHash, text, limits: known ?? this.#flushedLimits(phoneHash) }
    return this.#phone
  }

  #flushedLimits(phoneHash: Uint8Array): readonly ServiceLimit[] {
    const rows = this.#sql
      .positional('SELECT service_id, calls, blocked_until, ends_at FROM number_limits WHERE phone_hash = ?')
      .all(phoneHash) as unknown as readonly LimitRow[]
    return rows.map(([serviceId, calls, blockedUntil, endsAt]) => ({
      serviceId,
      history: { calls: JSON.parse(calls) as number[], blockedUntil },
      endsAt,
    }))
  }

  #keyOf(serviceId: number, unique: string): { readonly name: string; readonly keyHash: number } {
    if (this.#key.unique !== unique || this.#key.serviceId !== serviceId) {
      const name = keyName(serviceId, unique)
      this.#key = { serviceId, unique, name, keyHash: keyHashOf(serviceId, unique) }
    }
    return this.#key
  }
}

type LimitRow = readonly [serviceId: number, calls: string, blockedUntil: number, endsAt: number]

const historyIn = (limits: readonly ServiceLimit[], serviceId: number): NumberHistory =>
  limits.find((limit) => limit.serviceId === serviceId)?.history ?? noHistory

/** The limits of a phone with a new one. The others are kept, because the newest batch has all of them. */
const withLimits = (limits: readonly ServiceLimit[], saved: ServiceLimit): readonly ServiceLimit[] => [
  saved,
  ...limits.filter(({ serviceId }) => serviceId !== saved.serviceId),
]
