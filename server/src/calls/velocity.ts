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
  count(serviceId: number, { countryIso, e164 }: Destination): void {
    const prefix = prefixOf(e164)
    const hour = Math.floor(this.#clock.now() / hourMs)
    const key = `${hour} ${keyOf(serviceId, prefix)}`
    const known = this.#counts.get(key)
    if (known !== undefined) known.calls += 1
    else if (this.#counts.size < maxWaiting)
      this.#counts.set(key, { hour, serviceId, prefix, country: countryIso, calls: 1 })
  }

  /** Writes the counts to the store. Counts that could not be written are added to the next round. */
  async write(): Promise<void> {
    const waiting = [...this.#counts.values()]
    this.#counts = new Map()
    for (let at = 0; at < waiting.length; at += pieceLength) {
      try {
        await this.#store.countPrefixes(waiting.slice(at, at + pieceLength))
      } catch (error) {
        for (const { calls, ...count } of waiting.slice(at)) this.#giveBack(count, calls)
        throw error
      }
    }
  }

  #giveBack(count: Omit<PrefixCount, 'calls'>, calls: number): void {
    const key = `${count.hour} ${keyOf(count.serviceId, count.prefix)}`
    const known = this.#counts.get(key)
    if (known !== undefined) known.calls += calls
    else this.#counts.set(key, { ...count, calls })
  }
}

const keyOf = (serviceId: number, prefix: string) => `${serviceId} ${prefix}`
