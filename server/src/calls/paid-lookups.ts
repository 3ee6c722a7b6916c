import type { LookupHeld, LookupRequest } from '../books/lookup-hold.ts'
import type { SpendCapRecord } from '../books/spend-caps.ts'
import type { Phone } from '../numbering/phone.ts'
import type { Clock } from '../platform/clock.ts'
import { type Random, randomWord } from '../platform/random.ts'
import { sha256 } from '../platform/sha256.ts'
import type { Store } from '../storage/store.ts'
import type { PhoneHasher } from './phone-privacy.ts'
import { retryWrite } from './retry-write.ts'

/** Longer than a lookup may take (`timeoutMs` of RINGKEY_LOOKUP_FILE) with the writes before and after it. */
const holdMs = 30_000
const lookupIdLength = 24
const sweepPage = 500
/** Concurrent queries of one request. */
const askedAtOnce = 25

export interface PaidLookupDeps {
  readonly store: Pick<Store, 'holdLookup' | 'endLookup' | 'dueLookups' | 'addCharged'>
  readonly clock: Clock
  readonly random: Random
  readonly hasher: Pick<PhoneHasher, 'hash'>
  /** Queries the current operator of a number; undefined when the operator has no lookup service. */
  readonly lookup: { ask(phone: Phone): Promise<void> } | undefined
  readonly storeTrouble: (error: Error) => void
}

export interface LookupTerms {
  readonly accountId: number
  readonly amountUnits: number
  readonly caps: readonly SpendCapRecord[]
  readonly serviceId: number
  /** The idempotency key. */
  readonly unique: string | null
}

/** Of a request for many numbers. */
export interface ManyTerms extends Pick<LookupTerms, 'accountId' | 'serviceId'> {
  /** The idempotency key, with 32 characters of the hash of the body that came with it. */
  readonly key: { readonly idempotencyKey: string; readonly bodyHash: string } | null
  /** If the first part is refused, the others are not asked for. */
  readonly isFirstNeeded: boolean
}

/** Numbers of one price under the same caps. */
export interface LookupPart extends Pick<LookupTerms, 'amountUnits' | 'caps'> {
  readonly phones: readonly Phone[]
}

export interface ManyHeld {
  /** `replayed`: the key has answered this request before. */
  readonly kind: 'held' | 'replayed' | 'key-of-another-phone'
  readonly parts: readonly LookupHeld[]
}

interface Keyed {
  readonly key: string
  readonly about: string
}

/**
 * The money of checkPhone. The price is held before the operator pays for a query, and charged when the client has an
 * answer. A hold whose answer was lost is returned at its deadline, also when this process has ended by then.
 */
export class PaidLookups {
  readonly #deps: PaidLookupDeps
  #underWay = 0
  /** Not yet in the totals of the metrics. */
  #chargedUnits = 0

  constructor(deps: PaidLookupDeps) {
    this.#deps = deps
  }

  /** Holds whose end is not yet on disk. */
  get underWay(): number {
    return this.#underWay
  }

  /** `held` means that the query was sent and is paid. */
  async ask(phone: Phone, { accountId, serviceId, unique, ...terms }: LookupTerms): Promise<LookupHeld> {
    const key = unique === null ? undefined : { key: unique, about: phone.e164 }
    const part = { ...terms, phones: [phone] }
    const { parts } = await this.#askParts({ accountId, serviceId, isFirstNeeded: false }, [part], () => key)
    return parts[0]!
  }

  /**
   * Many numbers in one request: one hold for each part, of the first numbers that there is money for. If a query fails,
   * nothing of the request is charged. A repeat under an idempotency key asks and costs nothing, also for the parts that
   * there was no money for.
   */
  async askMany({ key, ...terms }: ManyTerms, parts: readonly LookupPart[]): Promise<ManyHeld> {
    if (key === null) return this.#askParts(terms, parts, () => undefined)
    const keyOf = (part: number | 'all') => ({
      key: `phones ${part} ${key.idempotencyKey}`,
      about: key.bodyHash,
    })
    // Stored with the answer: a part that was refused stores no key, and a free one keeps its key if the request fails.
    const answer = { ...this.#record(terms, keyOf('all')), amountUnits: 0, caps: [] }
    const { kind } = await this.#deps.store.holdLookup({ ...answer, isRepeat: true })
    if (kind === 'key-of-another-phone') return { kind, parts: [] }
    return this.#askParts(
      { ...terms, ...(kind === 'replayed' ? { isRepeat: true } : { answer }) },
      parts,
      keyOf,
    )
  }

  async #askParts(
    {
      accountId,
      serviceId,
      isFirstNeeded,
      isRepeat = false,
      answer,
    }: Omit<ManyTerms, 'key'> & Pick<LookupRequest, 'isRepeat'> & { readonly answer?: LookupRequest },
    parts: readonly LookupPart[],
    keyOf: (index: number) => Keyed | undefined,
  ): Promise<ManyHeld> {
    const { store, lookup } = this.#deps
    const paid: { readonly lookupId: string; readonly amountUnits: number }[] = []
    let isAnswered = false
    try {
      const results: LookupHeld[] = []
      for (const [index, { phones, ...price }] of parts.entries()) {
        const record = this.#record({ accountId, serviceId }, keyOf(index))
        const { lookupId } = record
        const held = await store.holdLookup({ ...record, ...price, isRepeat, count: phones.length })
        results.push(held)
        if (held.kind !== 'held') {
          if (held.kind === 'key-of-another-phone') return { kind: held.kind, parts: results }
          if (isFirstNeeded && results.length === 1 && held.kind === 'refused')
            return { kind: 'held', parts: results }
          continue
        }
        if (price.amountUnits > 0) paid.push({ lookupId, amountUnits: price.amountUnits * held.count })
        for (let from = 0; lookup !== undefined && from < held.count; from += askedAtOnce) {
          const some = phones.slice(from, Math.min(from + askedAtOnce, held.count))
          await Promise.all(some.map((phone) => lookup.ask(phone)))
        }
      }
      if (answer !== undefined) await store.holdLookup(answer)
      isAnswered = true
      const isReplayed = isRepeat || results.some(({ kind }) => kind === 'replayed')
      return { kind: isReplayed ? 'replayed' : 'held', parts: results }
    } finally {
      // The answer does not wait for these writes: if one is lost, the client has paid nothing for it.
      for (const { lookupId, amountUnits } of paid)
        void this.#end(lookupId, { accountId, amountUnits }, isAnswered)
    }
  }

  #record({ accountId, serviceId }: Pick<LookupTerms, 'accountId' | 'serviceId'>, keyed: Keyed | undefined) {
    const { clock, random, hasher } = this.#deps
    const lookupId = keyed === undefined ? randomWord(random, lookupIdLength) : keyedId(serviceId, keyed.key)
    // A hash of both together: without the key the record cannot be found by the number.
    const fingerprint = keyed === undefined ? null : hasher.hash(`${keyed.about} ${lookupId}`)
    const startedAt = clock.now()
    return { lookupId, fingerprint, accountId, startedAt, deadlineAt: startedAt + holdMs }
  }

  /** Returns the holds that have passed their deadline; called together with the sweep of calls. */
  async sweep(): Promise<void> {
    const { store, clock, storeTrouble } = this.#deps
    try {
      const due = await store.dueLookups({ now: clock.now(), limit: sweepPage })
      const at = clock.now()
      await Promise.all(due.map((hold) => store.endLookup({ ...hold, isAnswered: false, at })))
    } catch (error) {
      storeTrouble(error as Error)
    }
  }

  /** Adds what look-ups have cost to the totals of the metrics. A row for each look-up would keep nodes waiting. */
  async countCharged(): Promise<void> {
    const units = this.#chargedUnits
    if (units === 0) return
    this.#chargedUnits = 0
    try {
      await this.#deps.store.addCharged({ what: 'lookup', units })
    } catch (error) {
      this.#chargedUnits += units
      throw error
    }
  }

  /** Retried until the deadline; after it the sweep of any node decides. */
  async #end(
    lookupId: string,
    { accountId, amountUnits }: Pick<LookupTerms, 'accountId' | 'amountUnits'>,
    isAnswered: boolean,
  ): Promise<void> {
    const { store, clock } = this.#deps
    this.#underWay += 1
    const hasEnded = await retryWrite(this.#deps, holdMs, () =>
      store.endLookup({ lookupId, accountId, isAnswered, at: clock.now() }),
    )
    if (hasEnded === true && isAnswered) this.#chargedUnits += amountUnits
    this.#underWay -= 1
  }
}

function keyedId(serviceId: number, unique: string): string {
  return sha256(`${serviceId} ${unique}`).toString('base64url').slice(0, lookupIdLength)
}
