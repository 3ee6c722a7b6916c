import { setTimeout as sleep } from 'node:timers/promises'

/** A step waits this long for a table that the running nodes use; then it gives way to them and is tried again. */
export const lockTimeoutMs = 2_000
/** Those who stood behind the step get through meanwhile. */
const pauseMs = 500
const maxTries = 30
export const lockNotAvailable = '55P03'

/** Tries `work` until nobody keeps its table busy for longer than the lock's time-out. */
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
