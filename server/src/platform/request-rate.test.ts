import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { RequestRate } from './request-rate.ts'

it.each([-10_800_000, 10_800_000])(
  'requests per second: start from zero after a second, even when the wall clock is set by %i ms',
  async (jumpMs) => {
    const clock = new ManualClock()
    const rate = new RequestRate(clock, 1)
    expect(rate.count('192.0.2.1')).toMatchObject({ exceeded: false })
    clock.jumpWall(jumpMs)
    expect(rate.count('192.0.2.1')).toEqual({
      limit: 1,
      remaining: 0,
      resetAt: clock.now() / 1000 + 1,
      exceeded: true,
      policy: '"address";q=1;w=1',
      isFlood: false,
    })
    await clock.advance(1_000)
    expect(rate.count('192.0.2.1')).toMatchObject({ exceeded: false })
  },
)
