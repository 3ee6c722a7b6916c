import {
  type Directory,
  type Subscriber,
  type SuspensionReason,
  suspensionReasonOf,
} from '../accounts/directory.ts'
import { matchingKey } from '../accounts/secret-key.ts'
import type { Clock } from '../platform/clock.ts'
import type { KeyRecord } from '../storage/queries/service-keys.ts'
import type { Presented } from './credentials.ts'
import { Failure } from './errors.ts'

export interface Caller {
  readonly address: string
  readonly isHttps: boolean
}

export const failed = new Failure(401)
/** Shown only with the right key, so it reveals nothing to others. */
const wantsHttps = new Failure(401, {
  hint: {
    en: 'This service takes requests over HTTPS only: use the https:// address.',
    ru: 'Этот сервис принимает запросы только по HTTPS: используйте адрес https://.',
  },
})

/** A service and the key that it used; null when a signature took the place of a key. */
export interface Authenticated {
  readonly subscriber: Subscriber
  readonly key: KeyRecord | null
}

/** The service whose key this is, when memory alone can tell. */
export function authenticateCached(
  directory: Directory,
  clock: Clock,
  presented: Presented,
): Authenticated | undefined {
  if (presented === undefined || presented === 'malformed') return undefined
  const subscriber = directory.cached(presented.serviceId)
  const key = subscriber && matchingKey(subscriber.keys, presented.key, clock.now())
  return key && { subscriber, key }
}

/**
 * The service whose key this is, or a 401 that does not reveal which part was wrong. What memory does not accept is read
 * from the store, whether the service is in memory or not: the time of the answer does not reveal which ids exist.
 */
export function authenticate(
  directory: Directory,
  clock: Clock,
  presented: Presented,
): Authenticated | Failure | Promise<Authenticated | Failure> {
  if (presented === undefined || presented === 'malformed') return failed
  const cached = authenticateCached(directory, clock, presented)
  if (cached !== undefined) return cached
  let key: KeyRecord | undefined
  const accepts = (keys: readonly KeyRecord[]) => {
    key = matchingKey(keys, presented.key, clock.now())
    return key !== undefined
  }
  return directory
    .load(presented.serviceId, accepts)
    .then((subscriber) => (subscriber === undefined || key === undefined ? failed : { subscriber, key }))
}

const notOnList = new Failure(1003)
const failures: Readonly<Record<SuspensionReason, Failure>> = {
  'account-blocked': new Failure(1001),
  'phone-unconfirmed': new Failure(1005),
  archived: new Failure(1004),
  'switched-off': new Failure(4),
}

/** Whether a known service may call now; the checks in their order. */
export function refusalOf(subscriber: Subscriber, caller: Caller): Failure | undefined {
  const { allowedAddresses, service } = subscriber
  if (service.settings.httpsOnly && !caller.isHttps) return wantsHttps
  if (!allowedAddresses.isEmpty && !allowedAddresses.has(caller.address)) return notOnList
  const why = suspensionReasonOf(subscriber)
  return why === undefined ? undefined : failures[why]
}
