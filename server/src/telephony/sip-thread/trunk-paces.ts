import type { Clock } from '@ringkey/sip'
import { type HeldShare, partOf, wholeShare } from '../limits/share.ts'
import type { SipTrunk } from './messages.ts'
import { TrunkPace } from './trunk-pace.ts'

/** The rate limiter of every trunk, with its limit and this node's part of it. */
export class TrunkPaces {
  readonly #clock: Clock
  readonly #monotonicMs: () => number
  readonly #paces = new Map<string, TrunkPace>()
  #limits = new Map<string, number>()
  #held: HeldShare = { share: wholeShare, untilMs: Number.POSITIVE_INFINITY, version: 0 }

  constructor(clock: Clock, monotonicMs: () => number) {
    this.#clock = clock
    this.#monotonicMs = monotonicMs
  }

  /** As in the trunk's own rate limiter; a removed trunk refuses. */
  enter(trunk: string, send: () => void, refuse: () => void): () => void {
    const pace = this.#paces.get(trunk)
    if (pace !== undefined) return pace.enter(send, refuse)
    refuse()
    return () => {}
  }

  load(trunks: readonly SipTrunk[]): void {
    this.#limits = new Map(trunks.map(({ name, settings }) => [name, settings.callsPerSecond]))
    for (const [name, pace] of this.#paces) {
      if (this.#limits.has(name)) continue
      this.#paces.delete(name)
      pace.close()
    }
    for (const [name, limit] of this.#limits) {
      // A lease that expired while this process was suspended is treated as expired at once.
      const isHeld = () => this.#monotonicMs() < this.#held.untilMs
      if (!this.#paces.has(name)) this.#paces.set(name, new TrunkPace(this.#clock, limit, isHeld))
    }
    this.#changeAll()
  }

  /** Returns whether no trunk was sent more in the last second than its part is now. */
  hold(held: HeldShare): boolean {
    this.#held = held
    this.#changeAll()
    return this.#paces.values().every((pace) => pace.isWithin)
  }

  close(): void {
    for (const pace of this.#paces.values()) pace.close()
  }

  #changeAll(): void {
    for (const [name, limit] of this.#limits)
      this.#paces.get(name)?.change(limit, partOf(limit, this.#held.share.rate))
  }
}
