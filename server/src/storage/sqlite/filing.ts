import type { StatementSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import type { PhoneLimitRules, RememberedNumber } from '../../books/number-limit.ts'
import type { UniqueKeys } from './unique-keys.ts'

export interface FiledKey {
  readonly place: number
  readonly vendorId: number
  readonly at: number
}

/** All limits of one phone; never changed, only replaced. */
export interface FiledPhone {
  readonly phoneHash: Uint8Array
  readonly limits: readonly ServiceLimit[]
}

/** The limit of a phone at one service, or at all of them together (`everyService`). */
export interface ServiceLimit extends RememberedNumber {
  readonly serviceId: number
}

/** How far the filing has come. This row is updated in the same transaction as the rows that it describes. */
export interface Progress {
  readonly filedTo: number
  readonly sealedTo: number
  readonly filedBuckets: number
  /** The limits under which everything after `filedTo` was admitted; undefined while there is nothing after it. */
  readonly rules: PhoneLimitRules | undefined
  /**
   * The sum of all steps by which the wall clock was set. Everything after `filedTo` was admitted after the last step.
   */
  readonly stepsMs: number
}

export class Filing {
  readonly #statement: (text: string) => StatementSync
  readonly #keys: UniqueKeys
  progress: Progress = { filedTo: 0, sealedTo: 0, filedBuckets: 0, rules: undefined, stepsMs: 0 }

  constructor(statement: (text: string) => StatementSync, keys: UniqueKeys) {
    this.#statement = statement
    this.#keys = keys
  }

  read(): Progress {
    this.progress = this.#stored()
    return this.progress
  }

  /** True when no other process has filed since `read`. */
  isAsRead(): boolean {
    return isDeepStrictEqual(this.#stored(), this.progress)
  }

  /** Fixes the end of the next filing: everything admitted up to this call. */
  seal(lastVendorId: number): void {
    this.#move({ ...this.progress, sealedTo: lastVendorId, filedBuckets: 0 })
  }

  /** The limits for everything that is admitted from now on. */
  setRules(rules: PhoneLimitRules): void {
    this.#move({ ...this.progress, rules })
  }

  addStep(byMs: number): void {
    this.#move({ ...this.progress, stepsMs: this.progress.stepsMs + byMs })
  }

  write(keys: readonly FiledKey[], phones: readonly FiledPhone[], isLastBucket: boolean): void {
    for (const { place, vendorId, at } of keys) this.#keys.add(place, vendorId, at)
    const save = this.#statement('INSERT OR REPLACE INTO number_limits VALUES (?, ?, ?, ?, ?)')
    for (const { phoneHash, limits } of phones) {
      for (const { serviceId, history, endsAt } of limits)
        save.run(phoneHash, serviceId, JSON.stringify(history.calls), history.blockedUntil, endsAt)
    }
    const { sealedTo, filedBuckets } = this.progress
    this.#move(
      isLastBucket
        ? { ...this.progress, filedTo: sealedTo, filedBuckets: 0 }
        : { ...this.progress, filedBuckets: filedBuckets + 1 },
    )
  }

  #move(progress: Progress): void {
    this.progress = progress
    this.#statement(
      'UPDATE filing SET filed_to = ?, sealed_to = ?, filed_buckets = ?, rules = ?, steps_ms = ?',
    ).run(
      progress.filedTo,
      progress.sealedTo,
      progress.filedBuckets,
      progress.rules === undefined ? '' : JSON.stringify(progress.rules),
      progress.stepsMs,
    )
  }

  #stored(): Progress {
    const row = this.#statement(
      'SELECT filed_to, sealed_to, filed_buckets, rules, steps_ms FROM filing',
    ).get()!
    return {
      filedTo: Number(row.filed_to),
      sealedTo: Number(row.sealed_to),
      filedBuckets: Number(row.filed_buckets),
      rules: row.rules === '' ? undefined : (JSON.parse(String(row.rules)) as PhoneLimitRules),
      stepsMs: Number(row.steps_ms),
    }
  }
}
