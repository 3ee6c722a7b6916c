import type { ServiceRecord } from '../../storage/records.ts'
import type { ServiceView } from '../views/service.ts'

export function serviceView(service: ServiceRecord): ServiceView {
  return {
    id: service.id,
    name: service.name,
    useDirection: service.useDirection,
    status: service.status,
    settings: service.settings,
    previousKeyEndsAt: service.previousKeyHash === null ? null : service.previousKeyEndsAt,
    lastRequestAt: service.lastRequestAt,
    createdAt: service.createdAt,
  }
}
