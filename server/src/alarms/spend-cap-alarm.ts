import type { Clock } from '../platform/clock.ts'
import { minuteMs } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { ActiveAlarms } from './active-alarms.ts'

const maxRemembered = 10_000

/** Reports that a spend cap refuses calls: every refusal in the metrics, one log line a minute for each service. */
export function spendCapAlarm(
  clock: Clock,
  log: Log,
  metrics: Metrics,
  alarms: ActiveAlarms,
): (accountId: number, serviceId: number) => void {
  const saidAtMs = new Map<number, number>()
  return (accountId, serviceId) => {
    metrics.capReached()
    alarms.report('spend-cap', `service:${serviceId}`, { accountId, serviceId })
    const nowMs = clock.monotonicMs()
    if (nowMs - (saidAtMs.get(serviceId) ?? Number.NEGATIVE_INFINITY) < minuteMs) return
    if (saidAtMs.size >= maxRemembered) saidAtMs.clear()
    saidAtMs.set(serviceId, nowMs)
    log.warn(
      { event: 'spend-cap', accountId, serviceId },
      'a spend cap is reached: calls are refused with code 1002',
    )
  }
}
