import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { SteadyClock } from '../platform/steady-clock.ts'
import type { Store } from '../storage/store.ts'

/** The wall clock drifts by small corrections. The stored value is updated when they have added up to this. */
const keptPrecisionMs = 200

interface KeptClock {
  readonly bootId: string
  readonly wallAheadMs: number
}

/**
 * The store keeps the offset of the service's time. A service that starts again on the same boot continues in that
 * time, so that it notices a clock jump that happened while it was down or that was not noticed before a crash.
 */
export async function resumeClock(
  clock: SteadyClock,
  store: Pick<Store, 'meta' | 'moveDeadlines' | 'isShared'>,
  bootId: string | undefined,
): Promise<void> {
  if (store.isShared || bootId === undefined) return
  const text = await store.meta('clock')
  const kept = text === undefined ? undefined : (JSON.parse(text) as KeptClock)
  if (kept?.bootId === bootId) clock.resumeFrom(kept.wallAheadMs)
  else await store.moveDeadlines({ byMs: 0, clock: textOf(clock.wallAheadMs, bootId) })
}

interface ClockWatchDeps {
  readonly clock: SteadyClock
  readonly store: Pick<Store, 'moveDeadlines'>
  readonly bootId: string | undefined
  readonly log: Log
  readonly metrics: Metrics
  readonly alarms: ActiveAlarms
}

/** Notices that the machine's wall clock was set, reports it to the operator, and shifts open deadlines with it. */
export function watchClock(deps: ClockWatchDeps): () => Promise<void> {
  const { clock, store, bootId, log, metrics, alarms } = deps
  let keptMs = clock.wallAheadMs
  const move = async (byMs: number) => {
    const { wallAheadMs } = clock
    await store.moveDeadlines({ byMs, clock: textOf(wallAheadMs, bootId) })
    keptMs = wallAheadMs
  }
  return async () => {
    const jumpMs = clock.pendingJumpMs()
    if (jumpMs === 0) {
      if (Math.abs(clock.wallAheadMs - keptMs) >= keptPrecisionMs) await move(0)
      return
    }
    // In one turn of the event loop: earlier requests to the store use the old time, later ones the new time.
    clock.takeOver(jumpMs)
    try {
      await move(jumpMs)
    } catch (error) {
      // The deadlines were not shifted, so the time is not changed either. The next check tries again.
      clock.takeOver(-jumpMs)
      throw error
    }
    const seconds = Math.round(jumpMs / 1000)
    metrics.clockJumps.inc()
    alarms.report('clock-step', '', { seconds })
    log.error(
      { event: 'clock-step', stepMs: jumpMs },
      'the clock of this machine was set; open deadlines and limits per number were moved by as much',
    )
  }
}

const textOf = (wallAheadMs: number, bootId: string | undefined): string | undefined =>
  bootId === undefined ? undefined : JSON.stringify({ bootId, wallAheadMs } satisfies KeptClock)
