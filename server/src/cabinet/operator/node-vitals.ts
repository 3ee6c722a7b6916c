import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Clock, minuteMs } from '../../platform/clock.ts'

const nanosecondsPerMs = 1e6
const resolutionMs = 20
/** Delay measurements are reset this often, so that an old delay does not stay visible. */
const periodMs = minuteMs

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Memory and event loop delay of this process. */
export interface NodeVitals {
  read(): {
    readonly startedAt: number
    readonly version: string
    readonly nodeVersion: string
    readonly platform: string
    readonly memoryBytes: number
    readonly loopDelayP99Ms: number
  }
  close(): void
}

export function watchVitals(clock: Clock): NodeVitals {
  const startedAt = clock.now()
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  let before = 0
  const p99Ms = () => Math.max(0, delays.percentile(99) / nanosecondsPerMs - resolutionMs)
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
      delays.disable()
    },
  }
}
