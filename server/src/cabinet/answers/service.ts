import type { KeyRecord } from '../../storage/queries/service-keys.ts'
import type { ServiceRecord } from '../../storage/queries/services.ts'
import type { PausedPrefix } from '../../storage/queries/velocity.ts'
import type { KeyView, PausedView, ServiceView } from '../views/service.ts'

export function serviceView(service: ServiceRecord): ServiceView {
  return {
    id: service.id,
    name: service.name,
    useDirection: service.useDirection,
    status: service.status,
    settings: service.settings,
    lastRequestAt: service.lastRequestAt,
    createdAt: service.createdAt,
  }
}

export function keyView({ id, name, scope, createdAt, lastUsedAt, endsAt }: KeyRecord): KeyView {
  return { id, name, scope, createdAt, lastUsedAt, endsAt }
}

/** Destinations that are paused now. Resumed ones, which cannot be paused again for a day, are not shown. */
export function pausedViews(paused: readonly PausedPrefix[]): PausedView[] {
  return paused.filter(({ allowedUntil }) => allowedUntil === 0).map(({ allowedUntil: _, ...shown }) => shown)
}
