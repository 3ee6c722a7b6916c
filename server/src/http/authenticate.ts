import { type Directory, type Standing, type Subscriber, standingOf } from '../accounts/directory.ts'
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

/** The service whose key this is, or a 401 that does not reveal which part was wrong. */
export function authenticate(
  directory: Directory,
  clock: Clock,
  presented: Presented,
): Authenticated | Failure | Promise<Authenticated | Failure> {
  if (presented === undefined || presented === 'malformed') return failed
  let key: KeyRecord | undefined
  const accepts = (keys: readonly KeyRecord[]) => {
    key = matchingKey(keys, presented.key, clock.now())
    return key !== undefined
  }
  const answer = (subscriber: Subscriber | undefined) =>
    subscriber === undefined || key === undefined ? failed : { subscriber, key }
  const found = directory.find(presented.serviceId, accepts)
  return found instanceof Promise ? found.then(answer) : answer(found)
}

const notOnList = new Failure(1003)
const failures: Readonly<Record<Standing, Failure>> = {
  'account-blocked': new Failure(1001),
  'phone-unconfirmed': new Failure(1005),
  archived: new Failure(1004),
  'switched-off': new Failure(4),
}

/** Whether a known service may call now; checks in the order of decisions 1. */
export function standing(subscriber: Subscriber, caller: Caller): Failure | undefined {
  const { allowedAddresses, service } = subscriber
  if (service.settings.httpsOnly && !caller.isHttps) return wantsHttps
  if (!allowedAddresses.isEmpty && !allowedAddresses.has(caller.address)) return notOnList
  const why = standingOf(subscriber)
  return why === undefined ? undefined : failures[why]
}
