import type { Socket } from 'node:dgram'

/** A peer may open its port a moment after its answer: the refusals of the first second show nothing. */
const patientPackets = 50
/** Hosts limit their ICMP messages (RFC 1812 4.3.2.8), Linux to one a second: a refusal is valid for 3 s of packets. */
const validPackets = 150

/**
 * Whether the port that RTP is sent to is closed (RFC 8085 5.2: ICMP port unreachable). Linux reports that to connected
 * sockets only, and a connected socket loses the packets from all other addresses, which a peer behind NAT uses. So a
 * second socket on our port is connected to the target. It never sends; it receives the refusals and what the target
 * itself sends, and the first socket receives all the rest.
 */
export class Refusals {
  readonly #connect: (port: number, address: string) => Socket
  #target = { port: 0, address: '' }
  #isOpen = false
  #sent = 0
  #sentSinceRefusal = Number.POSITIVE_INFINITY
  #socket: Socket | undefined

  /** `connect` opens the second socket; its `error` events after `connect` are the refusals. */
  constructor(connect: (port: number, address: string) => Socket) {
    this.#connect = connect
  }

  get isRefused(): boolean {
    return this.#sentSinceRefusal < validPackets
  }

  /** A packet is sent to this target. */
  noteSent(port: number, address: string): void {
    if (port !== this.#target.port || address !== this.#target.address) {
      this.close()
      this.#target = { port, address }
      this.#isOpen = false
      this.#sent = 0
      this.#sentSinceRefusal = Number.POSITIVE_INFINITY
    }
    this.#sent++
    this.#sentSinceRefusal++
    if (this.#sent === patientPackets && !this.#isOpen) this.#listen(port, address)
  }

  /** A packet came from here: when it is the target, its port is open. */
  noteReceived(port: number, address: string): void {
    this.#isOpen ||= port === this.#target.port && address === this.#target.address
  }

  close(): void {
    this.#socket?.close()
    this.#socket = undefined
  }

  #listen(port: number, address: string): void {
    const socket = this.#connect(port, address)
    this.#socket = socket
    socket.once('connect', () =>
      socket.on('error', () => {
        if (this.#socket === socket) this.#sentSinceRefusal = 0
      }),
    )
  }
}
