import type { Subscriber } from './directory.ts'

/** Why a service may do nothing at the moment, for every kind of request. */
export type Standing = 'account-blocked' | 'phone-unconfirmed' | 'archived' | 'switched-off'

/** In the order of decisions 1; undefined when the service may call. */
export function standingOf({
  service,
  account,
}: Pick<Subscriber, 'service' | 'account'>): Standing | undefined {
  if (account.status === 'blocked') return 'account-blocked'
  if (!account.phoneConfirmed) return 'phone-unconfirmed'
  if (service.status === 'archived') return 'archived'
  if (service.status === 'off') return 'switched-off'
  return undefined
}
