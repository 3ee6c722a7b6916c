import { readFileSync } from 'node:fs'
import { type Clock, minuteMs, secondMs } from '../../platform/clock.ts'
import { LoopDelay } from '../../platform/loop-delay.ts'

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
