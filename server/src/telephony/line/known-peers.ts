import type { Clock, Destination, Source, Transport } from '@ringkey/sip'
import { AddressList } from '../../platform/address-list.ts'

/** Whom we have sent something to may answer, and hang up, for so long. */
const rememberMs = 300_000
/** A new note of an address is taken only this often: most messages go to one of a few. */
const refreshMs = 10_000
const maxRemembered = 10_000

/** Whose messages are looked at: trusted sources, and those that we speak to. Others get no answer at all. */
export class KnownPeers {
  readonly #clock: Clock
  readonly #spokenTo = new Map<string, number>()
  #trusted = new AddressList([])

  constructor(clock: Clock) {
    this.#clock = clock
  }

  trust(sources: readonly string[]): void {
    this.#trusted = new AddressList(sources)
  }

  admits({ address }: Pick<Source, 'address'>): boolean {
    const at = this.#spokenTo.get(address)
    return (at !== undefined && this.#clock.nowMs() - at < rememberMs) || this.#trusted.has(address)
  }

  /** The same sockets; every destination is remembered on the way. */
  watch(transport: Transport): Transport {
    return {
      send: (bytes, to, failed) => {
        this.#note(to)
        transport.send(bytes, to, failed)
      },
      retire: (to, unansweredMs) => transport.retire?.(to, unansweredMs),
      receive: (onMessage) => transport.receive(onMessage),
      advertised: (name, peer) => transport.advertised(name, peer),
      close: () => transport.close(),
    }
  }

  #note({ address }: Destination): void {
    const nowMs = this.#clock.nowMs()
    const at = this.#spokenTo.get(address)
    if (at !== undefined && nowMs - at < refreshMs) return
    this.#spokenTo.delete(address)
    this.#spokenTo.set(address, nowMs)
    if (this.#spokenTo.size > maxRemembered) this.#spokenTo.delete(this.#spokenTo.keys().next().value!)
  }
}
