/** RFC 3550 11: RTP on an even port, RTCP on the odd one above it. */
export interface PortRange {
  readonly firstPort: number
  readonly lastPort: number
}

/**
 * The pairs of one range. Taken in a circle, so that a pair that was just given back, and may still get
 * the last packets of the call before, is the last to be used again.
 */
export class RtpPorts {
  readonly #firstEven: number
  readonly #pairs: number
  readonly #taken = new Set<number>()
  #cursor = 0

  constructor(range: PortRange) {
    this.#firstEven = range.firstPort + (range.firstPort % 2)
    this.#pairs = Math.floor((range.lastPort - this.#firstEven + 1) / 2)
    const sane = range.firstPort > 0 && range.lastPort <= 0xffff && Number.isInteger(range.firstPort)
    if (!sane || !(this.#pairs > 0)) {
      throw new RangeError(
        `RTP ports ${range.firstPort}-${range.lastPort} hold no pair of an even port and the next`,
      )
    }
  }

  get pairs(): number {
    return this.#pairs
  }

  get inUse(): number {
    return this.#taken.size
  }

  /** The next free even port, or undefined when every pair is in use. */
  take(): number | undefined {
    for (let step = 0; step < this.#pairs; step++) {
      const port = this.#firstEven + ((this.#cursor + step) % this.#pairs) * 2
      if (this.#taken.has(port)) continue
      this.#taken.add(port)
      this.#cursor = (this.#cursor + step + 1) % this.#pairs
      return port
    }
    return undefined
  }

  giveBack(port: number): void {
    this.#taken.delete(port)
  }
}
