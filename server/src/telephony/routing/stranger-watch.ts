import { minuteMs } from '../../platform/clock.ts'

/** More packets from strangers than this within a minute, over all calls of a trunk, are an attack or a wrong trunk. */
const maxStrangerPackets = 20

/** Counts RTP packets that came into the calls of one trunk from addresses that nobody named. */
export class StrangerWatch {
  #sinceMs = Number.NEGATIVE_INFINITY
  #packets = 0

  /** The packets of this minute when there are too many of them; 0 otherwise. */
  note(packets: number, nowMs: number): number {
    if (nowMs - this.#sinceMs >= minuteMs) {
      this.#sinceMs = nowMs
      this.#packets = 0
    }
    this.#packets += packets
    return this.#packets > maxStrangerPackets ? this.#packets : 0
  }
}
