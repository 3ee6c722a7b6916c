// The history of alarms: one that comes and goes is one line.
import { expect, it } from 'vitest'
import { groupRepeats } from '../../cabinet/src/pages/alarms/repeats.ts'
import type { AlarmRecord } from '../../server/src/storage/queries/alarms.ts'

const past = (id: number, subject: string, since: number, endedAt: number) =>
  ({ id, kind: 'trunk-down', subject, since, endedAt, facts: {}, nodes: [] }) as unknown as AlarmRecord

it('alarm history: repeats of one alarm are one line, with all the time that it was open', () => {
  const rows = [past(4, 'a', 90, 95), past(3, 'a', 50, 80), past(2, 'b', 40, 45), past(1, 'a', 10, 20)]
  expect(
    groupRepeats(rows).map(({ alarm, times, ...group }) => [alarm.id, times.map(({ id }) => id), group]),
  ).toEqual([
    [4, [4, 3], { since: 50, endedAt: 95, openMs: 35 }],
    [2, [2], { since: 40, endedAt: 45, openMs: 5 }],
    [1, [1], { since: 10, endedAt: 20, openMs: 10 }],
  ])
})
