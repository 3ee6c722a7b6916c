import type { StatementSync } from 'node:sqlite'
import type { RememberedNumber } from '../number-limit.ts'
import type { UniqueKeys } from './unique-keys.ts'

export interface FiledKey {
  readonly place: number
  readonly vendorId: number
  readonly at: number
}

export interface FiledNumber extends RememberedNumber {
  readonly serviceId: number
  readonly phoneHash: Uint8Array
}

/** How far the filing has come; the row moves in the transaction that writes what it tells of. */
interface Progress {
  readonly filedTo: number
  readonly sealedTo: number
  readonly filedBuckets: number
}

export class Filing {
  readonly #statement: (text: string) => StatementSync
  readonly #keys: UniqueKeys
  #progress: Progress = { filedTo: 0, sealedTo: 0, filedBuckets: 0 }

  constructor(statement: (text: string) => StatementSync, keys: UniqueKeys) {
    this.#statement = statement
    this.#keys = keys
  }

  get sealedTo(): number {
    return this.#progress.sealedTo
  }

  get filedBuckets(): number {
    return this.#progress.filedBuckets
  }

  read(): Progress {
    this.#progress = this.#stored()
    return this.#progress
  }

  /** Nobody else has filed since `read`. */
  isAsRead(): boolean {
    const { filedTo, sealedTo, filedBuckets } = this.#stored()
    const known = this.#progress
    return filedTo === known.filedTo && sealedTo === known.sealedTo && filedBuckets === known.filedBuckets
  }

  /** What was admitted up to this verification is filed from now on. */
  seal(lastVendorId: number): void {
    this.#move({ filedTo: this.#progress.filedTo, sealedTo: lastVendorId, filedBuckets: 0 })
  }

  write(keys: readonly FiledKey[], numbers: readonly FiledNumber[], isLastBucket: boolean): void {
    for (const { place, vendorId, at } of keys) this.#keys.add(place, vendorId, at)
    const save = this.#statement('INSERT OR REPLACE INTO number_limits VALUES (?, ?, ?, ?, ?)')
    for (const { serviceId, phoneHash, history, endsAt } of numbers)
      save.run(serviceId, phoneHash, JSON.stringify(history.calls), history.blockedUntil, endsAt)
    const { filedTo, sealedTo, filedBuckets } = this.#progress
    this.#move(
      isLastBucket
        ? { filedTo: sealedTo, sealedTo, filedBuckets: 0 }
        : { filedTo, sealedTo, filedBuckets: filedBuckets + 1 },
    )
  }

  #move(progress: Progress): void {
    this.#progress = progress
    this.#statement('UPDATE filing SET filed_to = ?, sealed_to = ?, filed_buckets = ?').run(
      progress.filedTo,
      progress.sealedTo,
      progress.filedBuckets,
    )
  }

  #stored(): Progress {
    const row = this.#statement('SELECT filed_to, sealed_to, filed_buckets FROM filing').get()!
    return {
      filedTo: Number(row.filed_to),
      sealedTo: Number(row.sealed_to),
      filedBuckets: Number(row.filed_buckets),
    }
  }
}
