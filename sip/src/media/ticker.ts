import type { Clock, Timer } from '../clock.ts'

/** The usual duration of one G.711 packet. */
export const packetIntervalMs = 20

/**
 * Streams are spread over four slots of 5 ms, so that 500 of them send 125 packets every 5 ms instead of one burst of
 * 500. At 14.5 µs a datagram such a burst would block everything else for 7 ms.
 */
const slotCount = 4
const slotMs = packetIntervalMs / slotCount

/**
 * After a stall of the process all due packets are sent at once, so that the stream keeps its time. After a stall
 * longer than this the missed ticks are skipped, because a burst of a second of audio is useless to a listener: the
 * stream finds the gap in the time of its next tick.
 */
const longestCatchUpSlots = 200 / slotMs

/** Called with the time at which it was due. */
type Tick = (dueMs: number) => void

/**
 * One timer for all streams. Each stream gets a call every 20 ms, counted from one start, so late timers cause no
 * drift. The timer stops while there are no streams.
 */
export class Ticker {
  readonly #clock: Clock
  readonly #slots: ReadonlyArray<Set<Tick>>
  #timer: Timer | undefined
  #startMs = 0
  #nextSlot = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#slots = Array.from({ length: slotCount }, () => new Set<Tick>())
  }

  /** Calls `tick` every 20 ms until the returned function is called. */
  add(tick: Tick): () => void {
    const quietest = this.#slots.reduce((best, slot) => (slot.size < best.size ? slot : best))
    const entry: Tick = (dueMs) => tick(dueMs) // the same function may be added twice
    quietest.add(entry)
    if (this.#timer === undefined) {
      this.#startMs = this.#clock.nowMs()
      this.#nextSlot = 0
      this.#sleep()
    }
    return () => {
      quietest.delete(entry)
      if (this.#slots.every((slot) => slot.size === 0)) {
        this.#timer?.clear()
        this.#timer = undefined
      }
    }
  }

  #sleep(): void {
    const dueMs = this.#startMs + this.#nextSlot * slotMs
    this.#timer = this.#clock.after(Math.max(0, Math.ceil(dueMs - this.#clock.nowMs())), () => this.#run())
  }

  #run(): void {
    const lastDue = Math.floor((this.#clock.nowMs() - this.#startMs) / slotMs)
    // The last four slots are kept: each stream sends one packet now.
    if (lastDue - this.#nextSlot > longestCatchUpSlots) this.#nextSlot = lastDue - slotCount + 1
    for (; this.#nextSlot <= lastDue; this.#nextSlot++) {
      const dueMs = this.#startMs + this.#nextSlot * slotMs
      for (const tick of this.#slots[this.#nextSlot % slotCount]!) tick(dueMs)
    }
    if (this.#timer !== undefined) this.#sleep()
  }
}
