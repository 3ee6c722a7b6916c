import { dayMs, hourMs } from '../platform/clock.ts'

/** Limit of wrong codes for one phone and service, so that guessing over many verifications is limited too. */
const wrongCodeRules = { perDay: 10, blockMs: hourMs } as const

export interface WrongCodes {
  /** Times of the wrong codes that still count, oldest first. */
  readonly times: readonly number[]
  readonly blockedUntil: number
}

/**
 * Counts one more wrong code at `now`. The one that reaches the daily limit blocks the phone; after that, counting
 * starts from zero.
 */
export function countWrongCode({ times, blockedUntil }: WrongCodes, now: number): WrongCodes {
  const counting = [...times.filter((time) => now - time < dayMs), now]
  if (counting.length < wrongCodeRules.perDay) return { times: counting, blockedUntil }
  return { times: [], blockedUntil: now + wrongCodeRules.blockMs }
}
