import { beforeEach, describe, expect, it } from 'vitest'
import { SeededRandom } from '../../test/simulation/seeded-random.ts'
import { SimulatedClock } from '../../test/simulation/simulated-clock.ts'
import { TimerWheel } from './timer-wheel.ts'

let clock: SimulatedClock
let wheel: TimerWheel
let fired: string[]

const note = (name: string) => (): void => {
  fired.push(`${clock.nowMs()} ${name}`)
}

beforeEach(() => {
  clock = new SimulatedClock()
  wheel = new TimerWheel(clock)
  fired = []
})

describe('the timer wheel', () => {
  it('fires in order, at the tick at or after the time', () => {
    wheel.after(1005, note('late'))
    wheel.after(20, note('soon'))
    wheel.after(0, note('now'))
    clock.advance(2000)
    expect(fired).toEqual(['10 now', '20 soon', '1010 late'])
  })

  it('uses one timer of the underlying clock for any number of entries', () => {
    for (let delayMs = 0; delayMs < 5000; delayMs += 7) wheel.after(delayMs, note('any'))
    expect(clock.pending).toBe(1)
  })

  it('fires timers that are several turns ahead at their time', () => {
    wheel.after(1_800_000, note('session'))
    wheel.after(40_960, note('one turn'))
    clock.advance(1_799_990)
    expect(fired).toEqual(['40960 one turn'])
    clock.advance(10)
    expect(fired).toEqual(['40960 one turn', '1800000 session'])
  })

  it('still wakes for an earlier timer when a callback sets a later one', () => {
    wheel.after(100, () => wheel.after(5000, note('far')))
    wheel.after(200, note('near'))
    clock.advance(300)
    expect(fired).toEqual(['200 near'])
  })

  it('allows a callback to clear its own timer and other timers', () => {
    const second = wheel.after(100, note('second'))
    const first = wheel.after(100, note('never'))
    first.clear()
    first.clear()
    wheel.after(90, () => second.clear())
    clock.advance(200)
    expect(fired).toEqual([])
    expect([wheel.count, clock.pending]).toEqual([0, 0])
  })

  it('does not run a timer of no delay endlessly within one tick', () => {
    let runs = 0
    const again = (): void => {
      if (++runs < 1000) wheel.after(0, again)
    }
    wheel.after(0, again)
    clock.advance(100)
    expect(runs).toBe(10)
  })

  it('drops all timers when it is stopped', () => {
    wheel.after(50, note('before'))
    wheel.stop()
    wheel.after(60, note('after')).clear()
    clock.advance(100)
    expect(fired).toEqual([])
    expect([wheel.count, clock.pending]).toEqual([0, 0])
  })

  it('still fires the other timers when one throws', () => {
    wheel.after(50, () => {
      throw new Error('broken')
    })
    wheel.after(50, note('neighbour'))
    wheel.after(60, note('later'))
    expect(() => clock.advance(100)).toThrow('broken')
    clock.advance(100)
    expect(fired.map((line) => line.split(' ')[1])).toEqual(['neighbour', 'later'])
  })

  it('fires in the same order as a plain list of timers, for many random ones', () => {
    const random = new SeededRandom(7)
    const expected: string[] = []
    for (let index = 0; index < 2000; index++) {
      const delayMs = random.below(100_000)
      const timer = wheel.after(delayMs, note(String(index)))
      if (random.chance(0.3)) timer.clear()
      else expected.push(`${Math.max(10, Math.ceil(delayMs / 10) * 10)} ${index}`)
    }
    clock.advance(200_000)
    expect(fired.toSorted()).toEqual(expected.toSorted())
    const times = fired.map((line) => Number.parseInt(line, 10))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })
})
