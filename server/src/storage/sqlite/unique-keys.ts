import type { StatementSync } from 'node:sqlite'
import { KeyFilter } from '../key-filter.ts'
import type { Statements } from './statements.ts'

/** Places read for a filter between two commits: this takes less than a millisecond. */
const keysPerRead = 2_048

interface Generation {
  readonly id: number
  keyCount: number
  lastUsedAt: number
  /** Only for a full generation, once it was made. */
  filter: KeyFilter | undefined
  readonly select: StatementSync
  readonly insert: StatementSync
}

/**
 * Idempotency keys live as long as their call, half a year, and arrive in random order. One index over all of
 * them would grow until every insert touches a cold page. So they are kept in generations of a bounded size: inserts go
 * to the newest, and an old one is dropped whole.
 *
 * A look-up would have to read a page of each generation (5 µs each, half of a call's time at ten million keys). A
 * filter in memory, two bytes a key, avoids that for nearly all full generations. The newest keys are not here yet
 * (recent-admissions.ts).
 */
export class UniqueKeys {
  readonly #sql: Statements
  readonly #keysPerGeneration: number
  /** Newest first. */
  #generations: Generation[] | undefined
  #dirty = false
  /** Filters of full generations, which never change again. */
  readonly #filters = new Map<number, KeyFilter>()
  /** True when a generation became full or got its filter in this transaction. */
  #hasGrown = false
  #filtering: { readonly id: number; readonly filter: KeyFilter; after: number } | undefined

  constructor(sql: Statements, keysPerGeneration = 1_000_000) {
    this.#sql = sql
    this.#keysPerGeneration = keysPerGeneration
  }

  /** The call that `matches`, among those stored under this key's hash. */
  find<T>(hashed: number, matches: (vendorId: number) => T | undefined): T | undefined {
    const generations = this.#loaded()
    // Two keys may share a hash; the next free key hash then holds the second one.
    for (let keyHash = hashed; ; keyHash++) {
      let isTaken = false
      for (const { filter, select } of generations) {
        if (filter?.mayHold(keyHash) === false) continue
        const row = select.get(keyHash) as readonly [vendorId: number] | undefined
        if (row === undefined) continue
        isTaken = true
        const found = matches(row[0])
        if (found !== undefined) return found
      }
      if (!isTaken) return undefined
    }
  }

  add(hashed: number, vendorId: number, at: number): void {
    const generation = this.#current(at)
    for (let keyHash = hashed; generation.insert.run(keyHash, vendorId).changes === 0; keyHash++);
    generation.keyCount += 1
    generation.lastUsedAt = Math.max(generation.lastUsedAt, at)
    this.#dirty = true
  }

  /** Writes the counters of the batch. Call it before the commit. */
  flush(): void {
    if (!this.#dirty) return
    const { id, keyCount, lastUsedAt } = this.#loaded()[0]!
    this.#sql
      .statement('UPDATE key_generations SET key_count = ?, last_used_at = ? WHERE id = ?')
      .run(keyCount, lastUsedAt, id)
    this.#dirty = false
  }

  /** One step towards the filter of a full generation that has none; returns false when there is nothing to do. */
  filterSome(): boolean {
    const generation = this.#loaded().findLast(({ filter }, index) => filter === undefined && index > 0)
    if (generation === undefined) return false
    const { id } = generation
    if (this.#filtering?.id !== id)
      this.#filtering = { id, filter: KeyFilter.for(this.#keysPerGeneration), after: -1 }
    const rows = this.#sql
      .positional(
        `SELECT key_hash FROM unique_keys_${id} WHERE key_hash > ? ORDER BY key_hash LIMIT ${keysPerRead}`,
      )
      .all(this.#filtering.after) as unknown as (readonly [keyHash: number])[]
    for (const [keyHash] of rows) this.#filtering.filter.add(keyHash)
    this.#filtering.after = rows.at(-1)?.[0] ?? this.#filtering.after
    if (rows.length === keysPerRead) return true
    generation.filter = this.#filtering.filter
    this.#filters.set(id, generation.filter)
    this.#hasGrown = true
    this.#filtering = undefined
    this.#sql.statement('INSERT OR REPLACE INTO key_filters VALUES (?, ?)').run(id, generation.filter.bytes)
    return true
  }

  /**
   * Drops generations in which every key expired before this time. The newest is kept, because it takes the next keys.
   */
  dropEnded(before: number): number {
    this.flush()
    const ended = this.#loaded()
      .slice(1)
      .filter(({ lastUsedAt }) => lastUsedAt < before)
    for (const { id } of ended) {
      this.#sql.statement(`DROP TABLE unique_keys_${id}`).run()
      this.#sql.statement('DELETE FROM key_generations WHERE id = ?').run(id)
      this.#sql.statement('DELETE FROM key_filters WHERE generation = ?').run(id)
    }
    if (ended.length > 0) this.forget()
    return ended.length
  }

  /** Marks the current state as committed. */
  mark(): void {
    this.#hasGrown = false
  }

  rollback(): void {
    this.forget()
    // After the rollback a generation may not be full and may still take keys.
    if (this.#hasGrown) this.#filters.clear()
  }

  /** Forgets what was read: another connection has written. */
  forget(): void {
    this.#generations = undefined
    this.#filtering = undefined
    this.#dirty = false
  }

  #loaded(): Generation[] {
    if (this.#generations !== undefined) return this.#generations
    const rows = this.#sql
      .statement('SELECT id, key_count, last_used_at FROM key_generations ORDER BY id DESC')
      .all()
    this.#generations = rows.map((row) => {
      const id = Number(row.id)
      return this.#generation(id, Number(row.key_count), Number(row.last_used_at), this.#filterOf(id))
    })
    const ids = new Set(this.#generations.map(({ id }) => id))
    for (const id of this.#filters.keys()) if (!ids.has(id)) this.#filters.delete(id)
    if (this.#generations.length === 0) this.#grow(this.#generations, 0)
    return this.#generations
  }

  #filterOf(id: number): KeyFilter | undefined {
    const known = this.#filters.get(id)
    if (known !== undefined) return known
    const row = this.#sql.statement('SELECT bits FROM key_filters WHERE generation = ?').get(id)
    const filter = KeyFilter.for(this.#keysPerGeneration)
    const bits = row?.bits as Uint8Array | undefined
    // A filter of another size is made again.
    if (bits?.length !== filter.bytes.length) return undefined
    filter.bytes.set(bits)
    this.#filters.set(id, filter)
    return filter
  }

  #current(at: number): Generation {
    const generations = this.#loaded()
    if (generations[0]!.keyCount >= this.#keysPerGeneration) {
      this.flush()
      this.#grow(generations, at)
    }
    return generations[0]!
  }

  #grow(generations: Generation[], at: number): void {
    const id = (generations[0]?.id ?? 0) + 1
    this.#hasGrown = true
    this.#sql
      .statement(`CREATE TABLE unique_keys_${id} (key_hash INTEGER PRIMARY KEY, vendor_id INTEGER NOT NULL)`)
      .run()
    this.#sql.statement('INSERT INTO key_generations VALUES (?, 0, ?)').run(id, at)
    generations.unshift(this.#generation(id, 0, at, undefined))
  }

  /** With the statements of its table: finding them by their text would take longer than running them. */
  #generation(id: number, keyCount: number, lastUsedAt: number, filter: KeyFilter | undefined): Generation {
    return {
      id,
      keyCount,
      lastUsedAt,
      filter,
      select: this.#sql.positional(`SELECT vendor_id FROM unique_keys_${id} WHERE key_hash = ?`),
      insert: this.#sql.statement(`INSERT OR IGNORE INTO unique_keys_${id} VALUES (?, ?)`),
    }
  }
}
