import { isDeepStrictEqual } from 'node:util'
import type { PhoneLimitRules, RememberedNumber } from '../../books/number-limit.ts'
import type { Statements } from './statements.ts'
import type { UniqueKeys } from './unique-keys.ts'

export interface FlushedKey {
  readonly keyHash: number
  readonly vendorId: number
  readonly at: number
}

/** All limits of one phone; never changed, only replaced. */
export interface FlushedPhone {
  readonly phoneHash: Uint8Array
  readonly limits: readonly ServiceLimit[]
}

/** The limit of a phone at one service, or at all of them together (`everyService`). */
export interface ServiceLimit extends RememberedNumber {
  readonly serviceId: number
}

/** How far the flush has come. This row is updated in the same transaction as the rows that it describes. */
export interface Progress {
  readonly flushedTo: number
  readonly sealedTo: number
  readonly flushedBuckets: number
  /** The limits under which everything after `flushedTo` was admitted; undefined while there is nothing after it. */
  readonly rules: PhoneLimitRules | undefined
  /**
   * The sum of all steps by which the wall clock was set. Everything after `flushedTo` was admitted after the last step.
   */
  readonly clockJumpsMs: number
}

export class KeyFlush {
  readonly #sql: Statements
  readonly #keys: UniqueKeys
  progress: Progress = { flushedTo: 0, sealedTo: 0, flushedBuckets: 0, rules: undefined, clockJumpsMs: 0 }

  constructor(sql: Statements, keys: UniqueKeys) {
    this.#sql = sql
    this.#keys = keys
  }

  read(): Progress {
    this.progress = this.#stored()
    return this.progress
  }

  /** True when no other process has flushed since `read`. */
  isAsRead(): boolean {
    return isDeepStrictEqual(this.#stored(), this.progress)
  }

  /** Fixes the end of the next flush: everything admitted up to this call. */
  seal(lastVendorId: number): void {
    this.#move({ ...this.progress, sealedTo: lastVendorId, flushedBuckets: 0 })
  }

  /** The limits for everything that is admitted from now on. */
  setRules(rules: PhoneLimitRules): void {
    this.#move({ ...this.progress, rules })
  }

  addClockJump(byMs: number): void {
    this.#move({ ...this.progress, clockJumpsMs: this.progress.clockJumpsMs + byMs })
  }

  write(keys: readonly FlushedKey[], phones: readonly FlushedPhone[], isLastBucket: boolean): void {
    for (const { keyHash, vendorId, at } of keys) this.#keys.add(keyHash, vendorId, at)
    const save = this.#sql.statement('INSERT OR REPLACE INTO number_limits VALUES (?, ?, ?, ?, ?)')
    for (const { phoneHash, limits } of phones) {
      for (const { serviceId, history, endsAt } of limits)
        save.run(phoneHash, serviceId, JSON.stringify(history.calls), history.blockedUntil, endsAt)
    }
    const { sealedTo, flushedBuckets } = this.progress
    this.#move(
      isLastBucket
        ? { ...this.progress, flushedTo: sealedTo, flushedBuckets: 0 }
        : { ...this.progress, flushedBuckets: flushedBuckets + 1 },
    )
  }

  #move(progress: Progress): void {
    this.progress = progress
    this.#sql
      .statement(
        'UPDATE key_flush SET flushed_to = ?, sealed_to = ?, flushed_buckets = ?, rules = ?, clock_jumps_ms = ?',
      )
      .run(
        progress.flushedTo,
        progress.sealedTo,
        progress.flushedBuckets,
        progress.rules === undefined ? '' : JSON.stringify(progress.rules),
        progress.clockJumpsMs,
      )
  }

  #stored(): Progress {
    const row = this.#sql
      .statement('SELECT flushed_to, sealed_to, flushed_buckets, rules, clock_jumps_ms FROM key_flush')
      .get()!
    return {
      flushedTo: Number(row.flushed_to),
      sealedTo: Number(row.sealed_to),
      flushedBuckets: Number(row.flushed_buckets),
      rules: row.rules === '' ? undefined : (JSON.parse(String(row.rules)) as PhoneLimitRules),
      clockJumpsMs: Number(row.clock_jumps_ms),
    }
  }
}
