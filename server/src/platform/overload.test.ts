import { expect, it } from 'vitest'
import { Overload } from './overload.ts'

function scene() {
  let nowMs = 1_000_000
  const elapse = (ms: number) => {
    nowMs += ms
  }
  const changes: boolean[] = []
  let storeWaitedMs = 0
  const overload = new Overload(
    { monotonicMs: () => nowMs },
    () => storeWaitedMs,
    (isOverloaded) => changes.push(isOverloaded),
  )
  const waitForStore = (waitedMs: number) => {
    storeWaitedMs = waitedMs
  }
  /** A measurement every 100 ms. */
  const measure = (delayMs: number, times: number) => {
    for (let time = 0; time < times; time++) {
      elapse(100)
      overload.noteDelay(delayMs)
    }
  }
  /** The share of so many requests within the present moment, after those that are always admitted. */
  const admittedShare = () => {
    for (let request = 0; request < 100; request++) overload.admits()
    let admitted = 0
    for (let request = 0; request < 1_000; request++) if (overload.admits()) admitted += 1
    return admitted / 1_000
  }
  return { elapse, changes, overload, waitForStore, measure, admittedShare }
}

it('overload: everything is admitted while commands arrive in time', () => {
  const { measure, admittedShare, changes } = scene()
  measure(5, 100)
  expect(admittedShare()).toBe(1)
  expect(changes).toEqual([])
})

it('overload: a stall of one or two measurements is ignored', () => {
  const { measure, admittedShare, changes } = scene()
  for (let stall = 0; stall < 20; stall++) {
    measure(400, 2)
    measure(5, 1)
  }
  expect(admittedShare()).toBe(1)
  expect(changes).toEqual([])
})

it('overload: more is refused the longer commands are late, and it is reported once', () => {
  const { measure, admittedShare, changes } = scene()
  measure(200, 3)
  expect(admittedShare()).toBeCloseTo(0.85, 1)
  measure(200, 8)
  expect(admittedShare()).toBeCloseTo(0.85 ** 9, 1)
  expect(changes).toEqual([true])
})

it('overload: 100 requests per second are always admitted', () => {
  const { overload, measure, elapse } = scene()
  measure(500, 60)
  for (let second = 0; second < 3; second++) {
    elapse(1_000)
    overload.noteDelay(500)
    for (let request = 0; request < 100; request++) expect(overload.admits()).toBe(true)
    expect(overload.admits()).toBe(false)
  }
})

it('overload: everything is admitted again when commands arrive in time for a while', () => {
  const { measure, admittedShare, changes } = scene()
  measure(200, 12)
  measure(5, 10)
  expect(admittedShare()).toBeLessThan(0.6)
  measure(5, 50)
  expect(admittedShare()).toBe(1)
  expect(changes).toEqual([true, false])
})

it('overload: is forgotten when nothing was measured for a second', () => {
  const { overload, measure, elapse, changes } = scene()
  measure(200, 12)
  elapse(1_001)
  expect(overload.admits()).toBe(true)
  expect(changes).toEqual([true, false])
})

it('overload: the more are refused, the later they are asked to come again, and not all at once', () => {
  const { overload, measure, elapse } = scene()
  expect(overload.retryAfterMs).toBe(1_000)
  measure(500, 60)
  /** The seconds that those are told who are refused among so many. */
  const told = (requests: number) => {
    elapse(1_000)
    overload.noteDelay(500)
    const seconds = Array.from({ length: requests }, () =>
      overload.admits() ? [] : [overload.retryAfterMs / 1_000],
    ).flat()
    return [...new Set(seconds)].sort((one, other) => one - other)
  }
  expect(told(150)).toEqual([1])
  expect(told(450).at(-1)).toBe(4)
  told(3_000)
  expect(told(600)).toEqual([5, 6, 7, 8, 9, 10])
  told(100)
  told(100)
  expect(overload.retryAfterMs).toBe(1_000)
})

it('overload: a store that is a second behind counts as late, also when nothing is heard of calls', () => {
  const { overload, elapse, waitForStore, changes } = scene()
  waitForStore(900)
  for (let time = 0; time < 5; time++) {
    elapse(100)
    overload.admits()
  }
  expect(changes).toEqual([])
  waitForStore(1_100)
  for (let time = 0; time < 5; time++) {
    elapse(100)
    overload.admits()
  }
  expect(changes).toEqual([true])
  waitForStore(0)
  elapse(1_001)
  overload.admits()
  expect(changes).toEqual([true, false])
})
