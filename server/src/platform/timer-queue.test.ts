import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { TimerQueue } from './timer-queue.ts'

it('timer queue: runs each task at its time, with one timer for all tasks of the same millisecond', async () => {
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
  const queue = new TimerQueue(counting)
  const done: string[] = []
  const note = (name: string) => () => void done.push(`${name} ${clock.now()}`)
  queue.after(1_000, note('a'))
  queue.after(1_000, note('b'))
  queue.after(500, note('c'))
  await clock.advance(999)
  expect(done).toEqual(['c 500'])
  await clock.advance(1)
  expect(done).toEqual(['c 500', 'a 1000', 'b 1000'])
  queue.after(0, note('late'))
  await clock.advance(0)
  expect([done.at(-1), timers]).toEqual(['late 1000', 3])
})
