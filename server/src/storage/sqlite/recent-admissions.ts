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

/** A phone hash as the text that names it. */
interface NamedPhone {
  readonly phoneHash: Uint8Array
  readonly text: string
}

/** As it was at the last mark. */
interface Before {
  readonly newest: Round | undefined
  readonly lastVendorId: number
  readonly sealed: Round | undefined
  readonly progress: Progress
}

/**
 * Idempotency keys and limits per number are found by a hash, so every admission would write a page of either table,
 * and these pages were two thirds of what a batch had to log. But the verification itself holds both facts. So the
 * newest are kept here and come into their tables later, neighbours together: a page is then written once for many.
 * After a crash what had not come that far is read again from the verifications.
 *
 * Limits per number are kept in steady time: the wall time of the service without the steps by which it was set
 * (`stepsMs`). So a limit lasts as long as it should whatever the clock shows, and a step rewrites no row.
 */
export class RecentAdmissions {
  readonly #positional: (text: string) => StatementSync
  readonly #rules: PhoneLimitRules
  readonly #keys: UniqueKeys
  readonly #filing: Filing
  /** Kept in memory before they are filed; after a crash two or three times as many are read again, in half a second. */
  readonly #admissionsPerRound: number
  /** Undefined until something is asked for: a command that admits nothing does not read them. */
  #newest: Round | undefined
  /** The round before, while it is being filed. */
  #sealed: Round | undefined
  /** The rules of the filing that were found to be our own. */
  #knownRules: PhoneLimitRules | undefined
  readonly #undo: (() => void)[] = []
  #before: Before
  /** The key and the phone that were looked up last are those that are added next: named and hashed once for both. */
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

  /** The verification that `matches` among those that may have this key. */
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

  /** A verification of whatever kind. Those without key and limit are counted too: a start reads past them. */
  noteAdmitted(vendorId: number): void {
    this.#loaded().lastVendorId = vendorId
  }

  /** To be called before each commit: brings a bucket of the last round into the tables. */
  fileSome(): void {
    if (this.#newest === undefined) return
    if (this.#sealed === undefined) {
      if (this.#newest.lastVendorId - this.#filing.progress.sealedTo < this.#admissionsPerRound) return
      this.#seal(this.#newest)
    }
    this.#fileBucket(this.#sealed!)
  }

  /** Files everything that is admitted now. It takes the writer a while: for what is rare. */
  fileAll(): void {
    let step = this.fileStep(null)
    while (!step.isDone) step = this.fileStep(step.upTo)
  }

  /** By how much the wall clock was set since limits are kept, all steps together. */
  get stepsMs(): number {
    this.#loaded()
    return this.#stepsMs
  }

  /** The wall clock was set. What was admitted before is filed first: its start is told by the old time. */
  addStep(byMs: number): void {
    this.fileAll()
    this.#filing.addStep(byMs)
  }

  /** A step towards having filed what is admitted up to here; without a place, what is admitted now. */
  fileStep(place: number | null): { readonly upTo: number; readonly isDone: boolean } {
    const newest = this.#loaded()
    const upTo = place ?? newest.lastVendorId
    if (this.#filing.progress.filedTo < upTo) {
      if (this.#sealed === undefined) this.#seal(newest)
      this.#fileBucket(this.#sealed!)
    }
    return { upTo, isDone: this.#filing.progress.filedTo >= upTo }
  }

  /** What is purged takes the memory of its number with it, unless that stands in the table of limits. */
  isFiled(vendorId: number): boolean {
    this.#loaded()
    return vendorId <= this.#filing.progress.filedTo
  }

  /** What is here now is committed: a rollback comes back to it. */
  mark(): void {
    this.#undo.length = 0
    this.#before = {
      newest: this.#newest,
      lastVendorId: this.#newest?.lastVendorId ?? 0,
      sealed: this.#sealed,
      progress: this.#filing.progress,
    }
  }

  /** What the transaction has added here was never admitted. */
  rollback(): void {
    const { newest, lastVendorId, sealed, progress } = this.#before
    for (const undo of this.#undo.reverse()) undo()
    this.#undo.length = 0
    if (newest !== undefined) newest.lastVendorId = lastVendorId
    this.#newest = newest
    this.#sealed = sealed
    this.#filing.progress = progress
  }

  /** Another connection has written; what is known here stays when that has admitted and filed nothing. */
  forgetIfStale(lastVendorId: () => number): void {
    if (this.#newest === undefined) return
    if (this.#newest.lastVendorId !== lastVendorId() || !this.#filing.isAsRead()) this.#forget()
  }

  #forget(): void {
    this.#newest = undefined
    this.#sealed = undefined
  }

  /**
   * A history is made anew under the rules that it was made under. So when the operator has changed them, what was
   * admitted before is filed first; and a command with settings of its own changes nothing of it.
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

  /** As it was when it was admitted, but for what its bucket has brought into the tables since. */
  #readAgain(admission: Admission, round: Round, filedBuckets: number): void {
    const [vendorId, serviceId, mode, test, phoneHash, unique, startedAt, firstVendorId] = admission
    round.lastVendorId = Math.max(round.lastVendorId, vendorId)
    if (unique !== null) {
      const place = placeOf(serviceId, unique)
      if (bucketOfPlace(place) >= filedBuckets)
        round.addKey(keyName(serviceId, unique), { place, vendorId, at: startedAt })
    }
    // Only what the limits count (books/admit-call.ts).
    if (test === 1 || phoneHash === null || firstVendorId !== null || modes[mode] === 'inbound') return
    if (bucketOfNumber(phoneHash) < filedBuckets) return
    const rules = this.#filing.progress.rules ?? this.#rules
    const at = startedAt - this.#stepsMs
    this.#recordAgain(round, serviceId, phoneHash, at, rules)
    // Rules that an older version left have no limit for all services together.
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
