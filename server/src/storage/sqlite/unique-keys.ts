import { hash } from 'node:crypto'
import type { StatementSync } from 'node:sqlite'

/**
 * Idempotency keys live as long as their verification, half a year, and arrive in random order. One index
 * over all of them would grow until every insert touches a cold page. So they are kept in generations of a
 * bounded size: inserts go to the newest, a look-up asks all of them in one statement (0.4 us each), and
 * an old generation is dropped whole. The newest keys are not here yet (recent-admissions.ts).
 */
const keysPerGeneration = 1_000_000

interface Generation {
  readonly id: number
  keyCount: number
  lastUsedAt: number
}

export class UniqueKeys {
  readonly #statement: (text: string) => StatementSync
  #generations: Generation[] | undefined
  #lookup = ''
  #dirty = false

  constructor(statement: (text: string) => StatementSync) {
    this.#statement = statement
  }

  /** The verification that `matches` among those stored under this key's hash. */
  find<T>(hashed: number, matches: (vendorId: number) => T | undefined): T | undefined {
    this.#load()
    // Two keys may share a hash; the next free place then holds the second one.
    for (let place = hashed; ; place++) {
      const rows = this.#statement(this.#lookup).all(place)
      for (const row of rows) {
        const found = matches(Number(row.vendor_id))
        if (found !== undefined) return found
      }
      if (rows.length === 0) return undefined
    }
  }

  add(hashed: number, vendorId: number, at: number): void {
    const generation = this.#current(at)
    const insert = this.#statement(`INSERT OR IGNORE INTO unique_keys_${generation.id} VALUES (?, ?)`)
    for (let place = hashed; insert.run(place, vendorId).changes === 0; place++);
    generation.keyCount += 1
    generation.lastUsedAt = Math.max(generation.lastUsedAt, at)
    this.#dirty = true
  }

  /** Writes the counters of the batch; to be called before its commit. */
  flush(): void {
    if (!this.#dirty) return
    const { id, keyCount, lastUsedAt } = this.#generations!.at(-1)!
    this.#statement('UPDATE key_generations SET key_count = ?, last_used_at = ? WHERE id = ?').run(
      keyCount,
      lastUsedAt,
      id,
    )
    this.#dirty = false
  }

  /** Drops generations whose every key ended before. The newest stays: it takes the next keys. */
  dropEnded(before: number): number {
    this.#load()
    const ended = this.#generations!.slice(0, -1).filter(({ lastUsedAt }) => lastUsedAt < before)
    for (const { id } of ended) {
      this.#statement(`DROP TABLE unique_keys_${id}`).run()
      this.#statement('DELETE FROM key_generations WHERE id = ?').run(id)
    }
    if (ended.length > 0) this.forget()
    return ended.length
  }

  /** What was read is stale: a transaction was rolled back or another connection has written. */
  forget(): void {
    this.#generations = undefined
    this.#dirty = false
  }

  #load(): void {
    if (this.#generations !== undefined) return
    const rows = this.#statement('SELECT id, key_count, last_used_at FROM key_generations ORDER BY id').all()
    this.#generations = rows.map((row) => ({
      id: Number(row.id),
      keyCount: Number(row.key_count),
      lastUsedAt: Number(row.last_used_at),
    }))
    if (this.#generations.length === 0) this.#grow(0)
    this.#prepareLookup()
  }

  #current(at: number): Generation {
    this.#load()
    if (this.#generations!.at(-1)!.keyCount >= keysPerGeneration) {
      this.flush()
      this.#grow(at)
      this.#prepareLookup()
    }
    return this.#generations!.at(-1)!
  }

  #grow(at: number): void {
    const id = (this.#generations!.at(-1)?.id ?? 0) + 1
    this.#statement(
      `CREATE TABLE unique_keys_${id} (place INTEGER PRIMARY KEY, vendor_id INTEGER NOT NULL)`,
    ).run()
    this.#statement('INSERT INTO key_generations VALUES (?, 0, ?)').run(id, at)
    this.#generations!.push({ id, keyCount: 0, lastUsedAt: at })
  }

  #prepareLookup(): void {
    this.#lookup = this.#generations!.toReversed()
      .map(({ id }) => `SELECT vendor_id FROM unique_keys_${id} WHERE place = ?1`)
      .join(' UNION ALL ')
  }
}

export const placeBits = 48

/** 48 bits, so that a place is an exact number; a shared place is found out by comparing the key itself. */
export function placeOf(serviceId: number, unique: string): number {
  return Number.parseInt(hash('sha256', `${serviceId} ${unique}`, 'hex').slice(0, 12), 16)
}
