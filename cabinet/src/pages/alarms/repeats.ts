import type { AlarmRecord } from '@ringkey/server/cabinet-api'

/** Times of the same alarm that follow each other in the list. */
export interface RepeatedAlarm {
  /** The last of them. */
  readonly alarm: AlarmRecord
  /** Newest first. */
  readonly times: readonly AlarmRecord[]
  readonly since: number
  readonly endedAt: number
  /** How long it was open, all times together. */
  readonly openMs: number
}

/** Newest first, as the list is. */
export function groupRepeats(alarms: readonly AlarmRecord[]): RepeatedAlarm[] {
  const groups: RepeatedAlarm[] = []
  for (const alarm of alarms) {
    const endedAt = alarm.endedAt ?? alarm.since
    const openMs = endedAt - alarm.since
    const last = groups.at(-1)
    if (last?.alarm.kind === alarm.kind && last.alarm.subject === alarm.subject) {
      groups[groups.length - 1] = {
        ...last,
        times: [...last.times, alarm],
        since: alarm.since,
        openMs: last.openMs + openMs,
      }
    } else groups.push({ alarm, times: [alarm], since: alarm.since, endedAt, openMs })
  }
  return groups
}
