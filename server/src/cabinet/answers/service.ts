import { pick } from '../../platform/pick.ts'
import type { KeyRecord } from '../../storage/queries/service-keys.ts'
import type { ServiceRecord } from '../../storage/queries/services.ts'
import type { PausedPrefix } from '../../storage/queries/velocity.ts'
import type { KeyView, PausedView, ServiceView } from '../views/service.ts'

export const serviceView = (service: ServiceRecord): ServiceView =>
  pick(service, 'id', 'name', 'useDirection', 'status', 'settings', 'lastRequestAt', 'createdAt')

export const keyView = (key: KeyRecord): KeyView =>
  pick(key, 'id', 'name', 'scope', 'createdAt', 'lastUsedAt', 'endsAt')

/** Destinations that are paused now. Resumed ones, which cannot be paused again for a day, are not shown. */
export function pausedViews(paused: readonly PausedPrefix[]): PausedView[] {
  return paused.filter(({ allowedUntil }) => allowedUntil === 0).map(({ allowedUntil: _, ...shown }) => shown)
}
