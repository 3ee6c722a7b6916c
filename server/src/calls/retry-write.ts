import type { Clock } from '../platform/clock.ts'

const retryMs = 1_000

interface RetryDeps {
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  readonly storeTrouble: (error: Error) => void
}

/** Tries again while the store is in trouble, for so long; undefined when it was all the time. */
export async function retryWrite<T>(
  { clock, storeTrouble }: RetryDeps,
  forMs: number,
  write: () => Promise<T>,
): Promise<T | undefined> {
  const untilMs = clock.monotonicMs() + forMs
  for (;;) {
    try {
      return await write()
    } catch (error) {
      storeTrouble(error as Error)
      if (clock.monotonicMs() >= untilMs) return undefined
      await new Promise<void>((resolve) => clock.after(retryMs, resolve))
    }
  }
}
