import { minuteMs } from '../platform/clock.ts'
import type { KeyRecord, KeyUse } from '../storage/queries/service-keys.ts'
import type { Store } from '../storage/store.ts'

/**
 * When each service and each of its keys was last used. Kept in memory and written once a second: a write for each `getBalance` would cost
 * more than the answer. A crash loses less than a second of it.
 */
export class RequestTimes {
  readonly keys = new KeyUses()
  readonly #latest = new Map<number, number>()
  #unwritten = new Map<number, number>()

  note(serviceId: number, at: number): void {
    this.#latest.set(serviceId, at)
    this.#unwritten.set(serviceId, at)
  }

  /** The later of the stored time and the time in this process. */
  latest(serviceId: number, stored: number): number {
    return Math.max(stored, this.#latest.get(serviceId) ?? 0)
  }

  async write(store: Store): Promise<void> {
    await this.keys.write(store)
    if (this.#unwritten.size === 0) return
    const requests = [...this.#unwritten].map(([serviceId, at]) => ({ serviceId, at }))
    const taken = this.#unwritten
    this.#unwritten = new Map()
    try {
      await store.recordRequests(requests)
    } catch (error) {
      // The next run writes them, unless there is a later time by then.
      this.#unwritten = new Map([...taken, ...this.#unwritten])
      throw error
    }
  }
}

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
