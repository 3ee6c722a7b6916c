import { expect, it } from 'vitest'
import { Lanes, maxAtOnce, maxAtOnceSilent, maxAtOnceUnproven } from './lanes.ts'

it('lanes: give a new receiver one slot, and twice as many after each answer, up to sixteen', () => {
  const lanes = new Lanes()
  const places = [lanes.reserve('a')]
  for (let answer = 0; answer < 6; answer++) {
    lanes.finished('a', true)
    lanes.reserve('a')
    places.push(lanes.underWay)
  }
  expect(places).toEqual([1, 2, 4, 8, 16, 16, 16])
  expect(lanes.reserve('a')).toBe(0)
})

it('lanes: reduce a receiver to one slot when it does not answer', () => {
  const lanes = new Lanes()
  lanes.reserve('a')
  lanes.finished('a', true)
  expect(lanes.reserve('a')).toBe(2)
  lanes.finished('a', false)
  lanes.finished('a', false)
  expect(lanes.reserve('a')).toBe(1)
  expect(lanes.reserve('a')).toBe(0)
  lanes.finished('a', true)
  expect(lanes.reserve('a')).toBe(2)
})

it('lanes: take back unused slots', () => {
  const lanes = new Lanes()
  lanes.reserve('a')
  lanes.finished('a', true)
  lanes.release('a', lanes.reserve('a') - 1)
  expect(lanes.underWay).toBe(1)
  expect(lanes.reserve('a')).toBe(1)
})

it('lanes: silent and untried receivers never take the slots of receivers that answer', () => {
  const lanes = new Lanes()
  const alive = Array.from({ length: 50 }, (_, index) => `alive-${index}`)
  for (const receiver of alive) {
    lanes.reserve(receiver)
    lanes.finished(receiver, true)
  }
  const dead = Array.from({ length: 500 }, (_, index) => `dead-${index}`)
  let silent = 0
  for (const receiver of dead) {
    lanes.reserve(receiver)
    lanes.finished(receiver, false)
  }
  for (const receiver of dead) silent += lanes.reserve(receiver)
  expect(silent).toBe(maxAtOnceSilent)
  let untried = 0
  for (let index = 0; index < 500; index++) untried += lanes.reserve(`new-${index}`)
  expect(silent + untried).toBe(maxAtOnceUnproven)
  let answering = 0
  for (const receiver of alive) answering += lanes.reserve(receiver)
  expect(answering).toBe(maxAtOnce - maxAtOnceUnproven)
  expect(lanes.isFull).toBe(true)
})

it('lanes: keep correct counts over any history', () => {
  const lanes = new Lanes()
  const taken: string[] = []
  let seed = 1
  const below = (bound: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % bound
  }
  for (let step = 0; step < 20_000; step++) {
    const receiver = `r${below(300)}`
    if (below(2) === 0) for (let place = lanes.reserve(receiver); place > 0; place--) taken.push(receiver)
    else if (taken.length > 0) lanes.finished(taken.splice(below(taken.length), 1)[0]!, below(3) > 0)
    expect(lanes.underWay).toBe(taken.length)
    expect(lanes.underWay).toBeLessThanOrEqual(maxAtOnce)
  }
  for (const receiver of taken) lanes.finished(receiver, true)
  expect(lanes.underWay).toBe(0)
})
