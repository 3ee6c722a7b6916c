import { setTimeout as sleep } from 'node:timers/promises'
import { ApiClient } from '../measure/api-client.ts'
import type { Figures } from '../measure/figures.ts'
import { latencyOf } from '../measure/statistics.ts'
import { type Installation, ringMs } from './installation.ts'
import { Refused } from './turns.ts'
import { Integrators } from './ways.ts'

const lookMs = 50
/** A call without a settlement has failed a minute after its start. */
const patienceMs = 75_000

/** So many creations of one account at once, and what becomes of their calls. */
export async function burst(
  { port, keys, completed }: Installation,
  creations: number,
): Promise<Figures & { readonly count: number }> {
  const client = new ApiClient(port)
  await client.open(creations)
  const integrators = new Integrators(client, keys, ringMs)
  const endsMs: number[] = []
  const refusalsMs: number[] = []
  const timesMs: number[] = []
  const before = await completed()
  const startMs = performance.now()
  const create = async () => {
    try {
      await integrators.create(1, (ask) => ask())
      timesMs.push(performance.now() - startMs)
      // Its call is placed when it is answered.
      endsMs.push(performance.now() + ringMs)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refusalsMs.push(performance.now() - startMs)
    }
  }
  const all = Promise.all(Array.from({ length: creations }, create))
  let settled = 0
  let settledMaxMs = 0
  let isAnswered = false
  void all.then(() => {
    isAnswered = true
  })
  for (let untilMs = Number.POSITIVE_INFINITY; performance.now() < untilMs; await sleep(lookMs)) {
    const nowSettled = (await completed()) - before
    const nowMs = performance.now()
    // They end in the order of their answers, so that the longest wait of those that are settled now is that of the first.
    if (nowSettled > settled) settledMaxMs = Math.max(settledMaxMs, nowMs - endsMs[settled]!)
    settled = nowSettled
    if (isAnswered && settled >= endsMs.length) break
    if (isAnswered) untilMs = Math.min(untilMs, nowMs + patienceMs)
  }
  await all
  client.close()
  if (settled < endsMs.length) settledMaxMs = performance.now() - endsMs[settled]!
  return {
    count: endsMs.length,
    perSecond: (endsMs.length * 1_000) / Math.max(...timesMs),
    ...latencyOf(timesMs),
    accepted: endsMs.length,
    refused: refusalsMs.length,
    ...(refusalsMs.length === 0 ? {} : { refusalMaxMs: Math.max(...refusalsMs) }),
    settledMaxMs,
    lost: endsMs.length - settled,
  }
}
