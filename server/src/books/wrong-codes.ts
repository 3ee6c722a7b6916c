import { dayMs, hourMs } from '../platform/clock.ts'

/** Wrong codes for one phone and service: guessing over many verifications is bounded too. */
const wrongCodeRules = { perDay: 10, blockMs: hourMs } as const

export interface WrongCodes {
  /** Times of those that still count, oldest first. */
  readonly times: readonly number[]
  readonly blockedUntil: number
}

/** One more at `now`. The one that fills the day blocks the phone, after which counting begins anew. */
export function countWrongCode({ times, blockedUntil }: WrongCodes, now: number): WrongCodes {
  const counting = [...times.filter((time) => now - time < dayMs), now]
  if (counting.length < wrongCodeRules.perDay) return { times: counting, blockedUntil }
  return { times: [], blockedUntil: now + wrongCodeRules.blockMs }
}
