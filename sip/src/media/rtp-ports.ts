import type { Random } from '../random.ts'

/** RFC 3550 11: RTP on an even port, RTCP on the odd one above it. */
export interface PortRange {
  readonly firstPort: number
  readonly lastPort: number
}

/** The pairs returned last are not reused yet: late packets of their last call may still arrive. */
const maxRestingPairs = 64

/**
 * The port pairs of one range. A free pair is drawn at random, so that the port of the next call cannot be predicted.
 */
export class RtpPorts {
  readonly #random: Random
  readonly #pairs: number
  readonly #free: number[] = []
  /** Returned pairs, oldest first. */
  readonly #resting: number[] = []
  readonly #taken = new Set<number>()

  constructor(range: PortRange, random: Random) {
    this.#random = random
    const firstEven = range.firstPort + (range.firstPort % 2)
    this.#pairs = Math.floor((range.lastPort - firstEven + 1) / 2)
    const sane = range.firstPort > 0 && range.lastPort <= 0xffff && Number.isInteger(range.firstPort)
    if (!sane || !(this.#pairs > 0)) {
      throw new RangeError(
        `RTP ports ${range.firstPort}-${range.lastPort} hold no pair of an even port and the next`,
      )
    }
    for (let pair = 0; pair < this.#pairs; pair++) this.#free.push(firstEven + pair * 2)
  }

  get pairs(): number {
    return this.#pairs
  }

  get inUse(): number {
    return this.#taken.size
  }

  /** The even port of a random free pair, or undefined when every pair is in use. */
  take(): number | undefined {
    const port = this.#draw() ?? this.#resting.shift()
    if (port !== undefined) this.#taken.add(port)
    return port
  }

  release(port: number): void {
    if (!this.#taken.delete(port)) return
    this.#resting.push(port)
    // In a small range at most half of the pairs are kept back from reuse.
    if (this.#resting.length > Math.min(maxRestingPairs, this.#pairs / 2))
      this.#free.push(this.#resting.shift()!)
  }

  #draw(): number | undefined {
    const { length } = this.#free
    if (length === 0) return undefined
    const index = this.#random.below(length)
    const port = this.#free[index]
    this.#free[index] = this.#free[length - 1]!
    this.#free.pop()
    return port
  }
}
