import type { Clock } from './clock.ts'

/** A SIP thread that keeps up answers within a few milliseconds; on a busy machine it may stall for longer. */
const slowMs = 150
/** One comes every 100 ms, so these are a third of a second: longer than the usual stalls. */
const slowInARow = 3
/** One notch down or up after each measurement: down fast, because every call too many fails; up slowly. */
const lessBy = 0.85
const moreBy = 0.02
/**
 * This many a second are always admitted. Half of what two cores carry of whole verifications on PostgreSQL with everything
 * around them: when the machine has fallen behind, what is under way gets the other half and comes to its end.
 */
const leastPerSecond = 100
/**
 * Whoever is refused comes again when they are told to. A refusal costs a quarter of a millisecond: of 3,000 people who come
 * every second the machine would do nothing else. So the more are refused, the later they are asked to come.
 */
const longestRetrySeconds = 10
/** What waits longer than this for the store has few chances: requests give up after three seconds. */
const storeLateMs = 1_000
const measureMs = 100
/** A measurement says nothing about later times. */
const keptMs = 1_000

/**
 * Refuses a share of the new work while calls are placed or stored late. Without it a service with four times the load that it can
 * carry admits everything, and then half of the calls fail because the answers of the carriers are read too late.
 */
export class Overload {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #storeWaitedMs: () => number
  readonly #onChange: (isOverloaded: boolean) => void
  #share = 1
  /** What the share has added up to since the last admission. */
  #credit = 0
  #slow = 0
  #measuredMs = Number.NEGATIVE_INFINITY
  #second = { sinceMs: Number.NEGATIVE_INFINITY, admitted: 0, refused: 0 }
  #refusedBefore = 0

  constructor(
    clock: Pick<Clock, 'monotonicMs'>,
    storeWaitedMs: () => number,
    onChange: (isOverloaded: boolean) => void,
  ) {
    this.#clock = clock
    this.#storeWaitedMs = storeWaitedMs
    this.#onChange = onChange
  }

  /** How long a command took to the SIP thread and back, or has taken so far. */
  noteDelay(delayMs: number): void {
    this.#measuredMs = this.#clock.monotonicMs()
    this.#slow = delayMs > slowMs || this.#isStoreLate() ? this.#slow + 1 : 0
    this.#setShare(this.#slow >= slowInARow ? this.#share * lessBy : this.#share + moreBy)
  }

  /** Whether one more piece of work may start. */
  admits(): boolean {
    const nowMs = this.#clock.monotonicMs()
    // A service that places no calls, because it stores none, hears nothing of the SIP thread.
    if (nowMs - this.#measuredMs >= measureMs && this.#isStoreLate()) this.noteDelay(0)
    if (this.#share === 1) return true
    if (nowMs - this.#measuredMs > keptMs) {
      this.#slow = 0
      this.#setShare(1)
      return true
    }
    if (nowMs - this.#second.sinceMs >= 1_000) {
      this.#refusedBefore = this.#second.refused
      this.#second = { sinceMs: nowMs, admitted: 0, refused: 0 }
    }
    this.#credit += this.#share
    if (this.#credit < 1 && this.#second.admitted >= leastPerSecond) {
      this.#second.refused += 1
      return false
    }
    this.#credit = Math.max(0, this.#credit - 1)
    this.#second.admitted += 1
    return true
  }

  /** When the one who is refused now shall come again: spread over half of the time, so that they do not come all at once. */
  get retryAfterMs(): number {
    const refused = Math.max(this.#refusedBefore, this.#second.refused)
    const longest = Math.min(longestRetrySeconds, 1 + Math.floor(refused / leastPerSecond))
    return 1_000 * (longest - (this.#second.refused % (1 + Math.floor(longest / 2))))
  }

  #isStoreLate(): boolean {
    return this.#storeWaitedMs() > storeLateMs
  }

  #setShare(share: number): void {
    const was = this.#share
    this.#share = Math.min(1, share)
    if ((was === 1) !== (this.#share === 1)) this.#onChange(was === 1)
  }
}
