import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { SteadyClock } from '../platform/steady-clock.ts'
import type { Store } from '../storage/store.ts'

interface ClockWatchParts {
  readonly clock: SteadyClock
  readonly store: Pick<Store, 'moveDeadlines'>
  readonly log: Log
  readonly metrics: Metrics
  readonly alarms: ActiveAlarms
}

/** Notices that the machine's wall clock was set, tells the operator, and moves what is open along with it. */
export function watchClock({ clock, store, log, metrics, alarms }: ClockWatchParts): () => Promise<void> {
  return async () => {
    const stepMs = clock.pendingStepMs()
    if (stepMs === 0) return
    // In one turn: what was asked of the store before goes by the old time, what is asked afterwards by the new one.
    clock.takeOver(stepMs)
    const moved = store.moveDeadlines(stepMs)
    try {
      await moved
    } catch (error) {
      // The deadlines stand as they were, so the time does too. The next look tries again.
      clock.takeOver(-stepMs)
      throw error
    }
    const seconds = Math.round(stepMs / 1000)
    metrics.clockStepped()
    alarms.report('clock-step', '', { seconds })
    log.error(
      { event: 'clock-step', stepMs },
      'the clock of this machine was set; open deadlines were moved by the same step',
    )
  }
}
