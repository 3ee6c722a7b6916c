import { expect, it } from 'vitest'
import { SimulatedClock } from '../../test/simulation/simulated-clock.ts'
import { LingerTable } from './linger-table.ts'
import { TimerWheel } from './timer-wheel.ts'

it('linger table: keeps each entry for its time, with one timer for the entries of one tick', () => {
  const clock = new SimulatedClock()
  const wheel = new TimerWheel(clock)
  const table = new LingerTable<string>(wheel, 5000)
  clock.advance(1)
  table.add('a', 'one')
  clock.advance(8)
  table.add('b', 'two')
  expect(wheel.count).toBe(1)
  clock.advance(2)
  table.add('c', 'three')
  expect(wheel.count).toBe(2)
  clock.advance(4998)
  expect([table.get('a'), table.get('b'), table.get('c')]).toEqual(['one', 'two', 'three'])
  clock.advance(1)
  expect([table.has('a'), table.has('b'), table.has('c')]).toEqual([false, false, true])
  clock.advance(10)
  expect([table.size, wheel.count]).toEqual([0, 0])
})
