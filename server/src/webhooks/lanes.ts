/** Deliveries at once, over all receivers: each uses one socket. */
export const maxAtOnce = 200
/**
 * Limits within `maxAtOnce`. The first is for receivers that did not answer the last time. The second is for these and
 * receivers that were never tried, together. So dead receivers never take all the slots of receivers that answer.
 */
export const maxAtOnceSilent = 60
export const maxAtOnceUnproven = 160
const maxWindow = 16
/** How many receivers are kept; those without running deliveries are forgotten first. */
const maxRemembered = 10_000

interface Lane {
  underWay: number
  /** The most deliveries at once: one at first, twice as many after each answer, one again when there was no answer. */
  window: number
  health: 'new' | 'answers' | 'silent'
}

/**
 * Decides which receivers may be sent to now: one limit for all, one for each receiver, and limits by their health.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()
  readonly #underWay = { new: 0, answers: 0, silent: 0 }

  get underWay(): number {
    return this.#underWay.new + this.#underWay.answers + this.#underWay.silent
  }

  get isFull(): boolean {
    return this.underWay >= maxAtOnce
  }

  /** Takes as many slots as the receiver may have now. */
  reserve(receiver: string): number {
    const lane = this.#lanes.get(receiver) ?? this.#open(receiver)
    const places = Math.min(lane.window - lane.underWay, this.#roomFor(lane.health))
    if (places <= 0) return 0
    this.#count(lane, places)
    return places
  }

  /** Returns slots that were not needed. */
  release(receiver: string, places: number): void {
    this.#count(this.#lanes.get(receiver)!, -places)
  }

  finished(receiver: string, answered: boolean): void {
    const lane = this.#lanes.get(receiver)!
    const others = lane.underWay - 1
    this.#count(lane, -lane.underWay)
    lane.health = answered ? 'answers' : 'silent'
    lane.window = answered ? Math.min(maxWindow, lane.window * 2) : 1
    this.#count(lane, others)
  }

  #roomFor(health: Lane['health']): number {
    const { new: fresh, silent } = this.#underWay
    const room = maxAtOnce - this.underWay
    if (health === 'answers') return room
    const unproven = Math.min(room, maxAtOnceUnproven - fresh - silent)
    return health === 'new' ? unproven : Math.min(unproven, maxAtOnceSilent - silent)
  }

  #count(lane: Lane, places: number): void {
    lane.underWay += places
    this.#underWay[lane.health] += places
  }

  #open(receiver: string): Lane {
    if (this.#lanes.size >= maxRemembered) this.#forgetIdle()
    const lane: Lane = { underWay: 0, window: 1, health: 'new' }
    this.#lanes.set(receiver, lane)
    return lane
  }

  #forgetIdle(): void {
    for (const [receiver, lane] of this.#lanes) if (lane.underWay === 0) this.#lanes.delete(receiver)
  }
}
