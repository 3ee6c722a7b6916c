import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { ActiveAlarms } from './active-alarms.ts'

const minuteMs = 60_000

describe('active alarms', () => {
  it('keep the start of a state, however often it is raised', async () => {
    const clock = new ManualClock()
    const alarms = new ActiveAlarms(clock)
    const start = clock.now()
    alarms.raise('trunk-down', 'north', { said: 'no answer' })
    await clock.advance(minuteMs)
    alarms.raise('trunk-down', 'north', { said: '503' })
    expect(alarms.current()).toEqual([
      {
        kind: 'trunk-down',
        subject: 'north',
        since: start,
        facts: { said: '503' },
      },
    ])
    alarms.clear('trunk-down', 'north')
    expect(alarms.current()).toEqual([])
    alarms.raise('trunk-down', 'north')
    expect(alarms.current()[0]?.since).toBe(start + minuteMs)
  })

  it('forget an event that does not happen again', async () => {
    const clock = new ManualClock()
    const alarms = new ActiveAlarms(clock)
    const start = clock.now()
    alarms.report('spend-cap', 'service:7')
    await clock.advance(14 * minuteMs)
    alarms.report('spend-cap', 'service:7')
    await clock.advance(14 * minuteMs)
    expect(alarms.current()).toMatchObject([{ since: start }])
    await clock.advance(minuteMs)
    expect(alarms.current()).toEqual([])
  })

  it('clear the subjects that have recovered, and list the newest first', async () => {
    const clock = new ManualClock()
    const alarms = new ActiveAlarms(clock)
    alarms.raise('breaker-open', 'north')
    await clock.advance(1_000)
    alarms.raise('breaker-open', 'south')
    alarms.raise('trunk-down', 'east')
    expect(alarms.current().map(({ subject }) => subject)).toEqual(['south', 'east', 'north'])
    alarms.raiseOnly('breaker-open', [['south', {}]])
    expect(alarms.current().map(({ subject }) => subject)).toEqual(['east', 'south'])
  })

  it('keep a bounded number of alarms', () => {
    const alarms = new ActiveAlarms(new ManualClock())
    for (let service = 0; service < 600; service++) alarms.report('spend-cap', `service:${service}`)
    expect(alarms.current()).toHaveLength(500)
  })
})
