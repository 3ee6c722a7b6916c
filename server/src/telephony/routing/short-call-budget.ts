import { hourMs } from '../../platform/clock.ts'

/**
 * Calls that nobody is meant to answer, counted hour by hour: carriers charge or block too many of them. A node that
 * is alone counts in monotonic hours, so that no clock step opens the budget anew.
 */
export interface ShortCalls {
  readonly hour: number
  readonly count: number
}

export function hourOf(nowMs: number): number {
  return Math.floor(nowMs / hourMs)
}

export const noShortCalls: ShortCalls = { hour: 0, count: 0 }

export function shortCallsLeft(calls: ShortCalls, perHour: number, nowMs: number): boolean {
  return perHour === 0 || calls.hour !== hourOf(nowMs) || calls.count < perHour
}

export function countShortCall(calls: ShortCalls, by: 1 | -1, nowMs: number): ShortCalls {
  const hour = hourOf(nowMs)
  return { hour, count: Math.max(0, (calls.hour === hour ? calls.count : 0) + by) }
}
