import { hourMs } from '../platform/clock.ts'
import type { Refused } from './admission.ts'
import type { Books } from './books.ts'
import { hourOf } from './spending.ts'

/**
 * The most calls with test numbers of one service in a clock hour. They are free, and no other limit applies to
 * them.
 */
export const maxTestsPerHour = 3_600
/** How long their records are kept. */
export const testRetentionMs = 24 * hourMs

/** They are counted in the same table as spending. */
export const testScope = (serviceId: number) => `test:${serviceId}`

/** Counts one test, or refuses it when the hour is used up. */
export function takeTest(books: Books, serviceId: number, at: number): Refused | undefined {
  const hour = hourOf(at)
  const scope = testScope(serviceId)
  if (books.spentIn(scope, hour) >= maxTestsPerHour) {
    return { kind: 'refused', why: 'test-limit', retryAfterMs: (hour + 1) * hourMs - at }
  }
  books.addSpend(scope, hour, 1)
  return undefined
}
