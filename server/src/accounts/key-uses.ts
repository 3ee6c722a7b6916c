import { minuteMs } from '../platform/clock.ts'
import type { KeyRecord, KeyUse } from '../storage/queries/service-keys.ts'
import type { Store } from '../storage/store.ts'

/** Keys with a use that is not written yet. More than that are forgotten until their next use. */
const maxUnwritten = 10_000

/**
 * When each key was last used, at most a minute behind: a write for each request would cost more than many answers. A
 * key that is used all the time is written once a minute.
 */
export class KeyUses {
  /** When the use of a key was last noted, by its record: a record of changed settings is noted again. */
  readonly #noted = new WeakMap<KeyRecord, number>()
  #unwritten: KeyUse[] = []

  note(key: KeyRecord, at: number): void {
    const notedAt = this.#noted.get(key) ?? key.lastUsedAt
    if (at - notedAt < minuteMs || this.#unwritten.length >= maxUnwritten) return
    this.#noted.set(key, at)
    const { id, serviceId, keyHash } = key
    this.#unwritten.push({ id, serviceId, keyHash, at })
  }

  async write(store: Pick<Store, 'recordKeyUses'>): Promise<void> {
    if (this.#unwritten.length === 0) return
    const taken = this.#unwritten
    this.#unwritten = []
    try {
      await store.recordKeyUses(taken)
    } catch (error) {
      this.#unwritten = [...taken, ...this.#unwritten].slice(-maxUnwritten)
      throw error
    }
  }
}
