import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { createLog } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import { ActiveAlarms } from './active-alarms.ts'
import { StoreOutage } from './store-outage.ts'

function watched() {
  const clock = new ManualClock()
  const lines: { event: string; [fact: string]: unknown }[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  return { clock, lines, outage: new StoreOutage(clock, log, new Metrics(0), new ActiveAlarms(clock)) }
}

it('store outage: thousands of failures give one line in ten seconds, one stack, and one line at the end', () => {
  const { clock, lines, outage } = watched()
  for (let second = 0; second < 75; second++) {
    for (let failure = 0; failure < 138; failure++) outage.report(new Error('no connection'), 'settlement')
    clock.advance(1_000)
  }
  outage.answered()
  clock.advance(30_000)
  outage.answered()
  outage.answered()
  expect(lines.map(({ event }) => event)).toEqual([...Array(8).fill('store-trouble'), 'store-back'])
  expect(lines.filter((line) => JSON.stringify(line).includes('store-outage.test.ts'))).toHaveLength(1)
  expect(lines.at(-1)).toMatchObject({ seconds: 74, failures: 75 * 138 })
})

it('store outage: a second one begins with a line of its own', () => {
  const { clock, lines, outage } = watched()
  outage.report(new Error('no connection'), 'request', 'r-1')
  clock.advance(30_000)
  outage.answered()
  outage.report(new Error('disk full'), 'cabinet')
  expect(lines.map(({ event, work }) => [event, work])).toEqual([
    ['store-trouble', 'request'],
    ['store-back', undefined],
    ['store-trouble', 'cabinet'],
  ])
  expect(lines[0]).toMatchObject({ requestId: 'r-1', unlogged: 0 })
})
