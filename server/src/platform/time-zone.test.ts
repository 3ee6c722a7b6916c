import { describe, expect, it } from 'vitest'
import { hourMs } from './clock.ts'
import { dayBorders, isTimeZone } from './time-zone.ts'

const iso = (at: number) => new Date(at).toISOString().slice(0, 16)

describe('borders of days', () => {
  it.each([
    // The zone, a moment of the day, when the day begins, and its length in hours.
    ['Asia/Kolkata', '2026-03-10T12:00Z', '2026-03-09T18:30', 24],
    ['Asia/Kathmandu', '2026-03-10T12:00Z', '2026-03-09T18:15', 24],
    ['Europe/Berlin', '2026-03-29T12:00Z', '2026-03-28T23:00', 23],
    ['Europe/Berlin', '2026-10-25T12:00Z', '2026-10-24T22:00', 25],
    // Clocks go back at midnight there, so that the 4th has 25 hours, and forward, so that the 6th begins at one.
    ['America/Santiago', '2026-04-04T12:00Z', '2026-04-04T03:00', 25],
    ['America/Santiago', '2026-04-05T12:00Z', '2026-04-05T04:00', 24],
    ['America/Santiago', '2026-09-06T12:00Z', '2026-09-06T04:00', 23],
    ['Australia/Lord_Howe', '2026-10-04T12:00Z', '2026-10-03T13:30', 23.5],
    ['UTC', '2026-03-10T12:00Z', '2026-03-10T00:00', 24],
  ])('%s at %s: the day begins at %s and has %s hours', (zone, moment, begins, hours) => {
    const { startOfDay, nextDay } = dayBorders(zone)
    const at = Date.parse(moment)
    expect(iso(startOfDay(at))).toBe(begins)
    expect((nextDay(at) - startOfDay(at)) / hourMs).toBe(hours)
    expect(startOfDay(startOfDay(at))).toBe(startOfDay(at))
    expect(startOfDay(nextDay(at) - 1)).toBe(startOfDay(at))
  })

  it('months begin at the first midnight of the zone', () => {
    const march = 2026 * 12 + 2
    expect(iso(dayBorders('Asia/Kolkata').startOfMonth(march))).toBe('2026-02-28T18:30')
    expect(iso(dayBorders('America/Santiago').startOfMonth(march))).toBe('2026-03-01T03:00')
    expect(dayBorders('Asia/Kolkata').monthOf(Date.parse('2026-02-28T18:30Z'))).toBe(march)
    expect(dayBorders('America/Santiago').monthOf(Date.parse('2026-03-01T02:59Z'))).toBe(march - 1)
  })

  it('a name that is no zone is told apart', () => {
    expect(['Asia/Almaty', 'UTC', 'Nowhere/Land', '+05:07'].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
