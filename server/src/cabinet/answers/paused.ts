import type { PausedPrefix } from '../../storage/velocity-records.ts'
import type { PausedView } from '../views/paused.ts'

/** Those that are paused now; permissions that run are not shown. */
export function pausedViews(paused: readonly PausedPrefix[]): PausedView[] {
  return paused.filter(({ allowedUntil }) => allowedUntil === 0).map(({ allowedUntil: _, ...shown }) => shown)
}
