import { sampleRateHz } from './g711.ts'
import { type RtpPacket, sequenceDistance } from './rtp-packet.ts'

/** Packets that wait for a missing one before it counts as lost: 100 ms of audio. */
const reorderWindow = 5
/** RFC 3550 A.1 MAX_DROPOUT: a jump beyond this is a restart, not a loss. */
const longestGapPackets = 3000
/** RFC 3550 A.1 MAX_MISORDER: a jump this far back is a restart too, when a second packet continues it. */
const oldestLatePackets = 100

export interface RtpReceiverCounts {
  received: number
  duplicate: number
  /** Copies, and packets that came after they were counted as lost. */
  late: number
  reordered: number
  lost: number
  /** How often a new source or a new numbering took over. */
  restarts: number
}

/**
 * Puts the packets of one stream into order. It delivers packets with strictly growing sequence numbers. Gaps are
 * counted as lost; the listener sees them in the timestamps.
 */
export class RtpReceiver {
  readonly #deliver: (packet: RtpPacket) => void
  readonly #waiting = new Map<number, RtpPacket>()
  readonly counts: RtpReceiverCounts = {
    received: 0,
    duplicate: 0,
    late: 0,
    reordered: 0,
    lost: 0,
    restarts: 0,
  }
  #ssrc: number | undefined
  #expected = 0
  #strayNext = -1
  #jitterSamples = 0
  #lastTransit: number | undefined

  constructor(deliver: (packet: RtpPacket) => void) {
    this.#deliver = deliver
  }

  /** The source (SSRC) whose packets are accepted. */
  get ssrc(): number | undefined {
    return this.#ssrc
  }

  get jitterMs(): number {
    return (this.#jitterSamples * 1000) / sampleRateHz
  }

  /** Takes a packet. The packet must own its payload, because it may be kept for a while. */
  take(packet: RtpPacket, arrivalMs: number): void {
    this.counts.received++
    if (packet.ssrc !== this.#ssrc) this.#restart(packet)
    this.#measure(packet, arrivalMs)
    const ahead = sequenceDistance(packet.sequence, this.#expected)
    if (ahead < 0) this.#takeOld(packet, ahead)
    else if (ahead > longestGapPackets) this.#takeStray(packet)
    else if (ahead === 0) this.#release(packet)
    else this.#wait(packet)
  }

  /** Delivers the packets that still wait, at the end of a call. */
  flush(): void {
    while (this.#waiting.size > 0) this.#skipGap()
  }

  #takeOld(packet: RtpPacket, ahead: number): void {
    if (ahead < -oldestLatePackets) this.#takeStray(packet)
    else this.counts.late++
  }

  /** RFC 3550 A.1: a large jump is accepted when the next packet continues it. */
  #takeStray(packet: RtpPacket): void {
    if (packet.sequence === this.#strayNext) {
      this.#restart(packet)
      this.#release(packet)
    } else {
      this.#strayNext = (packet.sequence + 1) & 0xffff
    }
  }

  #restart(packet: RtpPacket): void {
    this.flush()
    if (this.#ssrc !== undefined) this.counts.restarts++
    this.#ssrc = packet.ssrc
    this.#expected = packet.sequence
    this.#strayNext = -1
    this.#lastTransit = undefined
  }

  #wait(packet: RtpPacket): void {
    if (this.#waiting.has(packet.sequence)) {
      this.counts.duplicate++
      return
    }
    this.#waiting.set(packet.sequence, packet)
    if (this.#waiting.size > reorderWindow) this.#skipGap()
  }

  /** Counts the missing packets as lost and continues with the nearest packet that waits. */
  #skipGap(): void {
    let nearest = Number.POSITIVE_INFINITY
    for (const sequence of this.#waiting.keys()) {
      nearest = Math.min(nearest, sequenceDistance(sequence, this.#expected))
    }
    this.counts.lost += nearest
    this.#expected = (this.#expected + nearest) & 0xffff
    const packet = this.#waiting.get(this.#expected)!
    this.#waiting.delete(this.#expected)
    this.#release(packet)
  }

  #release(packet: RtpPacket): void {
    let next: RtpPacket | undefined = packet
    while (next !== undefined) {
      this.#expected = (next.sequence + 1) & 0xffff
      this.#deliver(next)
      next = this.#waiting.get(this.#expected)
      if (next !== undefined) {
        this.#waiting.delete(this.#expected)
        this.counts.reordered++
      }
    }
  }

  /** RFC 3550 A.8: interarrival jitter, a running mean with a gain of 1/16. */
  #measure(packet: RtpPacket, arrivalMs: number): void {
    const transit = (arrivalMs * sampleRateHz) / 1000 - packet.timestamp
    if (this.#lastTransit !== undefined) {
      const change = Math.abs(transit - this.#lastTransit)
      // A timestamp wrap or a talk spurt with a new base says nothing about the network.
      if (change < sampleRateHz) this.#jitterSamples += (change - this.#jitterSamples) / 16
    }
    this.#lastTransit = transit
  }
}
