import type { Socket } from 'node:net'
import type { AddressList } from '../platform/address-list.ts'
import { limitKey, plainAddress } from '../platform/client-address.ts'
import { ConcurrencyLimit } from '../platform/concurrency-limit.ts'

/**
 * Limits the open connections from one client address, so that one client cannot use up all of them. Trusted proxies
 * carry many clients, so they are exempt.
 */
export class ConnectionLimit {
  readonly #max: number
  readonly #trustedProxies: AddressList
  readonly #onRefused: () => void
  readonly #open: ConcurrencyLimit<string>

  /** `max` 0 means no limit. */
  constructor(max: number, trustedProxies: AddressList, onRefused: () => void) {
    this.#max = max
    this.#open = new ConcurrencyLimit(max)
    this.#onRefused = onRefused
    this.#trustedProxies = trustedProxies
  }

  /** Counts the connection until it closes, or closes it at once. */
  take(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '')
    if (this.#max === 0 || this.#trustedProxies.has(address)) return
    const release = this.#open.take(limitKey(address))
    if (release === undefined) {
      this.#onRefused()
      return void socket.destroy()
    }
    socket.once('close', release)
  }
}
