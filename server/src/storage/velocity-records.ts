import type { VelocityReason } from '../books/velocity.ts'

/** Calls of one service to one prefix within an hour. */
export interface PrefixCount {
  /** Hours since 1970. */
  readonly hour: number
  readonly serviceId: number
  readonly prefix: string
  readonly country: string
  readonly calls: number
}

/** A destination that a service may not call after unusual traffic, or that was allowed again. */
export interface PausedPrefix {
  readonly serviceId: number
  /** Digits, the two letters of a country, or `operator:` and the name of a network operator. */
  readonly prefix: string
  readonly reason: VelocityReason
  /** The calls in the hour of the pause, and the calls expected from the past. */
  readonly calls: number
  readonly expected: number
  readonly pausedAt: number
  /** 0 while it is paused. After it was allowed again it is not paused before this time. */
  readonly allowedUntil: number
}

/** A service that pays on delivery until a time, after too few of its delivered steps were approved. */
export interface ChargedOnDelivery {
  readonly accountId: number
  readonly serviceId: number
  readonly delivered: number
  readonly approved: number
  readonly until: number
}
