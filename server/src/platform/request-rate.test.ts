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
      subject: 'address',
      limit: 1,
      remaining: 0,
      resetAt: clock.now() / 1000 + 1,
      exceeded: true,
      isFlood: false,
    })
    await clock.advance(1_000)
    expect(rate.count('192.0.2.1')).toMatchObject({ exceeded: false })
  },
)

it('requests per second: each service has a limit of its own, and what is taken back does not count', () => {
  const rate = new RequestRate(new ManualClock(), 2, 'service')
  const left = (of: number, perSecond?: number) => rate.count(of, perSecond)?.remaining
  expect([left(7), left(7), rate.count(7)?.exceeded]).toEqual([1, 0, true])
  rate.takeBack(7)
  rate.takeBack(7)
  expect(rate.count(7)).toMatchObject({ subject: 'service', limit: 2, remaining: 0, exceeded: false })
  expect([left(8, 5), left(9, 0)]).toEqual([4, undefined])
})
