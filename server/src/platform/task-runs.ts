import { type Clock, minuteMs } from './clock.ts'
import type { Log } from './log.ts'

/**
 * Runs of background tasks. A run that fails is logged and comes again: the first failure at once, then one
 * line a minute with their number, then the recovery.
 */
export function taskRuns(clock: Clock, log: Log) {
  const running = new Set<Promise<void>>()
  return {
    /** One run of the task, for a timer. It never rejects. */
    of(task: string, run: () => Promise<unknown>): () => Promise<void> {
      let failures = 0
      let quietUntilMs = 0
      const succeeded = () => {
        if (failures > 1)
          log.warn({ event: 'task-recovered', task, failures }, 'a background task works again')
        failures = 0
      }
      const failed = (error: Error) => {
        failures += 1
        const nowMs = clock.monotonicMs()
        if (failures > 1 && nowMs < quietUntilMs) return
        quietUntilMs = nowMs + minuteMs
        log.error({ event: 'task-failed', task, err: error, failures }, 'a background task failed')
      }
      return async () => {
        const one = run().then(succeeded, failed)
        running.add(one)
        await one
        running.delete(one)
      }
    },
    /** Resolves when the current runs have ended. */
    async ended(): Promise<void> {
      await Promise.all(running)
    },
  }
}
