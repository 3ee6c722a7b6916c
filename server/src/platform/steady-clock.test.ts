import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { SteadyClock } from './steady-clock.ts'

it.each([-10_800_000, 10_800_000])(
  'steady clock: continues unchanged until a jump of %i ms is applied',
  async (jumpMs) => {
    const machine = new ManualClock(1_000_000)
    const clock = new SteadyClock(machine)
    machine.jumpWall(jumpMs)
    await machine.advance(1_000)
    expect([clock.now(), clock.pendingJumpMs()]).toEqual([1_001_000, jumpMs])
    clock.takeOver(jumpMs)
    expect([clock.now(), clock.pendingJumpMs()]).toEqual([1_001_000 + jumpMs, 0])
  },
)

it('steady clock: follows small corrections at once, however many there are', () => {
  const machine = new ManualClock(1_000_000)
  const clock = new SteadyClock(machine)
  for (let correction = 1; correction <= 10; correction++) {
    machine.jumpWall(-400)
    expect(clock.now()).toBe(1_000_000 - correction * 400)
  }
  expect(clock.pendingJumpMs()).toBe(0)
})

it('steady clock: a thread that paused between two readings does not see a jump', () => {
  const machine = new ManualClock(1_000_000)
  let stoodStillMs = 0
  const stumbling = Object.assign(Object.create(machine) as ManualClock, {
    now: () => machine.now(),
    after: machine.after.bind(machine),
    every: machine.every.bind(machine),
    monotonicMs() {
      const readMs = machine.monotonicMs() + stoodStillMs
      stoodStillMs = 0
      return readMs
    },
  })
  const clock = new SteadyClock(stumbling)
  stoodStillMs = 5_000
  expect(clock.pendingJumpMs()).toBe(0)
})

it.each([-10_800_000, 10_800_000])(
  'steady clock: a jump of %i ms right after a reading changes nothing',
  (jumpMs) => {
    const machine = new ManualClock(1_000_000)
    const clock = new SteadyClock(machine)
    expect(clock.now()).toBe(1_000_000)
    machine.jumpWall(jumpMs)
    expect([clock.now(), clock.now()]).toEqual([1_000_000, 1_000_000])
  },
)

it('steady clock: continues from an earlier process at once, also right after a reading', () => {
  const machine = new ManualClock(1_000_000)
  const clock = new SteadyClock(machine)
  const aheadMs = clock.now() - machine.monotonicMs()
  clock.resumeFrom(aheadMs - 10_800_000)
  expect(clock.now()).toBe(1_000_000 - 10_800_000)
})
