import { minuteMs } from '../../platform/clock.ts'

/**
 * More packets from unknown sources than this per minute, over all calls of a trunk, mean an attack or a wrong trunk.
 */
const maxStrangerPackets = 20

/** Counts RTP packets in the calls of one trunk that came from undeclared addresses. */
export class StrangerWatch {
  #sinceMs = Number.NEGATIVE_INFINITY
  #packets = 0

  /** The packets of this minute when they exceed the limit; 0 otherwise. */
  note(packets: number, nowMs: number): number {
    if (nowMs - this.#sinceMs >= minuteMs) {
      this.#sinceMs = nowMs
      this.#packets = 0
    }
    this.#packets += packets
    return this.#packets > maxStrangerPackets ? this.#packets : 0
  }
}
