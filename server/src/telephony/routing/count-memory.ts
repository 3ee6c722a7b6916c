import type { CountRule, Counts } from '../../storage/trunk-counts.ts'

/** What one node knows of the calls of a trunk: what the store had, and what it has not stored yet. */
export class CountMemory<K extends string> {
  readonly #rule: CountRule<K>
  #stored: Counts<K>
  /** On its way to the store. */
  #leaving: Counts<K>
  #unstored: Counts<K>

  constructor(rule: CountRule<K>) {
    this.#rule = rule
    this.#stored = rule.none
    this.#leaving = rule.none
    this.#unstored = rule.none
  }

  get counts(): Counts<K> {
    return this.#rule.add(this.#rule.add(this.#stored, this.#leaving), this.#unstored)
  }

  note(kind: K): void {
    this.#unstored = this.#rule.add(this.#unstored, { ...this.#rule.none, [kind]: 1 })
  }

  /** What the store does not know yet; `load` follows when it was stored, `keepUnstored` when it was not. */
  takeUnstored(): Counts<K> {
    this.#leaving = this.#unstored
    this.#unstored = this.#rule.none
    return this.#leaving
  }

  keepUnstored(): void {
    this.#unstored = this.#rule.add(this.#unstored, this.#leaving)
    this.#leaving = this.#rule.none
  }

  load(stored: Counts<K>): void {
    this.#stored = stored
    this.#leaving = this.#rule.none
  }
}
