import type { Sums } from '../views/statistics.ts'

/** Less is the usual up and down of a day. */
const leastFall = 0.1
/** With fewer calls on either side a share says little. */
const fewestAttempts = 20
/** Standard errors: a fall that chance explains once in forty times is not reported. */
const leastErrors = 2

type Counts = Pick<Sums, 'attempts' | 'completed'>

/** Clearly fewer calls are completed than before; the two shares, or undefined. */
export function completionFell(
  today: Counts,
  yesterday: Counts,
): { readonly today: number; readonly yesterday: number } | undefined {
  const attempts = today.attempts + yesterday.attempts
  if (Math.min(today.attempts, yesterday.attempts) < fewestAttempts) return undefined
  const [now, before] = [today.completed / today.attempts, yesterday.completed / yesterday.attempts]
  const pooled = (today.completed + yesterday.completed) / attempts
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / today.attempts + 1 / yesterday.attempts))
  const fall = before - now
  return fall >= leastFall && fall >= leastErrors * error ? { today: now, yesterday: before } : undefined
}
