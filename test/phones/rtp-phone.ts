// One RTP port that keeps what it hears and speaks where it is told to.
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { readRtp, writeRtp } from '../../sip/src/media/rtp-packet.ts'

interface Place {
  readonly address: string
  readonly port: number
}

export class RtpPhone {
  readonly #socket: Socket
  readonly #ssrc: number
  readonly #heard: Uint8Array[] = []
  readonly #heardAtMs: number[] = []
  readonly #waiting: { readonly packets: number; readonly resolve: () => void }[] = []
  readonly address: string
  #sequence = 0

  private constructor(socket: Socket, address: string) {
    this.#socket = socket
    this.address = address
    this.#ssrc = socket.address().port
    socket.on('message', (bytes) => {
      const packet = readRtp(bytes)
      if (packet?.payloadType === 8) {
        this.#heard.push(packet.payload)
        this.#heardAtMs.push(performance.now())
      }
      for (const { packets, resolve } of this.#waiting) if (this.packets >= packets) resolve()
    })
  }

  /** Any address of the loopback network may be used. */
  static async open(address: string): Promise<RtpPhone> {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
    await new Promise<void>((resolve) => socket.bind(0, address, resolve))
    return new RtpPhone(socket, address)
  }

  get port(): number {
    return this.#socket.address().port
  }

  get packets(): number {
    return this.#heard.length
  }

  /** For a further call: a test may be repeated. */
  forget(): void {
    this.#heard.length = 0
    this.#heardAtMs.length = 0
  }

  /** Waits until so many packets have come. */
  hasHeard(packets: number): Promise<void> {
    if (this.packets >= packets) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ packets, resolve }))
  }

  /** A-law, packet after packet. */
  get heard(): Uint8Array {
    return Buffer.concat(this.#heard)
  }

  /** When this byte of `heard` came, by the clock of `performance`. */
  heardAtMs(byte: number): number {
    return this.#heardAtMs[Math.floor(byte / 160)]!
  }

  /** An SDP that asks for A-law here. */
  get sdp(): string {
    return this.describe()
  }

  /** The same with another address in c=, or further lines of the stream. */
  describe({
    address = this.address,
    lines = [],
  }: {
    address?: string
    lines?: readonly string[]
  } = {}): string {
    return [
      'v=0',
      'o=- 1 1 IN IP4 127.0.0.1',
      's=-',
      `c=IN ${isIPv6(address) ? 'IP6' : 'IP4'} ${address}`,
      't=0 0',
      `m=audio ${this.port} RTP/AVP 8`,
      'a=rtpmap:8 PCMA/8000',
      ...lines,
      '',
    ].join('\r\n')
  }

  /** Sends everything back that it hears from now on, as an echo service does. */
  echo(): void {
    this.#socket.on('message', (bytes, { port, address }) => this.#socket.send(bytes, port, address))
  }

  /** Says this in A-law, at the pace of speech. */
  async say(audio: Uint8Array, to: Place): Promise<void> {
    const begunMs = performance.now()
    for (let start = 0; start + 160 <= audio.length; start += 160) {
      const dueMs = begunMs + start / 8
      while (performance.now() < dueMs) await new Promise((resolve) => setTimeout(resolve, 5))
      this.speak(to, audio.subarray(start, start + 160))
    }
  }

  /** One packet of 20 ms, silence unless said otherwise. */
  speak({ address, port }: Place, payload: Uint8Array = new Uint8Array(160).fill(0xd5)): void {
    this.#sequence += 1
    const packet = writeRtp({
      marker: false,
      payloadType: 8,
      sequence: this.#sequence,
      timestamp: this.#sequence * 160,
      ssrc: this.#ssrc,
      payload,
    })
    this.#socket.send(packet, port, address)
  }

  /** An empty receiver report (RFC 3550 6.4.2). */
  report({ address, port }: Place): void {
    const bytes = Buffer.from([0x80, 201, 0, 1, 0, 0, 0, 0])
    bytes.writeUInt32BE(this.#ssrc, 4)
    this.#socket.send(bytes, port + 1, address)
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(() => resolve()))
  }
}
