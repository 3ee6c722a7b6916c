import type { Clock, Timer } from '@ringkey/sip'
import { RateWindow } from '../limits/rate-window.ts'
import { type HeldShare, partOf, wholeShare } from '../limits/share.ts'
import type { SipTrunk } from './messages.ts'

/** After this time the person has given up waiting: the call tries another trunk or ends. */
const maxWaitMs = 3_000
/** The queue limit: at a thousand calls per second, more could not be sent before they are too old. */
const maxWaiting = 3_000

interface Waiting {
  readonly untilMs: number
  readonly send: () => void
  readonly refuse: () => void
}

const hasLeft = () => {}

/**
 * The last check before an INVITE is sent: in no second does a trunk get more INVITEs than its limit, however long they
 * were delayed since they were planned. An INVITE that comes too early waits in a queue.
 */
export class TrunkPace {
  readonly #clock: Clock
  /** Whether this node's share of the limit is still valid. */
  readonly #isHeld: () => boolean
  readonly #window: RateWindow
  readonly #waiting: Waiting[] = []
  #timer: Timer | undefined

  constructor(clock: Clock, limit: number, isHeld: () => boolean) {
    this.#clock = clock
    this.#isHeld = isHeld
    this.#window = new RateWindow(limit)
  }

  /** The trunk's limit, and this node's part of it from now on. */
  change(limit: number, perSecond: number): void {
    // Shares change hands after a second without calls, and a call of a slow trunk counts for longer: this node waits as if
    // the one before it had called just now.
    if (limit < 1 && this.#window.part === 0 && perSecond > 0) this.#window.take(this.#clock.nowMs())
    this.#window.change(limit, perSecond)
    this.#letThrough()
  }

  /** Whether the calls of the last second are no more than this node's part. */
  get isWithin(): boolean {
    return this.#window.taken(this.#clock.nowMs()) <= this.#window.part
  }

  /** Sends now or later, or refuses; the returned function leaves the queue. */
  enter(send: () => void, refuse: () => void): () => void {
    const entered = { untilMs: this.#clock.nowMs() + maxWaitMs, send, refuse }
    if (this.#waiting.length >= maxWaiting) {
      refuse()
      return hasLeft
    }
    this.#waiting.push(entered)
    this.#letThrough()
    if (this.#waiting.at(-1) !== entered) return hasLeft
    return () => {
      const place = this.#waiting.indexOf(entered)
      if (place !== -1) this.#waiting.splice(place, 1)
    }
  }

  /** The trunk was removed. */
  close(): void {
    this.#timer?.clear()
    for (const { refuse } of this.#waiting.splice(0)) refuse()
  }

  #letThrough(): void {
    this.#timer?.clear()
    this.#timer = undefined
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const nowMs = this.#clock.nowMs()
      const isOpen = this.#isHeld() && this.#window.hasRoom(nowMs)
      if (!isOpen && nowMs < first.untilMs) return void this.#comeBack(first, nowMs)
      this.#waiting.shift()
      if (isOpen) this.#window.take(nowMs)
      if (isOpen) first.send()
      else first.refuse()
    }
  }

  /** A timer may fire a little early: then it is set again. */
  #comeBack({ untilMs }: Waiting, nowMs: number): void {
    const opensAt = this.#isHeld() ? this.#window.opensAt() : untilMs
    const delayMs = Math.max(1, Math.min(opensAt, untilMs) - nowMs)
    this.#timer?.clear()
    this.#timer = this.#clock.after(delayMs, () => this.#letThrough())
  }
}

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
