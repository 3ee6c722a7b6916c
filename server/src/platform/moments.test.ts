import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { Moments } from './moments.ts'

it('moments: runs each task at its time, with one timer for all tasks of the same millisecond', async () => {
  const clock = new ManualClock(0)
  let timers = 0
  const counting = {
    now: () => clock.now(),
    monotonicMs: () => clock.monotonicMs(),
    every: clock.every.bind(clock),
    after(delayMs: number, run: () => void) {
      timers += 1
      return clock.after(delayMs, run)
    },
  }
  const moments = new Moments(counting)
  const done: string[] = []
  const note = (name: string) => () => void done.push(`${name} ${clock.now()}`)
  moments.after(1_000, note('a'))
  moments.after(1_000, note('b'))
  moments.after(500, note('c'))
  await clock.advance(999)
  expect(done).toEqual(['c 500'])
  await clock.advance(1)
  expect(done).toEqual(['c 500', 'a 1000', 'b 1000'])
  moments.after(0, note('late'))
  await clock.advance(0)
  expect([done.at(-1), timers]).toEqual(['late 1000', 3])
})
