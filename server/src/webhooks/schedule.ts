import { dayMs, hourMs, minuteMs, secondMs } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import type { DeliveryState } from '../storage/queries/deliveries.ts'

/** The first attempt at once, then after these pauses (D9-2). */
export const retryAfterMs: readonly number[] = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  hourMs,
  6 * hourMs,
  24 * hourMs,
]
/** How often a webhook of a test number is tried again: the person who tests is watching it. */
export const maxTestRetries = 3
/** Up to a tenth is added, so that deliveries that failed together are not retried together. */
const jitterShare = 0.1

const gone = 410

export interface NextStep {
  readonly state: DeliveryState
  readonly tries: number
  readonly dueAt: number
}

export const isDelivered = ({ status }: { readonly status: number }) => status >= 200 && status <= 299

/** The result of an answer: 2xx is success, 410 stops, everything else is tried again until the schedule ends. */
export function afterAttempt(
  status: number,
  triesBefore: number,
  now: number,
  random: Random,
  maxRetries = retryAfterMs.length,
): NextStep {
  const tries = triesBefore + 1
  if (isDelivered({ status })) return { state: 'delivered', tries, dueAt: now }
  const pauseMs = triesBefore < maxRetries ? retryAfterMs[triesBefore] : undefined
  if (status === gone || pauseMs === undefined) return { state: 'failed', tries, dueAt: now }
  const jitterMs = random.below(Math.floor(pauseMs * jitterShare) + 1)
  return { state: 'pending', tries, dueAt: now + pauseMs + jitterMs }
}

/** The callback of a dialect is repeated at this pace, for so long, until its receiver answers `100`. */
const callbackPauseMs = minuteMs
const callbackEndsAfterMs = 5 * dayMs

export function afterCallback(
  { answer }: { readonly answer: Buffer },
  delivery: { readonly tries: number; readonly createdAt: number },
  now: number,
): NextStep {
  const tries = delivery.tries + 1
  if (answer.toString().trim() === '100') return { state: 'delivered', tries, dueAt: now }
  const dueAt = now + callbackPauseMs
  return dueAt > delivery.createdAt + callbackEndsAfterMs
    ? { state: 'failed', tries, dueAt: now }
    : { state: 'pending', tries, dueAt }
}
