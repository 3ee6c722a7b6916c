import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import type { Clock } from '../clock.ts'
import { Ticker } from './ticker.ts'

/** A clock whose timers are late by a known pattern, as in a busy process. */
function lateClock(inner: ManualClock): Clock {
  let turn = 0
  return {
    nowMs: () => inner.nowMs(),
    after: (delayMs, run) => inner.after(delayMs + (turn++ % 7) * 0.6, run),
  }
}

describe('ticker', () => {
  it('runs 3,000 ticks in a minute although every timer is late', () => {
    const clock = new ManualClock()
    const ticker = new Ticker(lateClock(clock))
    let ticks = 0
    ticker.add(() => ticks++)
    clock.advance(60_000 - 1)
    expect(ticks).toBe(3000)
  })

  it('keeps each tick within the lateness of one timer', () => {
    const clock = new ManualClock()
    const ticker = new Ticker(lateClock(clock))
    const offBy: number[] = []
    let ticks = 0
    ticker.add(() => offBy.push(clock.nowMs() - 20 * ticks++))
    clock.advance(60_000)
    expect(Math.max(...offBy)).toBeLessThan(5)
    expect(Math.min(...offBy)).toBeGreaterThanOrEqual(0)
  })

  it('spreads streams over the interval', () => {
    const clock = new ManualClock()
    const ticker = new Ticker(clock)
    const times = new Map<number, number>()
    for (let stream = 0; stream < 100; stream++) {
      ticker.add(() => times.set(clock.nowMs() % 20, (times.get(clock.nowMs() % 20) ?? 0) + 1))
    }
    clock.advance(19)
    expect([...times]).toEqual([
      [0, 25],
      [5, 25],
      [10, 25],
      [15, 25],
    ])
  })

  it('catches up after a short stall and skips time after a long one', () => {
    const clock = new ManualClock()
    const ticker = new Ticker(clock)
    let ticks = 0
    ticker.add(() => ticks++)
    clock.advance(0)
    clock.stall(100)
    clock.advance(0)
    expect(ticks).toBe(6)
    clock.stall(5000)
    clock.advance(0)
    expect(ticks).toBeLessThanOrEqual(7)
    const before = ticks
    clock.advance(1000)
    expect(ticks - before).toBe(50)
  })

  it('leaves no timer behind when the last stream is removed', () => {
    const clock = new ManualClock()
    const ticker = new Ticker(clock)
    const stops = [ticker.add(() => {}), ticker.add(() => {})]
    clock.advance(40)
    for (const stop of stops) stop()
    expect(clock.waiting).toBe(0)
    let ticks = 0
    ticker.add(() => ticks++)
    clock.advance(20)
    expect(ticks).toBe(2)
  })

  it('allows a stream to be removed from inside its own tick', () => {
    const clock = new ManualClock()
    const ticker = new Ticker(clock)
    let ticks = 0
    const stop = ticker.add(() => {
      ticks++
      stop()
    })
    clock.advance(100)
    expect([ticks, clock.waiting]).toEqual([1, 0])
  })
})
