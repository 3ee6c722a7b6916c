/** What becomes of a hold: charged, given back, or charged only where the tariff charges failed attempts. */
export type MoneyEffect = 'capture' | 'release' | 'by-tariff'

export interface Settlement {
  readonly vendorId: number
  readonly completed: boolean
  readonly money: MoneyEffect
  readonly reason: string
  readonly settledAt: number
  /** What happened on the wire, for the record's page: JSON. */
  readonly details?: string
  /** Who was believed to have called, as JSON; what the record holds stays when left out. */
  readonly callerIdentity?: string
  /** Enqueued in the same transaction when this completes an inbound verification. */
  readonly webhook?: WebhookToEnqueue
}

/** Put into a settlement that completes an inbound verification: its web-hook. */
export interface WebhookToEnqueue {
  readonly id: string
  readonly receiver: string
}

/** The reason of calls whose process died: their phones may ring until the deadline. */
export const abandonedReason = 'the service was restarted'
/** The reason of calls without an outcome at their deadline. */
export const overdueReason = 'no result in time'
/** The reason of calls to a number that does not exist. */
export const badNumberReason = 'bad number'
