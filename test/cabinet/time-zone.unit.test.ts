// Days and times that people type and read, by the zone of the account.
import { expect, it } from 'vitest'
import { formatsFor } from '../../cabinet/src/language/formats-for.ts'
import {
  clockText,
  dayText,
  knownZone,
  monthText,
  startOfDay,
  timeIn,
} from '../../cabinet/src/language/time-zone.ts'
import { rangeIn } from '../../cabinet/src/pages/quality/range.ts'

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 16))

it.each([
  ['Asia/Kolkata', '2026-04-04', '2026-04-03T18:30', '2026-04-04T18:30'],
  // The clocks go back at its end: it has 25 hours.
  ['America/Santiago', '2026-04-04', '2026-04-04T03:00', '2026-04-05T04:00'],
  // They go forward at midnight: it begins at one.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00', '2026-09-07T03:00'],
])('days in %s: %s begins at %s and ends at %s', (zone, day, begins, ends) => {
  const start = startOfDay(day, zone)!
  expect([iso(start), iso(startOfDay(day, zone, 1))]).toEqual([begins, ends])
  expect([dayText(start, zone), monthText(start, zone)]).toEqual([day, day.slice(0, 7)])
  expect(dayText(start - 1, zone) < day).toBe(true)
})

it('what is no day or time is none', () => {
  expect([startOfDay('', 'UTC'), startOfDay('2026-13-01', 'UTC'), startOfDay(null, 'UTC', 1)]).toEqual([
    null,
    null,
    null,
  ])
  expect(timeIn('', 'UTC')).toBeNull()
})

it('a time that is typed is shown again as it was typed', () => {
  for (const zone of ['Asia/Kolkata', 'America/Santiago', 'UTC'])
    expect(clockText(timeIn('2026-04-04T09:30', zone)!, zone)).toBe('2026-04-04T09:30')
  expect(iso(timeIn('2026-04-04T09:30', 'Asia/Kolkata'))).toBe('2026-04-04T04:00')
})

it('the last seven days begin at midnight of the zone, also beyond a clock change', () => {
  const now = Date.parse('2026-04-08T12:10Z')
  const range = rangeIn(new URLSearchParams({ range: '7d' }), now, 'America/Santiago')
  expect([iso(range.from), iso(range.to)]).toEqual(['2026-04-02T03:00', '2026-04-08T13:00'])
  const custom = new URLSearchParams({ range: 'custom', from: '2026-04-04', to: '2026-04-05' })
  const days = rangeIn(custom, now, 'America/Santiago')
  expect([iso(days.from), iso(days.to), days.fromDay, days.toDay]).toEqual([
    '2026-04-04T03:00',
    '2026-04-06T04:00',
    '2026-04-04',
    '2026-04-05',
  ])
})

it('times are shown by the zone', () => {
  const { exact, weekday, month, moment } = formatsFor('en', 'EUR', 'Asia/Kolkata')
  const at = Date.parse('2026-12-31T20:00Z')
  expect([weekday(at), month(at)]).toEqual(['Fri 1 Jan', 'January 2027'])
  expect(exact(at)).toBe('1 Jan 2027, 01:30:00 GMT+5:30')
  // Of this year there, of the last one in Greenwich.
  expect(moment(at, at)).toBe('1 Jan, 01:30:00')
})

it.each(['Etc/Unknown', 'Moon/Tycho'])('a zone that the browser does not know is UTC: %s', (zone) => {
  expect([knownZone(zone), knownZone('Asia/Kolkata')]).toEqual(['UTC', 'Asia/Kolkata'])
  expect(formatsFor('en', 'EUR', zone).exact(0)).toBe('1 Jan 1970, 00:00:00 UTC')
})
