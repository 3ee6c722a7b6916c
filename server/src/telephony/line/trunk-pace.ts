import type { Clock, Timer } from '@ringkey/sip'
import { RateWindow } from '../limits/rate-window.ts'

/** Longer ago its person has given up waiting: the call takes another trunk or ends. */
const maxWaitMs = 3_000
/** More than this many wait for nothing: at a thousand a second that is what leaves before they are too old. */
const maxWaiting = 3_000

interface Waiting {
  readonly untilMs: number
  readonly send: () => void
  readonly refuse: () => void
}

/**
 * The last door before the wire: no second sees more INVITEs on a trunk than its limit, whatever held them up since they
 * were planned. One that comes too early waits, in order.
 */
export class TrunkPace {
  readonly #clock: Clock
  /** Whether what this node holds of the limit is still its own. */
  readonly #isHeld: () => boolean
  readonly #window: RateWindow
  readonly #waiting: Waiting[] = []
  #timer: Timer | undefined

  constructor(clock: Clock, limit: number, isHeld: () => boolean) {
    this.#clock = clock
    this.#isHeld = isHeld
    this.#window = new RateWindow(limit)
  }

  /** The trunk's limit, and how much of it is this node's from now on. */
  change(limit: number, perSecond: number): void {
    this.#window.change(limit, perSecond)
    this.#letThrough()
  }

  /** Sends now or later, or refuses; the function that is returned gives the place up. */
  enter(send: () => void, refuse: () => void): () => void {
    const entered = { untilMs: this.#clock.nowMs() + maxWaitMs, send, refuse }
    if (this.#waiting.length >= maxWaiting) {
      refuse()
      return () => {}
    }
    this.#waiting.push(entered)
    this.#letThrough()
    return () => {
      const place = this.#waiting.indexOf(entered)
      if (place !== -1) this.#waiting.splice(place, 1)
    }
  }

  /** The trunk is gone. */
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
