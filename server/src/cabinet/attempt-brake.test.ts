import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { AttemptBrake } from './attempt-brake.ts'

const minuteMs = 60_000
const room = 50_000

function makeBrake() {
  const clock = new ManualClock()
  const brake = new AttemptBrake(clock, 3)
  const fail = (key: string, times: number) => {
    for (let time = 0; time < times; time++) brake.fail(key)
  }
  return {
    brake,
    clock,
    fail,
    waits: (key: string) => {
      try {
        brake.check(key)
        return false
      } catch {
        return true
      }
    },
    /** Somebody with many addresses. */
    crowd: (name: string, keys: number, times: number) => {
      for (let key = 0; key < keys; key++) fail(`${name} ${key}`, times)
    },
  }
}

describe('the brake on attempts', () => {
  it('lets a key wait after so many failures, to the end of a quarter of an hour', async () => {
    const { brake, clock, fail, waits } = makeBrake()
    fail('guesser', 2)
    expect(waits('guesser')).toBe(false)
    await clock.advance(5 * minuteMs)
    fail('guesser', 1)
    expect(waits('guesser')).toBe(true)
    expect(() => brake.check('guesser')).toThrow(expect.objectContaining({ status: 429 }))
    await clock.advance(10 * minuteMs - 1)
    expect(waits('guesser')).toBe(true)
    await clock.advance(1)
    expect(waits('guesser')).toBe(false)
    // Counted anew, from one.
    fail('guesser', 2)
    expect(waits('guesser')).toBe(false)
    fail('guesser', 1)
    expect(waits('guesser')).toBe(true)
  })

  it('does not add up failures that are a quarter of an hour apart', async () => {
    const { clock, fail, waits } = makeBrake()
    fail('somebody', 2)
    await clock.advance(15 * minuteMs)
    fail('somebody', 2)
    expect(waits('somebody')).toBe(false)
  })

  it('forgets a key that succeeded', () => {
    const { brake, fail, waits } = makeBrake()
    fail('waiting', 3)
    fail('counted', 2)
    brake.forget('waiting')
    brake.forget('counted')
    fail('counted', 1)
    expect([waits('waiting'), waits('counted')]).toEqual([false, false])
  })

  it('lets nobody go who has to wait, however many other keys fail', () => {
    const { fail, waits, crowd } = makeBrake()
    fail('guesser', 3)
    crowd('other', 2 * room, 1)
    expect(waits('guesser')).toBe(true)
  })

  it('forgets the oldest counts first, and no more of them than there has to be room', () => {
    const { fail, waits, crowd } = makeBrake()
    fail('oldest', 2)
    fail('next', 2)
    crowd('other', room - 1, 1)
    fail('next', 1)
    expect(waits('next')).toBe(true)
    fail('oldest', 1)
    expect(waits('oldest')).toBe(false)
  })

  it('forgets what is over before what still counts', async () => {
    const { clock, fail, waits, crowd } = makeBrake()
    fail('again', 1)
    crowd('early', room / 2, 1)
    await clock.advance(15 * minuteMs)
    // Began earlier than the others and begins anew now.
    fail('again', 2)
    crowd('late', room / 2 - 1, 1)
    crowd('latest', room / 2, 1)
    fail('again', 1)
    expect(waits('again')).toBe(true)
  })

  it('lets those go first who have waited longest when too many have to wait', () => {
    const { fail, waits, crowd } = makeBrake()
    fail('first', 3)
    fail('second', 3)
    crowd('other', room - 1, 3)
    expect([waits('first'), waits('second')]).toEqual([false, true])
  })
})
