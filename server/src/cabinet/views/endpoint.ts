import type { EventType } from '../../storage/event-types.ts'

/** An event endpoint as its owner sees it: everything but the secret. */
export interface EndpointView {
  readonly id: number
  readonly serviceId: number
  readonly url: string
  /** null: all of them. */
  readonly types: readonly EventType[] | null
  readonly description: string
  readonly enabled: boolean
  readonly createdAt: number
}

export interface EndpointList {
  readonly items: readonly EndpointView[]
  /** All that can be subscribed to. */
  readonly types: readonly EventType[]
  readonly max: number
}

/** A test event that was put into the outbox. */
export interface TestEventSent {
  readonly deliveryId: number
}
