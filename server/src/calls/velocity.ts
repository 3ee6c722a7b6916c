import { destinationsOf, prefixOf } from '../books/velocity.ts'
import type { Phone } from '../numbering/phone.ts'
import { type Clock, hourMs } from '../platform/clock.ts'
import type { PrefixCount } from '../storage/queries/velocity.ts'
import type { Store } from '../storage/store.ts'

/** Written in batches: other requests run between them in the single writer of the embedded store. */
const pieceLength = 200
/** Destinations queued to be written; more than a node calls in ten seconds. */
const maxWaiting = 20_000

type Destination = Pick<Phone, 'countryIso' | 'e164'>

/** The destination counts and pauses that admission uses: in memory, because every call needs them. */
export class Velocity {
  readonly #store: Pick<Store, 'countPrefixes' | 'pausedPrefixes'>
  readonly #clock: Clock
  #paused: ReadonlySet<string> = new Set()
  #counts = new Map<string, PrefixCount & { calls: number }>()

  constructor(store: Pick<Store, 'countPrefixes' | 'pausedPrefixes'>, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** A destination was paused or resumed, here or on another node. */
  async reload(): Promise<void> {
    const paused = (await this.#store.pausedPrefixes()).filter(({ allowedUntil }) => allowedUntil === 0)
    this.#paused = new Set(paused.map(({ serviceId, prefix }) => keyOf(serviceId, prefix)))
  }

  /** `operatorOf` finds the network operator of the registry; asked only when something is paused. */
  isPaused(serviceId: number, destination: Destination, operatorOf: () => string): boolean {
    if (this.#paused.size === 0) return false
    return destinationsOf(destination, operatorOf()).some((each) => this.#paused.has(keyOf(serviceId, each)))
  }

  get pausedCount(): number {
    return this.#paused.size
  }

  /** A call was admitted. */
  count(serviceId: number, { countryIso: country, e164 }: Destination): void {
    const hour = Math.floor(this.#clock.now() / hourMs)
    this.#add({ hour, serviceId, prefix: prefixOf(e164), country, calls: 1 }, maxWaiting)
  }

  /** Writes the counts to the store. Counts that could not be written are added to the next round. */
  async write(): Promise<void> {
    const waiting = [...this.#counts.values()]
    this.#counts = new Map()
    for (let at = 0; at < waiting.length; at += pieceLength) {
      try {
        await this.#store.countPrefixes(waiting.slice(at, at + pieceLength))
      } catch (error) {
        for (const count of waiting.slice(at)) this.#add(count)
        throw error
      }
    }
  }

  #add(count: PrefixCount, most = Number.POSITIVE_INFINITY): void {
    const key = `${count.hour} ${keyOf(count.serviceId, count.prefix)}`
    const known = this.#counts.get(key)
    if (known !== undefined) known.calls += count.calls
    else if (this.#counts.size < most) this.#counts.set(key, { ...count })
  }
}

const keyOf = (serviceId: number, prefix: string) => `${serviceId} ${prefix}`
