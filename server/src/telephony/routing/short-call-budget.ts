import { hourMs } from '../../platform/clock.ts'

/**
 * Calls that are not meant to be answered, counted per hour: carriers charge extra or block when there are too many. A
 * single node counts in monotonic hours, so that a clock step does not reset the budget.
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
