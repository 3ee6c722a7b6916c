import type { ServiceSettings, ServiceStatus } from '../../storage/records.ts'

/** A service as its owner sees it: everything but the key, which is shown once. */
export interface ServiceView {
  readonly id: number
  readonly name: string
  readonly useDirection: string
  readonly status: ServiceStatus
  readonly settings: ServiceSettings
  /** Until when the key before the last rotation works; null when there is none. */
  readonly previousKeyEndsAt: number | null
  /** 0 when it was never called. */
  readonly lastRequestAt: number
  readonly createdAt: number
}
