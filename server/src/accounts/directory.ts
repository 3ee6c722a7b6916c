import { AddressList } from '../platform/address-list.ts'
import type { AccountRecord } from '../storage/queries/accounts.ts'
import type { OwnVoice } from '../storage/queries/recordings.ts'
import type { KeyRecord } from '../storage/queries/service-keys.ts'
import type { ServiceRecord } from '../storage/queries/services.ts'
import type { Store } from '../storage/store.ts'
import type { DemoMode } from './demo-mode.ts'
import { mainKeys } from './secret-key.ts'

/** A service with its owner, as requests need it. */
export interface Subscriber {
  readonly service: ServiceRecord
  readonly account: Pick<AccountRecord, 'id' | 'status' | 'phoneConfirmed' | 'tariff' | 'demo'>
  /** Its keys, also those that were replaced and may still be accepted. */
  readonly keys: readonly KeyRecord[]
  readonly allowedAddresses: AddressList
  /** The accounts that share an owner with this one, itself included. */
  readonly ownersAccounts: readonly number[]
  /** Whether its webhooks may go to this machine. */
  readonly mayUseLoopback: boolean
  /** Whether it has webhook endpoints that are on. A change decides by what it reads itself. */
  readonly hasEndpoints: boolean
  /** Recordings of the installation, and then its own. */
  readonly voices: readonly OwnVoice[]
}

/** Why a service may do nothing at the moment, for every kind of request. */
export type SuspensionReason = 'account-blocked' | 'phone-unconfirmed' | 'archived' | 'switched-off'

/** In the order of the checks; undefined when the service may call. */
export function suspensionReasonOf({
  service,
  account,
}: Pick<Subscriber, 'service' | 'account'>): SuspensionReason | undefined {
  if (account.status === 'blocked') return 'account-blocked'
  if (!account.phoneConfirmed) return 'phone-unconfirmed'
  if (service.status === 'archived') return 'archived'
  if (service.status === 'off') return 'switched-off'
  return undefined
}

const maxCached = 50_000

/** A cache of services by id, cleared when any setting changes. */
export class Directory {
  readonly #store: Store
  readonly #demo: DemoMode
  readonly #known = new Map<number, Subscriber>()

  constructor(store: Store, demo: DemoMode) {
    this.#store = store
    this.#demo = demo
  }

  /** The service. Returns without a promise for a cached one: this is the hot path. */
  find(serviceId: number): Subscriber | Promise<Subscriber | undefined> {
    return this.cached(serviceId) ?? this.load(serviceId, () => true)
  }

  /** The service, when it is in memory. */
  cached(serviceId: number): Subscriber | undefined {
    return this.#known.get(serviceId)
  }

  forget(): void {
    this.#known.clear()
  }

  /** The service as the store has it, if `accepts` agrees. */
  async load(
    serviceId: number,
    accepts: (keys: readonly KeyRecord[]) => boolean,
  ): Promise<Subscriber | undefined> {
    const [service, further, voices] = await Promise.all([
      this.#store.service(serviceId),
      this.#store.furtherKeys(serviceId),
      this.#store.ownVoices([0, serviceId]),
    ])
    if (service === undefined) return undefined
    const keys = [...mainKeys(service), ...further]
    if (!accepts(keys)) return undefined
    const account = await this.#store.account(service.accountId)
    if (account === undefined) return undefined
    const subscriber = {
      service,
      account,
      keys,
      voices,
      ownersAccounts: await this.#store.ownersAccounts(account.id),
      allowedAddresses: new AddressList(service.settings.allowedAddresses),
      mayUseLoopback: this.#demo.isOwn(account),
      hasEndpoints: (await this.#store.eventTargets(serviceId)).some(({ receiver }) => receiver !== ''),
    }
    if (this.#known.size >= maxCached) this.#known.clear()
    this.#known.set(serviceId, subscriber)
    return subscriber
  }
}
