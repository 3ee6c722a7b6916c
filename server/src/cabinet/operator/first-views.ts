import { type Clock, hourMs } from '../../platform/clock.ts'

/** Beyond so many a line is written too often, never too rarely. */
const maxRemembered = 10_000

/** Whether an operator has not looked at something of a customer within the last hour: an account, a call, a verification. */
export type FirstViewWithinHour = (personId: number, kind: string, id: number | string) => boolean

export function rememberViews(clock: Clock): FirstViewWithinHour {
  const seenAtMs = new Map<string, number>()
  return (personId, kind, id) => {
    const key = `${personId} ${kind} ${id}`
    const nowMs = clock.monotonicMs()
    const before = seenAtMs.get(key)
    if (before !== undefined && nowMs - before < hourMs) return false
    if (seenAtMs.size >= maxRemembered) seenAtMs.clear()
    seenAtMs.set(key, nowMs)
    return true
  }
}
