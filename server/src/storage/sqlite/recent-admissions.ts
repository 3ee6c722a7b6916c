import type { StatementSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import {
  everyService,
  movedHistory,
  type NumberHistory,
  type NumberLimitRules,
  noHistory,
  type PhoneLimitRules,
  recordCall,
} from '../../books/number-limit.ts'
import { modes } from '../../books/verification.ts'
import { placeOf } from '../key-place.ts'
import { type FiledKey, type FiledNumber, Filing, type Progress } from './filing.ts'
import { bucketCount, bucketOfNumber, bucketOfPlace, keyName, numberName, phoneText, Round } from './round.ts'
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

/** A phone hash and the text that is its key in memory. */
interface NamedPhone {
  readonly phoneHash: Uint8Array
  readonly text: string
}

/** The state at the last mark. */
interface Before {
  readonly newest: Round | undefined
  readonly lastVendorId: number
  readonly sealed: Round | undefined
  readonly progress: Progress
}

/**
 * Keeps the newest idempotency keys and number limits in memory and writes them to their tables later.
 *
 * Both are found by a hash, so every admission would write a random page of either table; these pages were two thirds
 * of what a batch had to log. The verification itself holds both facts. So they are filed later, sorted, and a page is
 * then written once for many rows. After a crash, whatever was not filed is read again from the verifications.
 *
 * Number limits are kept in steady time: the wall time of the service without the steps by which it was set
 * (`stepsMs`). So a limit lasts as long as it should whatever the clock shows, and a step of the clock rewrites no row.
 */
export class RecentAdmissions {
  readonly #positional: (text: string) => StatementSync
  readonly #rules: PhoneLimitRules
  readonly #keys: UniqueKeys
  readonly #filing: Filing
  /**
   * How many are kept in memory before they are filed. After a crash two or three times as many are read again, in half
   * a second.
   */
  readonly #admissionsPerRound: number
  /** Undefined until first used: a command that admits nothing does not load them. */
  #newest: Round | undefined
  /** The previous round, while it is being filed. */
  #sealed: Round | undefined
  /** The stored rules of the filing, once they were found equal to our own. */
  #knownRules: PhoneLimitRules | undefined
  readonly #undo: (() => void)[] = []
  #before: Before
  /**
   * The last key and phone that were looked up. They are usually added next, so they are named and hashed only once.
   */
  #key = { serviceId: 0, unique: '', name: '', place: 0 }
  #phone: NamedPhone = { phoneHash: new Uint8Array(0), text: '' }

  constructor(
    statements: {
      readonly statement: (text: string) => StatementSync
      readonly positional: (text: string) => StatementSync
    },
    keys: UniqueKeys,
    rules: PhoneLimitRules,
    admissionsPerRound = 16_384,
  ) {
    this.#admissionsPerRound = admissionsPerRound
    this.#positional = statements.positional
    this.#keys = keys
    this.#rules = rules
    this.#filing = new Filing(statements.statement, keys)
    this.#before = {
      newest: undefined,
      lastVendorId: 0,
      sealed: undefined,
      progress: this.#filing.progress,
    }
  }

  /** False in a process that admits nothing. */
  get isLoaded(): boolean {
    return this.#newest !== undefined
  }

  /** The verification that `matches`, among those that may have this key. */
  findKey<T>(serviceId: number, unique: string, matches: (vendorId: number) => T | undefined): T | undefined {
    const newest = this.#loaded()
    const { name, place } = this.#keyOf(serviceId, unique)
    const vendorId = newest.keyOwner(name) ?? this.#sealed?.keyOwner(name)
    const owner = vendorId === undefined ? undefined : matches(vendorId)
    return owner ?? this.#keys.find(place, matches)
  }

  addKey(serviceId: number, unique: string, vendorId: number, at: number): void {
    const newest = this.#loaded()
    const { name, place } = this.#keyOf(serviceId, unique)
    const key: FiledKey = { place, vendorId, at }
    const before = newest.addKey(name, key)
    this.#undo.push(() => newest.removeLastKey(name, key, before))
  }

  historyOf(serviceId: number, phoneHash: Uint8Array): NumberHistory {
    const newest = this.#loaded()
    const name = this.#nameOf(serviceId, phoneHash)
    const number = newest.number(name) ?? this.#sealed?.number(name)
    return movedHistory(number?.history ?? this.#filedHistory(serviceId, phoneHash), this.#stepsMs)
  }

  saveHistory(serviceId: number, phoneHash: Uint8Array, history: NumberHistory, endsAt: number): void {
    this.#admitUnderOwnRules()
    const newest = this.#loaded()
    const name = this.#nameOf(serviceId, phoneHash)
    const stepsMs = this.#stepsMs
    const number: FiledNumber = {
      serviceId,
      phoneHash,
      history: movedHistory(history, -stepsMs),
      endsAt: endsAt - stepsMs,
    }
    const before = newest.saveNumber(name, number)
    this.#undo.push(() => newest.restoreNumber(name, number, before))
  }

  /**
   * Counts a verification of any kind. Those without key and limit count too, because a start has to read past them.
   */
  noteAdmitted(vendorId: number): void {
    this.#loaded().lastVendorId = vendorId
  }

  /** Writes one bucket of the last round to the tables. Call it before each commit. */
  fileSome(): void {
    if (this.#newest === undefined) return
    if (this.#sealed === undefined) {
      if (this.#newest.lastVendorId - this.#filing.progress.sealedTo < this.#admissionsPerRound) return
      this.#seal(this.#newest)
    }
    this.#fileBucket(this.#sealed!)
  }

  /** Files everything that is admitted now. This keeps the writer busy for a while, so it is for rare operations. */
  fileAll(): void {
    let step = this.fileStep(null)
    while (!step.isDone) step = this.fileStep(step.upTo)
  }

  /** The sum of all steps by which the wall clock was set since limits are stored. */
  get stepsMs(): number {
    this.#loaded()
    return this.#stepsMs
  }

  /** The wall clock was set. Earlier admissions are filed first, because their start is in the old time. */
  addStep(byMs: number): void {
    this.fileAll()
    this.#filing.addStep(byMs)
  }

  /** One step towards filing everything admitted up to `place`, or up to now if it is null. */
  fileStep(place: number | null): { readonly upTo: number; readonly isDone: boolean } {
    const newest = this.#loaded()
    const upTo = place ?? newest.lastVendorId
    if (this.#filing.progress.filedTo < upTo) {
      if (this.#sealed === undefined) this.#seal(newest)
      this.#fileBucket(this.#sealed!)
    }
    return { upTo, isDone: this.#filing.progress.filedTo >= upTo }
  }

  /** Whether the verification's number limit is in its table. If not, purging the verification would lose the limit. */
  isFiled(vendorId: number): boolean {
    this.#loaded()
    return vendorId <= this.#filing.progress.filedTo
  }

  /** Marks the current state as committed: a rollback returns to it. */
  mark(): void {
    this.#undo.length = 0
    this.#before = {
      newest: this.#newest,
      lastVendorId: this.#newest?.lastVendorId ?? 0,
      sealed: this.#sealed,
      progress: this.#filing.progress,
    }
  }

  /** Removes what the transaction has added. */
  rollback(): void {
    const { newest, lastVendorId, sealed, progress } = this.#before
    for (const undo of this.#undo.reverse()) undo()
    this.#undo.length = 0
    if (newest !== undefined) newest.lastVendorId = lastVendorId
    this.#newest = newest
    this.#sealed = sealed
    this.#filing.progress = progress
  }

  /**
   * Call it when another connection has written. Keeps the memory if that connection has admitted and filed nothing.
   */
  forgetIfStale(lastVendorId: () => number): void {
    if (this.#newest === undefined) return
    if (this.#newest.lastVendorId !== lastVendorId() || !this.#filing.isAsRead()) this.#forget()
  }

  #forget(): void {
    this.#newest = undefined
    this.#sealed = undefined
  }

  /**
   * A history is rebuilt under the rules that applied to it. So when the operator has changed the rules, earlier
   * admissions are filed first. A command with settings of its own changes none of them.
   */
  #admitUnderOwnRules(): void {
    this.#loaded()
    const { rules } = this.#filing.progress
    if (rules !== undefined && rules === this.#knownRules) return
    if (!isDeepStrictEqual(rules, this.#rules)) {
      this.fileAll()
      this.#filing.setRules(this.#rules)
    }
    this.#knownRules = this.#filing.progress.rules
  }

  #seal(round: Round): void {
    this.#sealed = round
    this.#newest = new Round(round.lastVendorId)
    this.#filing.seal(round.lastVendorId)
  }

  #fileBucket(round: Round): void {
    const bucket = this.#filing.progress.filedBuckets
    const isLast = bucket + 1 === bucketCount
    this.#filing.write(round.keysIn(bucket), round.numbersIn(bucket), isLast)
    if (isLast) this.#sealed = undefined
  }

  #loaded(): Round {
    if (this.#newest !== undefined) return this.#newest
    const { filedTo, sealedTo, filedBuckets } = this.#filing.read()
    const newest = new Round(sealedTo)
    const sealed = sealedTo > filedTo ? new Round(sealedTo) : undefined
    this.#newest = newest
    this.#sealed = sealed
    const admissions = this.#positional(
      `SELECT vendor_id, service_id, mode, test, phone_hash, unique_key, started_at, first_vendor_id
       FROM verifications WHERE vendor_id > ? ORDER BY vendor_id`,
    ).iterate(filedTo) as unknown as Iterable<Admission>
    for (const admission of admissions) {
      const isSealed = sealed !== undefined && admission[0] <= sealedTo
      this.#readAgain(admission, isSealed ? sealed : newest, isSealed ? filedBuckets : 0)
    }
    return newest
  }

  /** Restores an admission as it was, except for the parts that its bucket has already written to the tables. */
  #readAgain(admission: Admission, round: Round, filedBuckets: number): void {
    const [vendorId, serviceId, mode, test, phoneHash, unique, startedAt, firstVendorId] = admission
    round.lastVendorId = Math.max(round.lastVendorId, vendorId)
    if (unique !== null) {
      const place = placeOf(serviceId, unique)
      if (bucketOfPlace(place) >= filedBuckets)
        round.addKey(keyName(serviceId, unique), { place, vendorId, at: startedAt })
    }
    // Only calls that the limits count (books/admit-call.ts).
    if (test === 1 || phoneHash === null || firstVendorId !== null || modes[mode] === 'inbound') return
    if (bucketOfNumber(phoneHash) < filedBuckets) return
    const rules = this.#filing.progress.rules ?? this.#rules
    const at = startedAt - this.#stepsMs
    this.#recordAgain(round, serviceId, phoneHash, at, rules)
    // Rules stored by an older version have no limit over all services.
    this.#recordAgain(round, everyService, phoneHash, at, rules.everywhere ?? this.#rules.everywhere)
  }

  #recordAgain(
    round: Round,
    serviceId: number,
    phoneHash: Uint8Array,
    at: number,
    rules: NumberLimitRules,
  ): void {
    const name = numberName(serviceId, phoneText(phoneHash))
    const earlier = round.number(name) ?? this.#sealed?.number(name)
    const history = earlier?.history ?? this.#filedHistory(serviceId, phoneHash)
    round.saveNumber(name, { serviceId, phoneHash, ...recordCall(history, at, rules) })
  }

  get #stepsMs(): number {
    return this.#filing.progress.stepsMs
  }

  #filedHistory(serviceId: number, phoneHash: Uint8Array): NumberHistory {
    const seen = this.#positional(
      'SELECT calls, blocked_until FROM number_limits WHERE service_id = ? AND phone_hash = ?',
    ).get(serviceId, phoneHash) as unknown as readonly [calls: string, blockedUntil: number] | undefined
    return seen === undefined ? noHistory : { calls: JSON.parse(seen[0]) as number[], blockedUntil: seen[1] }
  }

  #keyOf(serviceId: number, unique: string): { readonly name: string; readonly place: number } {
    if (this.#key.unique !== unique || this.#key.serviceId !== serviceId) {
      const name = keyName(serviceId, unique)
      this.#key = { serviceId, unique, name, place: placeOf(serviceId, unique) }
    }
    return this.#key
  }

  #nameOf(serviceId: number, phoneHash: Uint8Array): string {
    if (this.#phone.phoneHash !== phoneHash) this.#phone = { phoneHash, text: phoneText(phoneHash) }
    return numberName(serviceId, this.#phone.text)
  }
}
