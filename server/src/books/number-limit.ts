import { dayMs, minuteMs } from '../platform/clock.ts'

/** Limits per service and phone number over rolling windows; they count admitted calls only. */
export interface NumberLimitRules {
  readonly gapMs: number
  readonly perMinute: number
  readonly perDay: number
  /**
   * How long a number is blocked at least after `perDay` calls in 24 hours; it is never called before the oldest of them
   * is a day old.
   */
  readonly blockMs: number
}

/** The limits of a number at one service, and over all services of the installation together. */
export interface PhoneLimitRules extends NumberLimitRules {
  readonly everywhere: NumberLimitRules
}

/** The service id that means "all services together" in the table of number limits. */
export const everyService = 0

/** The recent calls to one number by one service. */
export interface NumberHistory {
  /** Times of the admitted calls that still count, oldest first; never more than `perDay`. */
  readonly calls: readonly number[]
  readonly blockedUntil: number
}

/** The number limit of one service, for one number. */
export interface NumberTrace extends NumberHistory {
  readonly serviceId: number
  readonly endsAt: number
}

/** A position in the table of number limits, in the order of its key. */
export interface NumberPlace {
  readonly phoneHash: Uint8Array
  readonly serviceId: number
}

export interface NumberWalk {
  readonly deleted: number
  /** Where the next part begins; null at the end of the table, after which the next walk starts from the beginning. */
  readonly next: NumberPlace | null
}

/** The history of a number, and when it may be deleted. */
export interface RememberedNumber {
  readonly history: NumberHistory
  readonly endsAt: number
}

/** The recent calls to one number, by one service and by all services together. */
export interface VerificationHistories {
  readonly here: NumberHistory
  readonly everywhere: NumberHistory
}

export interface RememberedPhone {
  readonly here: RememberedNumber
  readonly everywhere: RememberedNumber
}

export type NumberVerdict =
  | (RememberedNumber & { readonly kind: 'allowed' })
  | { readonly kind: 'wait' | 'limit'; readonly retryAfterMs: number }

export const noHistory: NumberHistory = { calls: [], blockedUntil: 0 }

/** The same history with its times moved to a clock that is ahead by `byMs`. */
export function movedHistory(history: NumberHistory, byMs: number): NumberHistory {
  if (byMs === 0) return history
  const { calls, blockedUntil } = history
  return {
    calls: calls.map((time) => time + byMs),
    blockedUntil: blockedUntil === 0 ? 0 : blockedUntil + byMs,
  }
}

/** Decides on a call at `now`. The call that reaches the daily limit starts the block; only time takes a call out. */
export function decideNumber(history: NumberHistory, now: number, rules: NumberLimitRules): NumberVerdict {
  const last = history.calls.at(-1)
  if (last !== undefined && now - last < rules.gapMs)
    return { kind: 'wait', retryAfterMs: last + rules.gapMs - now }
  const counting = history.calls.filter((time) => now - time < dayMs)
  const fullUntil = counting.length < rules.perDay ? 0 : counting[counting.length - rules.perDay]! + dayMs
  const blockedUntil = Math.max(history.blockedUntil, fullUntil)
  if (now < blockedUntil) return { kind: 'limit', retryAfterMs: blockedUntil - now }
  const inMinute = counting.filter((time) => now - time < minuteMs)
  if (inMinute.length >= rules.perMinute) {
    return { kind: 'limit', retryAfterMs: inMinute[inMinute.length - rules.perMinute]! + minuteMs - now }
  }
  // Not by a spread: V8 compiled the readers of such objects again and again, 50 µs of CPU a call.
  const { history: after, endsAt } = withCall(counting, now, rules)
  return { kind: 'allowed', history: after, endsAt }
}

/** The history after an admitted call. Used to rebuild a history from the calls themselves. */
export function recordCall(history: NumberHistory, now: number, rules: NumberLimitRules): RememberedNumber {
  return withCall(
    history.calls.filter((time) => now - time < dayMs),
    now,
    rules,
  )
}

function withCall(counting: readonly number[], now: number, rules: NumberLimitRules): RememberedNumber {
  // Not [...counting, now], which makes room for 17: thousands of histories are in memory.
  const calls = counting.concat(now)
  const blockedUntil = calls.length < rules.perDay || rules.blockMs === 0 ? 0 : now + rules.blockMs
  return { history: { calls, blockedUntil }, endsAt: Math.max(blockedUntil, now + dayMs) }
}
