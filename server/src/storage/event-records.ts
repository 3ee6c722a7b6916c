/** Event endpoints and the events that are sent to them, as the domain sees them. */

const verificationEvents = [
  'verification.step_started',
  'verification.step_delivered',
  'verification.step_undelivered',
  'verification.approved',
  'verification.failed',
  'verification.expired',
  'verification.canceled',
  'verification.blocked',
] as const
export const callEnded = 'call.ended'
export const balanceLow = 'balance.low'
export const prefixPaused = 'prefix.paused'
/** The events that an endpoint can subscribe to. */
export const eventTypes = [...verificationEvents, callEnded, balanceLow, prefixPaused] as const
export type EventType = (typeof eventTypes)[number]

/** Sent on request, to any endpoint, also to one that is off. */
export const testEvent = 'endpoint.test'
export type DeliveredType = EventType | typeof testEvent

export const maxEndpointsPerService = 5

/** An address to which the events of a service are sent. */
export interface EndpointRecord {
  readonly id: number
  readonly serviceId: number
  readonly url: string
  /** `host:port` of the address. */
  readonly receiver: string
  /** null subscribes to all types, also to those of later versions. */
  readonly types: readonly EventType[] | null
  readonly description: string
  readonly enabled: boolean
  /** The secret that signs, encrypted: the store cannot read it. */
  readonly sealed: Uint8Array
  readonly previousSealed: Uint8Array | null
  readonly previousEndsAt: number
  readonly createdAt: number
}

/** The fields that an event needs to be put into the outbox. */
export type EventTarget = Pick<EndpointRecord, 'id' | 'serviceId' | 'receiver' | 'types'>

export type NewEndpoint = Omit<EndpointRecord, 'id' | 'previousSealed' | 'previousEndsAt'>

/** Fields that are left out do not change. */
export interface EndpointChange
  extends Partial<Pick<EndpointRecord, 'url' | 'receiver' | 'types' | 'description' | 'enabled'>> {
  readonly id: number
}

export interface EndpointRotation {
  readonly id: number
  readonly sealed: Uint8Array
  readonly previousEndsAt: number
}

export interface TestEventRequest {
  readonly id: number
  /** Tells two tests of one endpoint apart. */
  readonly nonce: string
  readonly at: number
}

export const wants = ({ types }: Pick<EndpointRecord, 'types'>, type: EventType) =>
  types === null || types.includes(type)
