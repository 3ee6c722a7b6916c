import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { pacedWork } from './paced-work.ts'

/** Everything that is ready to run has run. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Each piece takes 10 ms; there are `count` of them. */
function startPieces(clock: ManualClock, count: number, restPerWork: number, signal?: AbortSignal) {
  const startsMs: number[] = []
  const piece = async () => {
    startsMs.push(clock.monotonicMs())
    await clock.advance(10)
    return startsMs.length < count
  }
  return { startsMs, ended: pacedWork(clock, restPerWork, piece, signal) }
}

it('paced work: rests for a multiple of what the piece took, and ends when nothing is left', async () => {
  const clock = new ManualClock()
  const beganMs = clock.monotonicMs()
  const { startsMs, ended } = startPieces(clock, 3, 4)
  await turn()
  await clock.advance(200)
  await ended
  expect(startsMs.map((ms) => ms - beganMs)).toEqual([0, 50, 100])
})

it('paced work: a cancelled one ends its rest at once and starts no other piece', async () => {
  const clock = new ManualClock()
  const cancelled = new AbortController()
  const { startsMs, ended } = startPieces(clock, 3, 1_000, cancelled.signal)
  await turn()
  await clock.advance(50)
  cancelled.abort()
  await ended
  expect(startsMs).toHaveLength(1)
})
