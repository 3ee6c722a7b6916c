import type { Clock } from './clock.ts'

/**
 * Long background work in bounded pieces, until one resolves to false, which means that nothing is left, or until the
 * signal aborts, which ends a rest at once. After each piece it rests for a multiple of the time that the piece took:
 * however much is left to do, requests and other programs get the store in between, and the busier the store is, the more
 * of it they get.
 */
export async function pacedWork(
  clock: Clock,
  restPerWork: number,
  piece: () => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const startedMs = clock.monotonicMs()
    if (!(await piece())) return
    const restMs = Math.ceil(restPerWork * (clock.monotonicMs() - startedMs))
    if (restMs > 0 && !signal?.aborted) await rest(clock, restMs, signal)
  }
}

function rest(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      timer.cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = clock.after(ms, end)
    signal?.addEventListener('abort', end)
  })
}
