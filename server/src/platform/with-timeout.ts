import type { Clock } from './clock.ts'

/** What the promise resolves with; undefined when that takes longer. */
export async function withTimeout<T>(
  clock: Clock,
  timeMs: number,
  promise: Promise<T>,
): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = clock.after(timeMs, () => late.resolve(undefined))
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    timer.cancel()
  }
}
