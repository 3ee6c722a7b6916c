import { pick } from '../../platform/pick.ts'
import type { KeyRecord } from '../../storage/queries/service-keys.ts'
import type { ServiceRecord } from '../../storage/queries/services.ts'
import type { PausedPrefix } from '../../storage/queries/velocity.ts'

/** A service as its owner sees it: everything but the key, which is shown once. */
export const serviceView = (service: ServiceRecord) =>
  pick(service, 'id', 'name', 'useDirection', 'status', 'settings', 'lastRequestAt', 'createdAt')

export const keyView = (key: KeyRecord) =>
  pick(key, 'id', 'name', 'scope', 'createdAt', 'lastUsedAt', 'endsAt')

/** Destinations that are paused now. Resumed ones, which cannot be paused again for a day, are not shown. */
export function pausedViews(paused: readonly PausedPrefix[]) {
  return paused.filter(({ allowedUntil }) => allowedUntil === 0).map(({ allowedUntil: _, ...shown }) => shown)
}
