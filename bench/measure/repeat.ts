import { ownCpuUs } from './cpu.ts'
import type { Figures } from './figures.ts'
import { latencyOf } from './statistics.ts'

/** Repeats for so many seconds, so many at once. The CPU time is of this process with all its threads. */
export async function repeatFor(
  seconds: number,
  atOnce: number,
  one: () => Promise<unknown>,
): Promise<Figures> {
  const timesMs: number[] = []
  const untilMs = performance.now() + seconds * 1000
  const before = ownCpuUs()
  const worker = async () => {
    while (performance.now() < untilMs) {
      const begunMs = performance.now()
      await one()
      timesMs.push(performance.now() - begunMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return {
    perSecond: timesMs.length / seconds,
    ...latencyOf(timesMs),
    cpuUs: (ownCpuUs() - before) / timesMs.length,
  }
}
