import type { StatementSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { modes } from '../../books/call.ts'
import {
  everyService,
  movedHistory,
  type NumberHistory,
  noHistory,
  type PhoneLimitRules,
  type RememberedNumber,
  type RememberedPhone,
  recordCall,
  type VerificationHistories,
} from '../../books/number-limit.ts'
import { placeOf } from '../key-place.ts'
import { phoneText } from '../phone-text.ts'
import { Filing, type Progress, type ServiceLimit } from './filing.ts'
import { bucketCount, bucketOfPhone, bucketOfPlace, keyName, Round } from './round.ts'
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
  readonly newest: Round | undefined
  readonly lastVendorId: number
  readonly sealed: Round | undefined
  readonly progress: Progress
}

/**
 * Keeps the newest idempotency keys and number limits in memory and writes them to their tables later.
 *
 * Both are found by a hash, so every admission would write a random page of either table; these pages were two thirds
 * of what a batch had to log. The call itself holds both facts. So they are filed later, sorted, and a page is
 * then written once for many rows. After a crash, whatever was not filed is read again from the calls.
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
   * The last key and phone that were looked up. They are usually added next, so they are found only once. The phone is
   * that of one request: the same array, and nothing was saved since.
   */
  #key = { serviceId: 0, unique: '', name: '', place: 0 }
  #phone: FoundPhone | undefined

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

  /** The call that `matches`, among those that may have this key. */
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
    this.#undo.push(newest.addKey(name, { place, vendorId, at }))
  }

  historiesOf(serviceId: number, phoneHash: Uint8Array): VerificationHistories {
    const { limits } = this.#phoneOf(phoneHash)
    return {
      here: movedHistory(historyIn(limits, serviceId), this.#stepsMs),
      everywhere: movedHistory(historyIn(limits, everyService), this.#stepsMs),
    }
  }

  saveHistories(serviceId: number, phoneHash: Uint8Array, { here, everywhere }: RememberedPhone): void {
    this.#admitUnderOwnRules()
    const newest = this.#loaded()
    const { text, limits } = this.#phoneOf(phoneHash)
    const after = withLimits(
      limits,
      steadyLimit(everyService, everywhere, this.#stepsMs),
      steadyLimit(serviceId, here, this.#stepsMs),
    )
    this.#undo.push(newest.saveLimits(text, after))
    this.#phone = undefined
  }

  /**
   * Counts a call of any kind. Those without key and limit count too, because a start has to read past them.
   */
  noteAdmitted(vendorId: number): void {
    this.#loaded().lastVendorId = vendorId
  }

  /**
   * Writes a bucket of the last round to the tables when it is due. Call it before each commit. The buckets are spread over
   * the first half of the next round: in one commit after another they kept requests waiting for a third of a second.
   */
  fileSome(): void {
    if (this.#newest === undefined) return
    const { sealedTo, filedBuckets } = this.#filing.progress
    const admitted = this.#newest.lastVendorId - sealedTo
    if (this.#sealed === undefined) {
      if (admitted < this.#admissionsPerRound) return
      this.#seal(this.#newest)
    } else if (admitted < (filedBuckets * this.#admissionsPerRound) / (2 * bucketCount)) return
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

  /** Whether the call's number limit is in its table. If not, purging the call would lose the limit. */
  isFiled(vendorId: number): boolean {
    this.#loaded()
    return vendorId <= this.#filing.progress.filedTo
  }

  /** Marks the current state as committed: a rollback returns to it. */
  mark(): void {
    this.#undo.length = 0
    this.#phone = undefined
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
    this.#phone = undefined
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
    this.#filing.write(round.keysIn(bucket), round.phonesIn(bucket), isLast)
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
       FROM calls WHERE vendor_id > ? ORDER BY vendor_id`,
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
    const text = phoneText(phoneHash)
    if (bucketOfPhone(text) < filedBuckets) return
    const rules = this.#filing.progress.rules ?? this.#rules
    const at = startedAt - this.#stepsMs
    const limits = round.limitsOf(text) ?? this.#sealed?.limitsOf(text) ?? this.#filedLimits(phoneHash)
    // Rules stored by an older version have no limit over all services.
    const rulesEverywhere = rules.everywhere ?? this.#rules.everywhere
    const everywhere = recordCall(historyIn(limits, everyService), at, rulesEverywhere)
    const here = recordCall(historyIn(limits, serviceId), at, rules)
    round.saveLimits(
      text,
      withLimits(limits, { serviceId: everyService, ...everywhere }, { serviceId, ...here }),
    )
  }

  get #stepsMs(): number {
    return this.#filing.progress.stepsMs
  }

  /** The phone as the newest round knows it, or else an earlier one, or else its table. */
  #phoneOf(phoneHash: Uint8Array): FoundPhone {
    if (this.#phone?.phoneHash === phoneHash) return this.#phone
    const newest = this.#loaded()
    const text = phoneText(phoneHash)
    const known = newest.limitsOf(text) ?? this.#sealed?.limitsOf(text)
    this.#phone = { phoneHash, text, limits: known ?? this.#filedLimits(phoneHash) }
    return this.#phone
  }

  #filedLimits(phoneHash: Uint8Array): readonly ServiceLimit[] {
    const rows = this.#positional(
      'SELECT service_id, calls, blocked_until, ends_at FROM number_limits WHERE phone_hash = ?',
    ).all(phoneHash) as unknown as readonly LimitRow[]
    return rows.map(([serviceId, calls, blockedUntil, endsAt]) => ({
      serviceId,
      history: { calls: JSON.parse(calls) as number[], blockedUntil },
      endsAt,
    }))
  }

  #keyOf(serviceId: number, unique: string): { readonly name: string; readonly place: number } {
    if (this.#key.unique !== unique || this.#key.serviceId !== serviceId) {
      const name = keyName(serviceId, unique)
      this.#key = { serviceId, unique, name, place: placeOf(serviceId, unique) }
    }
    return this.#key
  }
}

type LimitRow = readonly [serviceId: number, calls: string, blockedUntil: number, endsAt: number]

const historyIn = (limits: readonly ServiceLimit[], serviceId: number): NumberHistory =>
  limits.find((limit) => limit.serviceId === serviceId)?.history ?? noHistory

const steadyLimit = (
  serviceId: number,
  { history, endsAt }: RememberedNumber,
  stepsMs: number,
): ServiceLimit => ({
  serviceId,
  history: movedHistory(history, -stepsMs),
  endsAt: endsAt - stepsMs,
})

/** The limits of a phone after a call by one service. The others are kept, because the newest round has all of them. */
const withLimits = (
  limits: readonly ServiceLimit[],
  everywhere: ServiceLimit,
  here: ServiceLimit,
): readonly ServiceLimit[] => [
  everywhere,
  here,
  ...limits.filter(({ serviceId }) => serviceId !== everyService && serviceId !== here.serviceId),
]
