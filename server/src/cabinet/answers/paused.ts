import type { PausedPrefix } from '../../storage/queries/velocity.ts'
import type { PausedView } from '../views/paused.ts'

/** Destinations that are paused now. Resumed ones, which cannot be paused again for a day, are not shown. */
export function pausedViews(paused: readonly PausedPrefix[]): PausedView[] {
  return paused.filter(({ allowedUntil }) => allowedUntil === 0).map(({ allowedUntil: _, ...shown }) => shown)
}
