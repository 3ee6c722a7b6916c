import type { CallOwner, Mode } from './call.ts'

/** What happens to a hold: it is charged, returned, or charged only if the tariff charges failed attempts. */
export type MoneyEffect = 'capture' | 'release' | 'by-tariff'

export interface Settlement extends CallOwner {
  readonly vendorId: number
  readonly completed: boolean
  readonly money: MoneyEffect
  readonly reason: string
  readonly settledAt: number
  /** The SIP messages and events of the call as JSON, for the page of the record. */
  readonly details?: string | undefined
  /** The identity of the caller, as JSON; when left out, the stored value does not change. */
  readonly callerIdentity?: string | undefined
  /** Enqueued in the same transaction when this completes an inbound call. */
  readonly webhook?: WebhookToEnqueue | undefined
  /** The callback of the service's dialect, enqueued in the same transaction when this ends the call. */
  readonly callback?: WebhookToEnqueue | undefined
}

/** Of a call that is a step of a verification, which takes the outcome in the same transaction. */
export interface StepSettlement extends Settlement {
  readonly verificationId: string
}

/** The record of a call that has ended. */
export interface SettledCall {
  readonly completed: boolean
  readonly mode: Mode
  readonly reason: string
  readonly settledAt: number
  readonly costUnits: number
  readonly details?: string | null | undefined
}

/** The held price of a step whose call is over: charged when its verification is approved, else returned. */
export interface KeptPrice {
  readonly verificationId: string
  readonly vendorId: number
  readonly accountId: number
  readonly priceUnits: number
  readonly mode: Mode
  readonly startedAt: number
  /** The scopes of the caps that count it, separated by spaces. */
  readonly spendScopes: string | null
}

/** What is put into the outbox with the end of a call. */
export interface WebhookToEnqueue {
  readonly id: string
  readonly receiver: string
}

/** The reason for calls whose process died: their phones may ring until the deadline. */
export const abandonedReason = 'the service was restarted'
/** The reason for calls without an outcome at their deadline. */
export const overdueReason = 'no result in time'
/** The reason for calls to a number that does not exist. */
export const badNumberReason = 'bad number'
/** The reason for calls that we ended before the phone rang. They are not charged. */
export const stoppedReason = 'stopped'
/** The reasons for calls that asked for a key: the right one was pressed, another, or none. */
export const rightKeyReason = 'key pressed'
export const wrongKeyReason = 'wrong key'
export const noKeyReason = 'no key pressed'
/** The reasons for calls that a network stopped: by its analytics, or because the called person had marked us. */
export const blockedReason = 'blocked_by_network'
export const unwantedReason = 'unwanted'
/** The reason for calls that an assistant, a voicemail or a facsimile machine answered. */
export const machineReason = 'machine_answered'
/** The reason for steps whose code was typed although their call did not show that it was delivered. */
export const typedReason = 'code typed'

/** Reasons of records besides the outcomes of outgoing calls (`CallReason`). `unknown`: the record is gone. */
export type RecordReason =
  | typeof abandonedReason
  | 'called'
  | 'caller not believed'
  | 'from not trusted'
  | 'number withheld'
  | 'canceled'
  | typeof typedReason
  | 'test number'
  | 'test number, unreachable'
  | 'unknown'

const moneyByReason: Readonly<Record<string, MoneyEffect>> = {
  [stoppedReason]: 'release',
  // Free under every tariff: the phone was kept from it.
  [blockedReason]: 'release',
  [unwantedReason]: 'release',
  // The call did its work, as one that spoke a code: free, it would ring anybody's phone for nothing.
  [wrongKeyReason]: 'capture',
  [noKeyReason]: 'capture',
}

/** Of a call that did not complete. One that we stopped is no failed attempt. */
export const moneyOfFailed = (reason: string): MoneyEffect => moneyByReason[reason] ?? 'by-tariff'

/** Answered, and the question for a key was spoken; the right key was not pressed. */
export const failedAtKeyPrompt = (reason: string | null) =>
  reason === wrongKeyReason || reason === noKeyReason
