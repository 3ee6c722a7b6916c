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

/** A destination that a service may not call after unusual traffic, or that somebody allowed again. */
export interface PausedPrefix {
  readonly serviceId: number
  /** Digits, or the two letters of a country. */
  readonly prefix: string
  readonly reason: VelocityReason
  /** In the hour of the pause, and what the past allowed to expect. */
  readonly calls: number
  readonly expected: number
  readonly pausedAt: number
  /** 0 while it is paused. Somebody allowed it again: it is not paused anew before this time. */
  readonly allowedUntil: number
}
