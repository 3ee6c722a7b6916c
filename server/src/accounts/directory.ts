import { AddressList } from '../platform/address-list.ts'
import type { AccountRecord, ServiceRecord } from '../storage/records.ts'
import type { Store } from '../storage/store.ts'

/** A service with its owner, as requests need it. */
export interface Subscriber {
  readonly service: ServiceRecord
  readonly account: Pick<AccountRecord, 'id' | 'status' | 'phoneConfirmed' | 'tariff' | 'demo'>
  readonly allowedAddresses: AddressList
}

const maxCached = 50_000

/** Services by id, remembered until somebody changes something. */
export class Directory {
  readonly #store: Store
  readonly #isDemo: boolean
  readonly #known = new Map<number, Subscriber>()

  /** `isDemo`: without demo mode the demo account is closed. */
  constructor(store: Store, isDemo: boolean) {
    this.#store = store
    this.#isDemo = isDemo
  }

  /** Answers at once for a service it knows: that is the hot path. */
  find(serviceId: number): Subscriber | Promise<Subscriber | undefined> {
    return this.#known.get(serviceId) ?? this.#load(serviceId)
  }

  forget(): void {
    this.#known.clear()
  }

  async #load(serviceId: number): Promise<Subscriber | undefined> {
    const service = await this.#store.service(serviceId)
    if (service === undefined) return undefined
    const owner = await this.#store.account(service.accountId)
    if (owner === undefined) return undefined
    const account = owner.demo && !this.#isDemo ? { ...owner, status: 'blocked' as const } : owner
    const subscriber = {
      service,
      account,
      allowedAddresses: new AddressList(service.settings.allowedAddresses),
    }
    if (this.#known.size >= maxCached) this.#known.clear()
    this.#known.set(serviceId, subscriber)
    return subscriber
  }
}
