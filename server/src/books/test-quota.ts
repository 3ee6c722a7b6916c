import { hourMs } from '../platform/clock.ts'
import type { Refused } from './admission.ts'
import type { Books } from './books.ts'
import { hourOf } from './spending.ts'

/** Verifications with test numbers, of one service in an hour of the clock. They are free and bounded by nothing else. */
export const maxTestsPerHour = 3_600
/** Their records are kept no longer. */
export const testRetentionMs = 24 * hourMs

/** They are counted where spending is counted. */
export const testScope = (serviceId: number) => `test:${serviceId}`

/** Counts one, unless the hour is full. */
export function takeTest(books: Books, serviceId: number, at: number): Refused | undefined {
  const hour = hourOf(at)
  const scope = testScope(serviceId)
  if (books.spentIn(scope, hour) >= maxTestsPerHour) {
    return { kind: 'refused', why: 'test-limit', retryAfterMs: (hour + 1) * hourMs - at }
  }
  books.addSpend(scope, hour, 1)
  return undefined
}
