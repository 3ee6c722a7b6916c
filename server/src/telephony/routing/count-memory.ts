import type { CountRule, Counts } from '../../storage/queries/trunk-counts.ts'

/** One node's counts of the calls of a trunk: the stored counts, and those not stored yet. */
export class CountMemory<K extends string> {
  readonly rule: CountRule<K>
  #stored: Counts<K>
  /** Counts that are being stored. */
  #leaving: Counts<K>
  #unstored: Counts<K>

  constructor(rule: CountRule<K>) {
    this.rule = rule
    this.#stored = rule.none
    this.#leaving = rule.none
    this.#unstored = rule.none
  }

  get counts(): Counts<K> {
    return this.rule.add(this.rule.add(this.#stored, this.#leaving), this.#unstored)
  }

  note(kind: K): void {
    this.#unstored = this.rule.add(this.#unstored, { ...this.rule.none, [kind]: 1 })
  }

  /** The counts to be stored; afterwards call `load` when they were stored, `keepUnstored` when not. */
  takeUnstored(): Counts<K> {
    this.#leaving = this.#unstored
    this.#unstored = this.rule.none
    return this.#leaving
  }

  keepUnstored(): void {
    this.#unstored = this.rule.add(this.#leaving, this.#unstored)
    this.#leaving = this.rule.none
  }

  load(stored: Counts<K>): void {
    this.#stored = stored
    this.#leaving = this.rule.none
  }
}
