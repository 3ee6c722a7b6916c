import type { Socket } from 'node:net'
import type { AddressList } from '../platform/address-list.ts'
import { limitKey, plainAddress } from '../platform/client-address.ts'

/**
 * Limits the open connections from one client address, so that one client cannot use up all of them. Trusted proxies
 * carry many clients, so they are exempt. There are never more counters than connections.
 */
export class ConnectionLimit {
  readonly #max: number
  readonly #trustedProxies: AddressList
  readonly #onRefused: () => void
  readonly #open = new Map<string, number>()

  /** `max` 0 means no limit. */
  constructor(max: number, trustedProxies: AddressList, onRefused: () => void) {
    this.#max = max
    this.#onRefused = onRefused
    this.#trustedProxies = trustedProxies
  }

  /** Counts the connection until it closes, or closes it at once. */
  take(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '')
    if (this.#max === 0 || this.#trustedProxies.has(address)) return
    const key = limitKey(address)
    const open = this.#open.get(key) ?? 0
    if (open >= this.#max) {
      this.#onRefused()
      return void socket.destroy()
    }
    this.#open.set(key, open + 1)
    socket.once('close', () => this.#release(key))
  }

  #release(key: string): void {
    const left = (this.#open.get(key) ?? 1) - 1
    if (left === 0) this.#open.delete(key)
    else this.#open.set(key, left)
  }
}
