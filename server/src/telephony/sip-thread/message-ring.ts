import type { Clock, Destination, TraceEvent } from '@ringkey/sip'

/** How many messages, and how many of their bytes, are kept: some minutes of a small service, seconds of a large one. */
const ringBytes = 8 * 1024 * 1024
const ringMessages = 16_384

/** One SIP message as it was on the wire. */
export interface KeptMessage {
  /** How long ago it was sent or received. */
  readonly ageMs: number
  readonly direction: 'sent' | 'received'
  readonly peer: Destination
  readonly bytes: Uint8Array
}

/**
 * The last SIP messages, for a capture. They are copied into one buffer that is written round and round, so that keeping
 * them costs a copy and leaves nothing to the garbage collector.
 */
export class MessageRing {
  readonly #clock: Clock
  readonly #bytes: Uint8Array
  /** The place of each message, in all bytes ever written. */
  readonly #from: Float64Array
  readonly #length: Uint32Array
  readonly #atMs: Float64Array
  readonly #isSent: Uint8Array
  readonly #peers: Destination[]
  #written = 0
  #count = 0

  constructor(clock: Clock, bytes = ringBytes, messages = ringMessages) {
    this.#clock = clock
    this.#bytes = new Uint8Array(bytes)
    this.#from = new Float64Array(messages)
    this.#length = new Uint32Array(messages)
    this.#atMs = new Float64Array(messages)
    this.#isSent = new Uint8Array(messages)
    this.#peers = new Array(messages)
  }

  add({ atMs, direction, peer, bytes }: TraceEvent): void {
    const size = this.#bytes.length
    if (bytes.length > size) return
    let place = this.#written % size
    if (place + bytes.length > size) {
      // A message is kept in one piece: it begins anew at the start of the buffer.
      this.#written += size - place
      place = 0
    }
    this.#bytes.set(bytes, place)
    const at = this.#count % this.#peers.length
    this.#from[at] = this.#written
    this.#length[at] = bytes.length
    this.#atMs[at] = atMs
    this.#isSent[at] = direction === 'sent' ? 1 : 0
    this.#peers[at] = peer
    this.#written += bytes.length
    this.#count += 1
  }

  /** Those that were not overwritten, oldest first. */
  *kept(): Generator<KeptMessage> {
    const nowMs = this.#clock.nowMs()
    const size = this.#bytes.length
    for (let back = Math.min(this.#count, this.#peers.length); back > 0; back--) {
      const at = (this.#count - back) % this.#peers.length
      const from = this.#from[at]!
      if (from < this.#written - size) continue
      const place = from % size
      yield {
        ageMs: nowMs - this.#atMs[at]!,
        direction: this.#isSent[at] === 1 ? 'sent' : 'received',
        peer: this.#peers[at]!,
        bytes: this.#bytes.slice(place, place + this.#length[at]!),
      }
    }
  }
}
