import { describe, expect, it } from 'vitest'
import { dayStretches, hourStretch, isZone, stepsOf } from './calendar.ts'

const hourMs = 3_600_000

describe('days in a zone', () => {
  it('begin at its midnight', () => {
    const [stretch] = dayStretches(Date.UTC(2026, 0, 15, 12), Date.UTC(2026, 0, 17, 12), 'Europe/Moscow')
    expect(stepsOf(stretch!)).toEqual([14, 15, 16].map((day) => Date.UTC(2026, 0, day, 21)))
  })

  it('have 23 and 25 hours when the clocks change', () => {
    const spring = dayStretches(Date.UTC(2026, 2, 28), Date.UTC(2026, 2, 31), 'Europe/Berlin')
    expect(spring.map(({ stepHours }) => stepHours)).toEqual([24, 23, 24])
    const autumn = dayStretches(Date.UTC(2026, 9, 24), Date.UTC(2026, 9, 27), 'America/New_York')
    expect(autumn.map(({ stepHours }) => stepHours)).toEqual([24])
    const later = dayStretches(Date.UTC(2026, 9, 31, 12), Date.UTC(2026, 10, 3), 'America/New_York')
    expect(later.map(({ stepHours }) => stepHours)).toEqual([24, 25, 24])
  })

  it('follow each other without a gap through a year', () => {
    const stretches = dayStretches(Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 31), 'Europe/Paris')
    expect(stretches.length).toBe(5)
    for (const [index, { from }] of stretches.entries()) {
      if (index > 0) expect(from).toBe(stretches[index - 1]!.to)
    }
  })

  it('begin at a whole hour where the zone is half an hour off', () => {
    const [stretch] = dayStretches(Date.UTC(2026, 0, 15, 12), Date.UTC(2026, 0, 15, 13), 'Asia/Kolkata')
    expect(stretch!.from % hourMs).toBe(0)
    expect(stretch!.stepHours).toBe(24)
  })
})

it('statistics by the hour: begin and end at whole hours', () => {
  expect(hourStretch(90 * 60_000, 130 * 60_000)).toEqual({ from: hourMs, to: 3 * hourMs, stepHours: 1 })
})

it('time zones: an unknown name is refused', () => {
  expect([isZone('Asia/Almaty'), isZone('UTC'), isZone('Nowhere/Land')]).toEqual([true, true, false])
})
