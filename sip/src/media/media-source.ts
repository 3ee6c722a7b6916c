/** The destinations of RTP and RTCP. */
export interface MediaTarget {
  readonly address: string
  readonly port: number
  readonly rtcpPort: number
}

/** A source other than the described one is learned only within this time after a description. */
export const learnSourceMs = 2_000
/** A call is described a few times at most; beyond that the oldest address is dropped. */
const maxFormerPlaces = 8

/**
 * The class of a packet's source. `former`: an address that an older description named or that was learned under it.
 */
export type PacketOwner = 'peer' | 'former' | 'stranger'

/**
 * Decides where media is sent and whose packets are accepted. Media goes to the address in the newest description.
 * Behind NAT the peer's packets may come from elsewhere (RFC 4961 with RFC 7362): such a source is learned once,
 * shortly after the description, and only from the described address or a trusted one. Packets from any other address
 * change nothing.
 */
export class MediaSource {
  readonly #trusts: (address: string) => boolean
  readonly #former: string[] = []
  #described: MediaTarget = { address: '', port: 0, rtcpPort: 0 }
  #target: MediaTarget = this.#described
  #learnsUntilMs = 0
  /** Packets have come from the described address, or another one was learned. */
  #isSettled = false

  constructor(trusts: (address: string) => boolean = () => false) {
    this.#trusts = trusts
  }

  get target(): MediaTarget {
    return this.#target
  }

  /** A description was answered. The same address again, as in 183 and 200, only restarts the time to learn. */
  describe(described: MediaTarget, nowMs: number): void {
    this.#learnsUntilMs = nowMs + learnSourceMs
    const { address, port } = this.#described
    if (described.address === address && described.port === port) return
    this.#forget(this.#described)
    this.#forget(this.#target)
    this.#described = described
    this.#target = described
    this.#isSettled = false
  }

  /** A valid packet came from this address. */
  take(port: number, address: string, nowMs: number): PacketOwner {
    if (address === this.#described.address && port === this.#described.port) {
      this.#isSettled = true
      return 'peer'
    }
    if (address === this.#target.address && port === this.#target.port) return 'peer'
    if (this.#former.includes(placeOf(address, port))) return 'former'
    if (!this.knows(address)) return 'stranger'
    if (!this.#isSettled && nowMs < this.#learnsUntilMs) {
      this.#target = { address, port, rtcpPort: Math.min(port + 1, 0xffff) }
      this.#isSettled = true
    }
    return 'peer'
  }

  /** Whether the peer may send from this address. */
  knows(address: string): boolean {
    return address === this.#described.address || this.#trusts(address)
  }

  #forget({ address, port }: MediaTarget): void {
    const place = placeOf(address, port)
    if (port === 0 || this.#former.includes(place)) return
    this.#former.push(place)
    if (this.#former.length > maxFormerPlaces) this.#former.shift()
  }
}

function placeOf(address: string, port: number): string {
  return `${address} ${port}`
}
