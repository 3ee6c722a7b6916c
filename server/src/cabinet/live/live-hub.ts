import { type Clock, secondMs, type Timer } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Store } from '../../storage/store.ts'
import { type ListUpdate, watchAccount } from './account-watch.ts'

const periodMs = secondMs
/** Accounts that are looked at on this node. Each costs a read of fifty rows per second. */
const maxAccounts = 500

interface Watched {
  readonly look: ReturnType<typeof watchAccount>
  readonly listeners: Set<(update: ListUpdate) => void>
}

/**
 * Sends changes to open pages. They are read from the store, not from the process that placed the call: on nodes that
 * share a database every node sees every change. One read a second for an account, however many pages are open on
 * it, and none for an account that nobody looks at.
 */
export class LiveHub {
  readonly #store: Store
  readonly #clock: Clock
  readonly #log: Log
  readonly #watched = new Map<number, Watched>()
  readonly #closers = new Set<() => void>()
  #timer: Timer | undefined
  #isClosed = false

  constructor(store: Store, clock: Clock, log: Log) {
    this.#store = store
    this.#clock = clock
    this.#log = log
  }

  /** Whether any page is open, so that the store is read. */
  get isWatching(): boolean {
    return this.#timer !== undefined
  }

  /** A function that ends it; undefined when too many accounts are looked at already, or the service ends. */
  watch(
    accountId: number,
    listener: (update: ListUpdate) => void,
    onClose: () => void,
  ): (() => void) | undefined {
    let watched = this.#watched.get(accountId)
    if (watched === undefined) {
      if (this.#watched.size >= maxAccounts || this.#isClosed) return undefined
      watched = { look: watchAccount(this.#store, accountId), listeners: new Set() }
      this.#watched.set(accountId, watched)
      // Learns what is there now, so that what comes within the first second is new.
      void this.#look(watched)
    }
    const { listeners } = watched
    listeners.add(listener)
    this.#closers.add(onClose)
    this.#timer ??= this.#clock.every(periodMs, () => this.#round())
    return () => {
      listeners.delete(listener)
      this.#closers.delete(onClose)
      if (listeners.size === 0) this.#watched.delete(accountId)
      if (this.#watched.size > 0) return
      this.#timer?.cancel()
      this.#timer = undefined
    }
  }

  /** The service stops: every page is told to reconnect. */
  close(): void {
    this.#isClosed = true
    for (const close of [...this.#closers]) close()
  }

  async #round(): Promise<void> {
    await Promise.all([...this.#watched.values()].map((watched) => this.#look(watched)))
  }

  /** A store that is away for a moment leaves the pages as they are; the next round finds what they have missed. */
  async #look({ look, listeners }: Watched): Promise<void> {
    try {
      const update = await look()
      if (update !== undefined) for (const listener of [...listeners]) listener(update)
    } catch (error) {
      this.#log.warn(
        { event: 'live-update-failed', err: error },
        'open pages of the cabinet were not updated',
      )
    }
  }
}
