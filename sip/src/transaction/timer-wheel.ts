import type { Clock, Timer } from '../clock.ts'

/** Timers fire at the first tick at or after their time, so up to this much late. */
export const tickMs = 10
/** Slots of the wheel: it covers 40.96 s, more than timer D; later timers go round again. */
const slotCount = 4096

const nothing = () => {}

/** An entry of a slot's ring; the slot itself is the head of its ring. */
class Entry implements Timer {
  next: Entry = this
  previous: Entry = this
  readonly dueTick: number
  readonly #wheel: TimerWheel | undefined
  run: () => void

  constructor(dueTick: number, run: () => void, wheel?: TimerWheel) {
    this.dueTick = dueTick
    this.run = run
    this.#wheel = wheel
  }

  /** Its owner may keep it for long, so it lets go of what it would have called. */
  clear(): void {
    if (this.next === this) return
    this.unlink()
    this.run = nothing
    this.#wheel?.forget(this)
  }

  unlink(): void {
    this.previous.next = this.next
    this.next.previous = this.previous
    this.next = this
    this.previous = this
  }

  insertBefore(head: Entry): void {
    this.previous = head.previous
    this.next = head
    head.previous.next = this
    head.previous = this
  }
}

/**
 * One hashed timer wheel for all timers of the stack: setting and clearing change a few pointers each, and only one
 * timer of the underlying clock is ever running (docs/engineering/decisions/sip-stack.md).
 */
export class TimerWheel implements Clock {
  readonly #clock: Clock
  readonly #slots: Entry[] = Array.from({ length: slotCount }, () => new Entry(0, nothing))
  readonly #filled = new Int32Array(slotCount)
  #count = 0
  /** Every tick up to this one has fired. */
  #doneTick: number
  #wake: { timer: Timer; tick: number } | undefined
  #stopped = false
  /** While timers fire, the next wake-up time is not known yet. */
  #turning = false

  constructor(clock: Clock) {
    this.#clock = clock
    this.#doneTick = Math.floor(clock.nowMs() / tickMs)
  }

  /** The number of running timers. */
  get count(): number {
    return this.#count
  }

  /** Whole milliseconds: a fraction would be an object of its own in every place that keeps it. */
  nowMs(): number {
    return Math.floor(this.#clock.nowMs())
  }

  after(delayMs: number, run: () => void): Timer {
    if (this.#stopped) return new Entry(0, run)
    if (this.#count === 0) this.#doneTick = Math.floor(this.nowMs() / tickMs)
    const dueTick = Math.max(Math.ceil((this.#clock.nowMs() + delayMs) / tickMs), this.#doneTick + 1)
    const entry = new Entry(dueTick, run, this)
    entry.insertBefore(this.#slots[dueTick % slotCount]!)
    this.#filled[dueTick % slotCount]!++
    this.#count++
    if (!this.#turning && (this.#wake === undefined || dueTick < this.#wake.tick)) this.#wakeAt(dueTick)
    return entry
  }

  /** Drops every timer, and every timer that is set later. */
  stop(): void {
    this.#stopped = true
    for (const slot of this.#slots) while (slot.next !== slot) slot.next.clear()
  }

  /** Called by an entry that unlinks itself. */
  forget(entry: Entry): void {
    this.#filled[entry.dueTick % slotCount]!--
    this.#count--
    // The wake-up is not moved: it will find nothing and search for the next timer.
    if (this.#count === 0) this.#sleep()
  }

  #wakeAt(tick: number): void {
    this.#wake?.timer.clear()
    const delayMs = Math.max(0, tick * tickMs - this.#clock.nowMs())
    this.#wake = { tick, timer: this.#clock.after(delayMs, () => this.#turn()) }
  }

  #sleep(): void {
    this.#wake?.timer.clear()
    this.#wake = undefined
  }

  #turn(): void {
    this.#wake = undefined
    this.#turning = true
    const nowTick = Math.floor(this.nowMs() / tickMs)
    // After a pause longer than a whole turn each slot is checked once.
    let tick = Math.max(this.#doneTick + 1, nowTick - slotCount + 1)
    try {
      for (; tick <= nowTick; tick++) {
        this.#doneTick = tick
        if (this.#filled[tick % slotCount] !== 0) this.#fireSlot(tick % slotCount, nowTick)
      }
    } finally {
      // When a callback throws, the other timers of its tick still fire.
      if (tick <= nowTick) this.#doneTick = tick - 1
      this.#turning = false
      if (this.#count > 0) this.#wakeAt(this.#nextFilledTick())
    }
  }

  // A callback may clear other timers and set new ones, so the ring is read again after each.
  #fireSlot(slot: number, nowTick: number): void {
    const head = this.#slots[slot]!
    for (let entry = head.next; entry !== head; ) {
      if (entry.dueTick > nowTick) {
        entry = entry.next
        continue
      }
      const { run } = entry
      entry.clear()
      run()
      entry = head.next
    }
  }

  #nextFilledTick(): number {
    for (let tick = this.#doneTick + 1; tick <= this.#doneTick + slotCount; tick++)
      if (this.#filled[tick % slotCount] !== 0) return tick
    return this.#doneTick + slotCount
  }
}
