import type { SipRequest } from '../message/message.ts'
import { ReleasingMap } from '../releasing-map.ts'
import type { ServerTransaction } from '../transaction/server-transaction.ts'
import type { Destination } from '../transport/transport.ts'

/** The handler of the requests in one dialog. */
export interface DialogOwner {
  receive(transaction: ServerTransaction): void
  /** The ACK of our 2xx. */
  receiveAck(ack: SipRequest): void
  /** A copy of the 2xx that made the dialog. */
  acknowledge?(leg: { readonly request: SipRequest; readonly destination: Destination }): void
  /** The agent is being closed. */
  close(): void
}

/** The largest number of concurrent dialogs, early dialogs included. */
const maxDialogs = 100_000

/** The dialogs of one agent, by `dialogKey`. */
export class DialogTable {
  readonly #owners = new ReleasingMap<DialogOwner>()
  readonly #limit: number
  /** The number of dialogs that were not created because the table was full. */
  refused = 0

  constructor(limit = maxDialogs) {
    this.#limit = limit
  }

  get count(): number {
    return this.#owners.size
  }

  get isFull(): boolean {
    return this.#owners.size >= this.#limit
  }

  get(key: string): DialogOwner | undefined {
    return this.#owners.get(key)
  }

  /** False when the table is full. */
  add(key: string, owner: DialogOwner): boolean {
    if (this.isFull && !this.#owners.has(key)) {
      this.refused++
      return false
    }
    this.#owners.set(key, owner)
    return true
  }

  close(): void {
    for (const owner of this.#owners.values()) owner.close()
  }

  delete(key: string): void {
    this.#owners.delete(key)
  }
}
