import { setTimeout as sleep } from 'node:timers/promises'

/** How long a migration waits for a table that running nodes use. After that it gives up and is tried again. */
export const lockTimeoutMs = 2_000
/** The pause between tries, in which the statements that queued behind it run. */
const pauseMs = 500
const maxTries = 30
export const lockNotAvailable = '55P03'

/** Repeats `work` until it gets its table lock within the lock timeout. */
export async function givingWay<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || attempt === maxTries) throw error
    }
    await sleep(pauseMs)
  }
}
