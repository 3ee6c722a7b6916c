import type { Store } from '../storage/store.ts'

/** Shorter than any phone number, so that no number is stored in full. */
export const maxBlockedDigits = 7

/** Destinations that the operator does not serve; in memory, because every call needs them. */
export class BlockedPrefixes {
  readonly #store: Pick<Store, 'blockedPrefixes'>
  #prefixes: ReadonlySet<string> = new Set()

  constructor(store: Pick<Store, 'blockedPrefixes'>) {
    this.#store = store
  }

  /** One was blocked or unblocked, here or on another node. */
  async reload(): Promise<void> {
    this.#prefixes = new Set((await this.#store.blockedPrefixes()).map(({ prefix }) => prefix))
  }

  has(e164: string): boolean {
    return this.#prefixes.size > 0 && isBlocked(this.#prefixes, e164)
  }
}

export function isBlocked(prefixes: ReadonlySet<string>, e164: string): boolean {
  for (let digits = 1; digits <= maxBlockedDigits; digits += 1)
    if (prefixes.has(e164.slice(0, digits))) return true
  return false
}
