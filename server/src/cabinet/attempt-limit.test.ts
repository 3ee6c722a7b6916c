import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { AttemptLimit } from './attempt-limit.ts'

const minuteMs = 60_000
const room = 50_000

function makeLimit() {
  const clock = new ManualClock()
  const limit = new AttemptLimit(clock, 3)
  /** Whether attempts for the key are refused now. */
  const waits = (key: string) => {
    try {
      limit.take(key)()
      return false
    } catch {
      return true
    }
  }
  const fail = (key: string, times: number) => {
    for (let time = 0; time < times; time++) limit.take(key)
  }
  return {
    limit,
    clock,
    fail,
    waits,
    /** Fails from many addresses. */
    crowd: (name: string, keys: number, times: number) => {
      for (let key = 0; key < keys; key++) fail(`${name} ${key}`, times)
    },
  }
}

describe('attempt limit', () => {
  it('refuses a key after too many failures, until 15 minutes are over', async () => {
    const { limit, clock, fail, waits } = makeLimit()
    fail('guesser', 2)
    expect(waits('guesser')).toBe(false)
    await clock.advance(5 * minuteMs)
    fail('guesser', 1)
    expect(waits('guesser')).toBe(true)
    const refusal = { status: 429, retryAfterSeconds: 600 }
    expect(() => limit.take('guesser')).toThrow(expect.objectContaining(refusal))
    await clock.advance(10 * minuteMs - 1)
    expect(waits('guesser')).toBe(true)
    await clock.advance(1)
    expect(waits('guesser')).toBe(false)
    // Counting starts again at one.
    fail('guesser', 2)
    expect(waits('guesser')).toBe(false)
    fail('guesser', 1)
    expect(waits('guesser')).toBe(true)
  })

  it('counts parallel attempts before any of them has ended', async () => {
    const { limit } = makeLimit()
    const guess = () => limit.countWrong(['guesser'], async () => false)
    const answers = await Promise.allSettled(Array.from({ length: 10 }, guess))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('counts wrong attempts, but not right ones or those that threw', async () => {
    const { limit, waits } = makeLimit()
    const broken = async () => {
      throw new Error('the store is away')
    }
    for (let time = 0; time < 5; time++) {
      expect(await limit.countWrong(['somebody'], async () => 'right')).toBe('right')
      await expect(limit.countWrong(['somebody'], broken)).rejects.toThrow('away')
    }
    for (let time = 0; time < 3; time++) {
      expect(waits('somebody')).toBe(false)
      expect(await limit.countWrong(['somebody'], async () => false)).toBe(false)
    }
    expect(waits('somebody')).toBe(true)
  })

  it('counts work that succeeded or is running, but not work that failed', async () => {
    const { limit, waits } = makeLimit()
    const failed = limit.countDone(['somebody'], () => Promise.reject(new Error('refused')))
    const done = [1, 2].map((number) => limit.countDone(['somebody'], async () => number))
    expect(waits('somebody')).toBe(true)
    await expect(failed).rejects.toThrow('refused')
    expect(await Promise.all(done)).toEqual([1, 2])
    expect(waits('somebody')).toBe(false)
    await limit.countDone(['somebody'], async () => 3)
    expect(waits('somebody')).toBe(true)
  })

  it('does not count for the other keys when one of them is refused', () => {
    const { limit, fail, waits } = makeLimit()
    fail('waiting', 3)
    for (let time = 0; time < 5; time++) expect(() => limit.take('other', 'waiting')).toThrow()
    fail('other', 2)
    expect(waits('other')).toBe(false)
  })

  it('uncounts an attempt once, and only in the window in which it was counted', async () => {
    const { limit, clock, fail, waits } = makeLimit()
    const uncount = limit.take('somebody')
    uncount()
    fail('somebody', 2)
    uncount()
    fail('somebody', 1)
    expect(waits('somebody')).toBe(true)

    const late = limit.take('late')
    await clock.advance(15 * minuteMs)
    fail('late', 2)
    late()
    fail('late', 1)
    expect(waits('late')).toBe(true)
  })

  it('does not add up failures that are 15 minutes apart', async () => {
    const { clock, fail, waits } = makeLimit()
    fail('somebody', 2)
    await clock.advance(15 * minuteMs)
    fail('somebody', 2)
    expect(waits('somebody')).toBe(false)
  })

  it('forgets a key that succeeded', () => {
    const { limit, fail, waits } = makeLimit()
    fail('waiting', 3)
    fail('counted', 2)
    limit.forget('waiting')
    limit.forget('counted')
    fail('counted', 1)
    expect([waits('waiting'), waits('counted')]).toEqual([false, false])
  })

  it('keeps refusing a key however many other keys fail', () => {
    const { fail, waits, crowd } = makeLimit()
    fail('guesser', 3)
    crowd('other', 2 * room, 1)
    expect(waits('guesser')).toBe(true)
  })

  it('drops the oldest counts first, and only as many as needed to make room', () => {
    const { fail, waits, crowd } = makeLimit()
    fail('oldest', 2)
    fail('next', 2)
    crowd('other', room - 1, 1)
    fail('next', 1)
    expect(waits('next')).toBe(true)
    fail('oldest', 1)
    expect(waits('oldest')).toBe(false)
  })

  it('drops expired counts before those that still count', async () => {
    const { clock, fail, waits, crowd } = makeLimit()
    fail('again', 1)
    crowd('early', room / 2, 1)
    await clock.advance(15 * minuteMs)
    // Its window began before the others and starts again now.
    fail('again', 2)
    crowd('late', room / 2 - 1, 1)
    crowd('latest', room / 2, 1)
    fail('again', 1)
    expect(waits('again')).toBe(true)
  })

  it('drops the keys that were refused longest when too many are refused', () => {
    const { fail, waits, crowd } = makeLimit()
    fail('first', 3)
    fail('second', 3)
    crowd('other', room - 1, 3)
    expect([waits('first'), waits('second')]).toEqual([false, true])
  })

  it('accepts a key again after 15 minutes, also when the wall clock is set back', async () => {
    const { clock, fail, waits } = makeLimit()
    fail('a', 3)
    clock.jumpWall(-10_800_000)
    await clock.advance(15 * minuteMs - 1)
    expect(waits('a')).toBe(true)
    await clock.advance(1)
    expect(waits('a')).toBe(false)
  })
})
