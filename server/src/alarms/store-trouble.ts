import { boundedReport } from '../platform/bounded-report.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { ActiveAlarms } from './active-alarms.ts'

/** While the store is away every request fails: one line in this time says so. */
const troublePeriodMs = 10_000

/** Tells the operator that the store could not do something: metrics, alarms, and a line in the log. */
export function storeTroubleReports(clock: Clock, log: Log, metrics: Metrics, alarms: ActiveAlarms) {
  const say = boundedReport(clock, troublePeriodMs, (error, unsaid, facts) =>
    log.error(
      { event: 'store-trouble', err: error, unsaid, ...facts },
      'the store could not serve a request',
    ),
  )
  const note = (error: Error) => {
    metrics.storeTrouble()
    alarms.report('store-trouble', '', { message: error.message.slice(0, 200) })
  }
  return {
    ofSettlement(error: Error): void {
      note(error)
      log.error({ event: 'store-trouble', err: error }, 'the store could not take a settlement')
    },
    ofRequest(error: Error, requestId: string): void {
      note(error)
      say(error, { requestId })
    },
  }
}
