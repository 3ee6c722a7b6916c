import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  drawnGroup,
  type Fault,
  type Habits,
  lifelike,
  plain,
  rhythm,
  rough,
  runGroup,
  seeded,
  warmUpHours,
} from '../../test/simulated-groups.ts'
import { dropOf, watchGroup } from './drop-test.ts'

const isLong = process.env.RINGKEY_TEST_LONG === '1'
/** The figures of docs/engineering/decisions/drop-alarm.md are those of `npm run bench -- drops`. */
const [groups, weeks] = isLong ? [100, 26] : [30, 1]
const repeats = isLong ? 200 : 12

function falseAlarms(habits: Habits): number {
  const random = seeded(11)
  let found = 0
  for (let group = 0; group < groups; group++)
    found += runGroup(random, drawnGroup(random, habits), weeks * 7 * 24).length
  return found
}

for (const [name, habits] of Object.entries({ plain, rhythm, lifelike, rough })) {
  it(`drop test: groups with ${name} traffic and no fault raise less than one alarm a week`, () => {
    expect(falseAlarms(habits)).toBeLessThan(weeks)
  })
}

/** Half of the faults are found within so many hours. */
function middleDelay(rate: number, fallen: number, callsAnHour: number): { hours: number; calls: number } {
  const random = seeded(3)
  const delays = Array.from({ length: repeats }, () => {
    const fromHour = warmUpHours + 12 + Math.floor(random() * 24)
    const fault: Fault = { fromHour, toHour: Number.POSITIVE_INFINITY, rate: fallen }
    const found = runGroup(random, { rate, callsAnHour, habits: lifelike }, 5 * 24, {
      fault,
      stopAtFirst: true,
      looksAnHour: 12,
    })
    const [first] = found.filter(({ atHour }) => atHour > fromHour)
    return { hours: (first?.atHour ?? Number.POSITIVE_INFINITY) - fromHour, calls: first?.calls ?? 0 }
  })
  return delays.toSorted((one, other) => one.hours - other.hours)[Math.floor(repeats / 2)]!
}

it('drop test: a rate that is halved is found after some dozen calls, a smaller fall after some hundred', () => {
  const table = [
    { from: 0.88, to: 0.44, callsAnHour: 10, maxHours: 12, maxCalls: 60 },
    { from: 0.88, to: 0.44, callsAnHour: 300, maxHours: 1, maxCalls: 120 },
    { from: 0.88, to: 0.66, callsAnHour: 100, maxHours: 10, maxCalls: 500 },
  ]
  for (const { from, to, callsAnHour, maxHours, maxCalls } of table) {
    const { hours, calls } = middleDelay(from, to, callsAnHour)
    expect(hours, `${from} to ${to} at ${callsAnHour} an hour`).toBeLessThan(maxHours)
    expect(calls).toBeLessThan(maxCalls)
  }
})

const hours = warmUpHours + 24
/** The same counts every hour, with another rate from one hour on. */
function steady(of: number, hits: number, from = hours, hitsThen = hits) {
  return {
    firstHour: 0,
    hits: Int32Array.from({ length: hours }, (_, hour) => (hour < from ? hits : hitsThen)),
    of: new Int32Array(hours).fill(of),
  }
}

it('drop test: a drop has the hour it began, its rate and what is usual', () => {
  const group = watchGroup([steady(25, 22, warmUpHours + 3, 11)], warmUpHours + 10, undefined)!
  const drop = dropOf(group, warmUpHours + 10)!
  expect(drop).toMatchObject({ sinceHour: warmUpHours + 3, hits: 8 * 11, of: 8 * 25 })
  expect(drop.usual).toBeCloseTo(0.88, 2)
})

it('drop test: a drop is over when the rate is back, and not while nothing is known', () => {
  const counts = steady(25, 22, warmUpHours + 3, 11)
  for (let hour = warmUpHours + 8; hour < hours; hour++) counts.hits[hour] = 22
  const at = (hour: number, openSince?: number) => {
    const group = watchGroup([counts], hour, openSince)
    return group && dropOf(group, hour)
  }
  expect(at(warmUpHours + 7)).toBeDefined()
  expect(at(warmUpHours + 23, warmUpHours + 3)).toBeUndefined()
  counts.of.fill(0, warmUpHours + 8)
  counts.hits.fill(0, warmUpHours + 8)
  expect(at(warmUpHours + 23, warmUpHours + 3)).toMatchObject({ sinceHour: warmUpHours + 3, of: 5 * 25 })
})

it('drop test: good hours before a drop that is open do not end it', () => {
  const counts = steady(8, 7, warmUpHours + 3, 4)
  const hour = warmUpHours + 4
  expect(dropOf(watchGroup([counts], hour, undefined)!, hour)).toBeUndefined()
  const open = watchGroup([counts], hour, warmUpHours + 3)!
  expect(dropOf(open, hour)).toMatchObject({ sinceHour: warmUpHours + 3, hits: 8, of: 16 })
})

it('drop test: a drop that began before the watched hours is reported with its beginning', () => {
  const began = warmUpHours - 101
  const group = watchGroup([steady(25, 22, began, 11)], warmUpHours, undefined)!
  expect(dropOf(group, warmUpHours)).toMatchObject({ sinceHour: began })
})

it('drop test: another mix of modes is no drop', () => {
  const flash = steady(50, 45)
  const voice = steady(10, 5)
  for (let hour = warmUpHours; hour < hours; hour++) {
    flash.of[hour] = 10
    flash.hits[hour] = 9
    voice.of[hour] = 60
    voice.hits[hour] = 30
  }
  const group = watchGroup([flash, voice], hours - 1, undefined)!
  expect(dropOf(group, hours - 1)).toBeUndefined()
})

it('drop test: a group without three days or 60 calls of a past is not judged', () => {
  const young = steady(10, 9)
  young.of.fill(0, 0, warmUpHours - 72 - 48)
  expect(watchGroup([young], warmUpHours, undefined)).toBeUndefined()
  const rare = steady(0, 0)
  for (let hour = 0; hour < hours; hour += 8) rare.of[hour] = 1
  expect(watchGroup([rare], warmUpHours, undefined)).toBeUndefined()
})

it('drop test: better rates never raise an alarm, whatever the counts', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.double({ min: 0.1, max: 0.95, noNaN: true }),
      fc.integer({ min: 1, max: 400 }),
      (of, rate, ofThen) => {
        const hits = Math.floor(of * rate)
        const counts = steady(of, hits)
        for (let hour = warmUpHours; hour < hours; hour++) {
          counts.of[hour] = ofThen
          counts.hits[hour] = Math.ceil(ofThen * Math.min(1, hits / of + 0.02))
        }
        const group = watchGroup([counts], hours - 1, undefined)
        expect(group && dropOf(group, hours - 1)).toBeUndefined()
      },
    ),
    { numRuns: 100 },
  )
})
