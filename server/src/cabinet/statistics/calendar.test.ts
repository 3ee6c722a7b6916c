import { describe, expect, it } from 'vitest'
import { isTimeZone } from '../../platform/time-zone.ts'
import { dayEdges, hourEdges } from './calendar.ts'

const hourMs = 3_600_000
const hoursBetween = (edges: readonly number[]) =>
  edges.slice(1).map((edge, index) => (edge - edges[index]!) / hourMs)

describe('days in a zone', () => {
  it('begin at its midnight', () => {
    const edges = dayEdges(Date.UTC(2026, 0, 15, 12), Date.UTC(2026, 0, 17, 12), 'Europe/Moscow')
    expect(edges).toEqual([14, 15, 16, 17].map((day) => Date.UTC(2026, 0, day, 21)))
  })

  it('have 23 and 25 hours when the clocks change', () => {
    const spring = dayEdges(Date.UTC(2026, 2, 28), Date.UTC(2026, 2, 31), 'Europe/Berlin')
    expect(hoursBetween(spring)).toEqual([24, 23, 24, 24])
    const autumn = dayEdges(Date.UTC(2026, 9, 31, 12), Date.UTC(2026, 10, 3), 'America/New_York')
    expect(hoursBetween(autumn)).toEqual([24, 25, 24])
  })

  it('follow each other through a year', () => {
    const hours = hoursBetween(dayEdges(Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 31), 'Europe/Paris'))
    expect(hours.length).toBe(365)
    expect(hours.filter((each) => each !== 24)).toEqual([23, 25])
  })

  it('begin at a whole hour where the zone is half an hour off', () => {
    const edges = dayEdges(Date.UTC(2026, 0, 15, 12), Date.UTC(2026, 0, 15, 13), 'Asia/Kolkata')
    expect(edges[0]! % hourMs).toBe(0)
    expect(hoursBetween(edges)).toEqual([24])
  })
})

it('statistics by the hour: begin and end at whole hours', () => {
  expect(hourEdges(90 * 60_000, 130 * 60_000)).toEqual([hourMs, 2 * hourMs, 3 * hourMs])
})

it('time zones: an unknown name is refused', () => {
  expect([isTimeZone('Asia/Almaty'), isTimeZone('UTC'), isTimeZone('Nowhere/Land')]).toEqual([
    true,
    true,
    false,
  ])
})
