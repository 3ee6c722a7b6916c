import type { Clock } from '../../src/clock.ts'
import type {
  Advertised,
  Destination,
  OnMessage,
  SendFailure,
  Transport,
  TransportName,
} from '../../src/transport/transport.ts'
import type { SeededRandom } from './seeded-random.ts'

/** What the network does to datagrams; streams are only delayed, in order, or broken completely. */
export interface Weather {
  /** Share of datagrams lost, 0 to 1. */
  readonly loss: number
  readonly duplication: number
  /** Each message is delayed by up to this long, so datagrams overtake each other. */
  readonly delayMs: number
  /** Share of messages on streams whose connection is found to be broken. */
  readonly breakage: number
}

const fairWeather: Weather = { loss: 0, duplication: 0, delayMs: 0, breakage: 0 }

/** Endpoints that reach each other by address over a network with faults, in simulated time. */
export class SimulatedNetwork {
  readonly #clock: Clock
  readonly #random: SeededRandom
  readonly #endpoints = new Map<string, SimulatedEndpoint>()
  weather: Weather

  constructor(clock: Clock, random: SeededRandom, weather: Weather = fairWeather) {
    this.#clock = clock
    this.#random = random
    this.weather = weather
  }

  endpoint(address: string, port = 5060): SimulatedEndpoint {
    const endpoint = new SimulatedEndpoint(this, address, port)
    this.#endpoints.set(`${address}:${port}`, endpoint)
    return endpoint
  }

  carry(
    bytes: Buffer,
    from: SimulatedEndpoint,
    to: Destination,
    failed: (failure: SendFailure) => void,
  ): void {
    const target = this.#endpoints.get(`${to.address}:${to.port}`)
    if (to.transport === 'udp') {
      if (target === undefined || this.#random.chance(this.weather.loss)) return
      this.#deliver(bytes, from, target, to.transport, this.#random.unit() * this.weather.delayMs)
      if (this.#random.chance(this.weather.duplication))
        this.#deliver(bytes, from, target, to.transport, this.#random.unit() * this.weather.delayMs)
    } else if (target === undefined || this.#random.chance(this.weather.breakage)) {
      this.#clock.after(0, () => failed({ kind: 'unreachable', message: 'connection refused' }))
    } else {
      this.#deliver(bytes, from, target, to.transport, this.weather.delayMs)
    }
  }

  #deliver(
    bytes: Buffer,
    from: SimulatedEndpoint,
    target: SimulatedEndpoint,
    transport: TransportName,
    delayMs: number,
  ): void {
    this.#clock.after(delayMs, () =>
      target.onMessage(bytes, {
        transport,
        address: from.address,
        port: from.port,
        localAddress: target.address,
        localPort: target.port,
      }),
    )
  }
}

export class SimulatedEndpoint implements Transport {
  readonly address: string
  readonly port: number
  readonly #network: SimulatedNetwork
  onMessage: OnMessage = () => {}

  constructor(network: SimulatedNetwork, address: string, port: number) {
    this.#network = network
    this.address = address
    this.port = port
  }

  send(bytes: Uint8Array, to: Destination, failed: (failure: SendFailure) => void = () => {}): void {
    this.#network.carry(Buffer.from(bytes), this, to, failed)
  }

  receive(onMessage: OnMessage): void {
    this.onMessage = onMessage
  }

  advertised(transport: TransportName): Advertised | undefined {
    return transport === 'tls' ? undefined : { host: this.address, port: this.port }
  }

  async close(): Promise<void> {}
}
