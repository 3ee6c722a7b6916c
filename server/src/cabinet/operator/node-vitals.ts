import { type Clock, minuteMs, secondMs } from '../../platform/clock.ts'
import { LoopDelay } from '../../platform/loop-delay.ts'
import { version } from '../../platform/version.ts'

/** Delay measurements are reset this often, so that an old delay does not stay visible. */
const periodMs = minuteMs

export type NodeVitals = ReturnType<typeof watchVitals>

/** Memory and event loop delay of this process. */
export function watchVitals(clock: Clock) {
  const startedAt = clock.now()
  const delays = new LoopDelay()
  let before = 0
  const p99Ms = () => delays.percentile(99) * secondMs
  const timer = clock.every(periodMs, () => {
    before = p99Ms()
    delays.reset()
  })
  return {
    read: () => ({
      startedAt,
      version,
      nodeVersion: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      memoryBytes: process.memoryUsage.rss(),
      loopDelayP99Ms: Math.max(before, p99Ms()),
    }),
    close() {
      timer.cancel()
      delays.close()
    },
  }
}
