import type { Store } from '../storage/store.ts'
import { KeyUses } from './key-uses.ts'

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
