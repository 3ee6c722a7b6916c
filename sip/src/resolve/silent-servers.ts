import type { Clock } from '../clock.ts'
import type { Destination } from '../transport/transport.ts'

/** A server that did not respond is tried last for this time; then a request checks whether it is back. */
const standardRememberMs = 60_000
/** A trunk has a few servers; beyond the limit the oldest entry is dropped. */
const maxServers = 1000

/** Servers that have not responded recently. Any message from a server removes it from this list. */
export class SilentServers {
  readonly #clock: Clock
  readonly #rememberMs: number
  readonly #untilMs = new Map<string, number>()

  constructor(clock: Clock, rememberMs = standardRememberMs) {
    this.#clock = clock
    this.#rememberMs = rememberMs
  }

  noteSilence(server: Destination): void {
    const key = keyOf(server)
    this.#untilMs.delete(key)
    this.#untilMs.set(key, this.#clock.nowMs() + this.#rememberMs)
    if (this.#untilMs.size > maxServers) this.#untilMs.delete(this.#untilMs.keys().next().value!)
  }

  noteAnswer(server: Destination): void {
    if (this.#untilMs.size > 0) this.#untilMs.delete(keyOf(server))
  }

  has(server: Destination): boolean {
    const untilMs = this.#untilMs.size === 0 ? undefined : this.#untilMs.get(keyOf(server))
    return untilMs !== undefined && this.#clock.nowMs() < untilMs
  }

  /** The same servers, with the recently silent ones at the end. */
  async *last(servers: AsyncIterable<Destination>): AsyncGenerator<Destination, void, void> {
    const silent: Destination[] = []
    for await (const server of servers) {
      if (this.has(server)) silent.push(server)
      else yield server
    }
    yield* silent
  }
}

function keyOf({ transport, address, port }: Destination): string {
  return `${transport} ${address} ${port}`
}
