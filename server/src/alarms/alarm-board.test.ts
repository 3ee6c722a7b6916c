import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { AlarmBoard } from './alarm-board.ts'

const minuteMs = 60_000

describe('the alarm board', () => {
  it('keeps since when a state lasts, however often it is raised', async () => {
    const clock = new ManualClock()
    const board = new AlarmBoard(clock)
    const start = clock.now()
    board.raise('trunk-down', 'north', { said: 'no answer' })
    await clock.advance(minuteMs)
    board.raise('trunk-down', 'north', { said: '503' })
    expect(board.current()).toEqual([
      {
        kind: 'trunk-down',
        subject: 'north',
        since: start,
        seenAt: start + minuteMs,
        facts: { said: '503' },
      },
    ])
    board.clear('trunk-down', 'north')
    expect(board.current()).toEqual([])
    board.raise('trunk-down', 'north')
    expect(board.current()[0]?.since).toBe(start + minuteMs)
  })

  it('forgets what happened and does not happen again', async () => {
    const clock = new ManualClock()
    const board = new AlarmBoard(clock)
    const start = clock.now()
    board.report('spend-cap', 'service:7')
    await clock.advance(14 * minuteMs)
    board.report('spend-cap', 'service:7')
    await clock.advance(14 * minuteMs)
    expect(board.current()).toMatchObject([{ since: start }])
    await clock.advance(minuteMs)
    expect(board.current()).toEqual([])
  })

  it('clears the subjects that are well again and shows the newest first', async () => {
    const clock = new ManualClock()
    const board = new AlarmBoard(clock)
    board.raise('breaker-open', 'north')
    await clock.advance(1_000)
    board.raise('breaker-open', 'south')
    board.raise('trunk-down', 'east')
    expect(board.current().map(({ subject }) => subject)).toEqual(['south', 'east', 'north'])
    board.clearOthers('breaker-open', ['south'])
    expect(board.current().map(({ subject }) => subject)).toEqual(['south', 'east'])
  })

  it('holds a bounded number of alarms', () => {
    const board = new AlarmBoard(new ManualClock())
    for (let service = 0; service < 600; service++) board.report('spend-cap', `service:${service}`)
    expect(board.current()).toHaveLength(500)
  })
})
