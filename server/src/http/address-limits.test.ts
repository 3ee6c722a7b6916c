import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { AddressLimits, wrongCredentialsPerMinute } from './address-limits.ts'

it.each([-10_800_000, 10_800_000])(
  'limits per address: last as long as they should, when the wall clock is set by %i ms',
  async (stepMs) => {
    const clock = new ManualClock()
    const limits = new AddressLimits(clock)
    for (let wrong = 0; wrong <= wrongCredentialsPerMinute; wrong++) limits.noteWrongCredentials('192.0.2.1')
    clock.jumpWall(stepMs)
    await clock.advance(1_000)
    expect(limits.limitedForMs('192.0.2.1')).toBe(59_000)
    await clock.advance(59_000)
    expect(limits.limitedForMs('192.0.2.1')).toBe(0)
  },
)
