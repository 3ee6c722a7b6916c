import type { Clock, Timer } from '../clock.ts'
import { networkOf } from './network-of.ts'
import type { StreamConnection } from './stream-connection.ts'
import type { FlowId } from './transport.ts'

/** Deadlines are in seconds; one check a second over all connections costs less than a timer for each. */
const checkIntervalMs = 1000

const keyOf = (address: string, port: number, tlsName: string | undefined): string =>
  `${address}|${port}|${tlsName ?? ''}`

/** The open connections of one transport, by number and by destination. */
export class StreamPool {
  readonly #clock: Clock
  readonly #byFlow = new Map<FlowId, StreamConnection>()
  readonly #byPeer = new Map<string, StreamConnection>()
  readonly #acceptedPerNetwork = new Map<string, number>()
  #accepted = 0
  #timer: Timer | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get size(): number {
    return this.#byFlow.size
  }

  get accepted(): number {
    return this.#accepted
  }

  get dialled(): number {
    return this.size - this.#accepted
  }

  acceptedFrom(network: string): number {
    return this.#acceptedPerNetwork.get(network) ?? 0
  }

  add(connection: StreamConnection): void {
    const { flow, dialled, tlsName } = connection.options
    this.#byFlow.set(flow, connection)
    // RFC 5923 requires proof of the name before a request is sent over a connection that the peer opened. An accepted
    // TLS connection has proved no name, so it is never found under one.
    this.#byPeer.set(keyOf(connection.remoteAddress, connection.remotePort, tlsName), connection)
    if (!dialled) this.#count(connection.remoteAddress, 1)
    this.#timer ??= this.#clock.after(checkIntervalMs, () => this.#check())
  }

  remove(connection: StreamConnection): void {
    const { flow, dialled, tlsName } = connection.options
    if (!this.#byFlow.delete(flow)) return
    const key = keyOf(connection.remoteAddress, connection.remotePort, tlsName)
    this.#unlist(connection, key)
    if (!dialled) this.#count(connection.remoteAddress, -1)
    if (this.#byFlow.size === 0) {
      this.#timer?.clear()
      this.#timer = undefined
    }
  }

  /** The connection stays open and is found by its number only. */
  retire(connection: StreamConnection): void {
    const { remoteAddress, remotePort, options } = connection
    this.#unlist(connection, keyOf(remoteAddress, remotePort, options.tlsName))
  }

  #unlist(connection: StreamConnection, key: string): void {
    if (this.#byPeer.get(key) === connection) this.#byPeer.delete(key)
  }

  byFlow(flow: FlowId | undefined): StreamConnection | undefined {
    return flow === undefined ? undefined : this.#byFlow.get(flow)
  }

  byPeer(address: string, port: number, tlsName: string | undefined): StreamConnection | undefined {
    return this.#byPeer.get(keyOf(address, port, tlsName))
  }

  closeAll(): void {
    for (const connection of [...this.#byFlow.values()]) connection.close()
  }

  #count(address: string, change: number): void {
    const network = networkOf(address)
    const count = this.acceptedFrom(network) + change
    this.#accepted += change
    if (count === 0) this.#acceptedPerNetwork.delete(network)
    else this.#acceptedPerNetwork.set(network, count)
  }

  #check(): void {
    this.#timer = undefined
    for (const connection of [...this.#byFlow.values()]) connection.checkDeadlines()
    if (this.#byFlow.size > 0) this.#timer ??= this.#clock.after(checkIntervalMs, () => this.#check())
  }
}
